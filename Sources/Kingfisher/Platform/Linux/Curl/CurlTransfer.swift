#if os(Linux)
import Foundation
import FoundationNetworking

/// Carries out one task: its request, the redirects and challenges in between, and the response.
///
/// Runs as one asynchronous function, so the delegate's events come in order by construction.
struct CurlTransfer {
    static let redirectLimit = 20

    let task: CurlDataTask
    let transport: CurlTransport
    private let original: URLRequest
    private let start = CurlEngine.now

    init(task: CurlDataTask, transport: CurlTransport, request: URLRequest) {
        self.task = task
        self.transport = transport
        original = request
    }

    var delegate: SessionDelegate { transport.delegate }

    /// What one exchange led to.
    private enum Outcome {
        case finished
        case redirected(URLRequest)
        case challenged(CurlRequest.Login)
    }

    /// Runs the task and reports its end.
    func run() async {
        var failure: URLError?
        do {
            try await follow()
        } catch {
            failure = error
        }
        task.completed(failure)
        delegate.urlSession(transport.session, task: task, didCompleteWithError: failure)
    }

    private func follow() async throws(URLError) {
        var request = original
        var redirects = 0
        var failedLogins = 0
        var login: CurlRequest.Login?
        while true {
            let exchange = try await makeExchange(request, login: login)
            guard task.begin(exchange, request: request) else {
                throw TransferError.make(.cancelled, url: request.url)
            }
            transport.engine.send(.start(exchange))
            switch try await read(
                exchange, request: request, redirects: redirects, failedLogins: failedLogins)
            {
            case .finished:
                return
            case .redirected(let next):
                redirects += 1
                guard redirects <= Self.redirectLimit else {
                    throw TransferError.make(
                        .httpTooManyRedirects, url: original.url,
                        description: """
                            The server redirected more than \(Self.redirectLimit) times.
                            """)
                }
                // A login is for the host that asked.
                if !Redirection.keepsOrigin(from: request.url, to: next.url) { login = nil }
                failedLogins = 0
                request = next
            case .challenged(let answer):
                failedLogins += 1
                login = answer
            }
        }
    }

    private func makeExchange(
        _ request: URLRequest, login: CurlRequest.Login?
    ) async throws(URLError) -> CurlExchange {
        var parsed = try CurlRequest(
            request, configuration: transport.configuration, priority: task.priority)
        parsed.login = login
        if parsed.url.scheme?.lowercased() == "https" {
            parsed.trustsServer = try await trustsServer(parsed.url)
        }
        let total = transport.configuration.resourceTimeout
        return CurlExchange(
            parsed, totalDeadline: total.map { start + $0 }, totalTimeout: total ?? 0)
    }

    /// Reads a response and reports it, unless it leads to another request.
    private func read(
        _ exchange: CurlExchange, request: URLRequest, redirects: Int, failedLogins: Int
    ) async throws(URLError) -> Outcome {
        var outcome = Outcome.finished
        var status = 0
        for await event in exchange.events {
            switch event {
            case .head(let head):
                status = head.status
                outcome = try await decide(
                    head, exchange, request: request, failedLogins: failedLogins)
            case .body(let data):
                if case .finished = outcome {
                    delegate.urlSession(transport.session, dataTask: task, didReceive: data)
                }
                if exchange.consumed(data.count) { transport.engine.send(.unpause(exchange)) }
            case .end(.success(let measurements)):
                guard case .finished = outcome else { return outcome }
                report(measurements, status: status, redirects: redirects)
                return .finished
            case .end(.failure(let failure)):
                // The answer that led elsewhere has done its duty, however it ends.
                if !task.isCancelled, case .finished = outcome {
                    throw failure.urlError(request.url)
                }
                guard !task.isCancelled else {
                    throw TransferError.make(.cancelled, url: request.url)
                }
                return outcome
            }
        }
        throw TransferError.make(.cancelled, url: request.url)
    }

    /// Decides on a response's head whether it is the task's response.
    private func decide(
        _ head: ResponseHead, _ exchange: CurlExchange, request: URLRequest, failedLogins: Int
    ) async throws(URLError) -> Outcome {
        let url = exchange.request.url
        guard let response = head.response(url: url) else {
            throw TransferError.make(.badServerResponse, url: url)
        }
        if head.value("set-cookie") != nil {
            transport.configuration.storeCookies(of: response, url: url)
        }
        if let next = Redirection.request(after: head, to: request, at: url) {
            let chosen = await delegate.urlSession(
                transport.session, task: task, willPerformHTTPRedirection: response,
                newRequest: next)
            if let chosen {
                endEarly(exchange, head)
                return .redirected(chosen)
            }
        }
        if let login = try await answer(head, response, failedLogins: failedLogins) {
            endEarly(exchange, head)
            return .challenged(login)
        }
        task.received(response)
        let disposition = await delegate.urlSession(
            transport.session, dataTask: task, didReceive: response)
        guard disposition != .cancel else {
            transport.engine.send(.cancel(exchange))
            throw TransferError.make(.cancelled, url: url)
        }
        return .finished
    }

    /// Ends an exchange whose body nobody wants, unless the body is so short that reading it costs
    /// less than a new connection.
    private func endEarly(_ exchange: CurlExchange, _ head: ResponseHead) {
        let length = head.value("content-length").flatMap { Int($0) }
        if let length, length <= 65_536 { return }
        transport.engine.send(.cancel(exchange))
    }

    private func report(_ measurements: CurlMeasurements, status: Int, redirects: Int) {
        let metrics = CurlTaskMetrics(
            measurements, status: status, redirects: redirects,
            duration: CurlEngine.now - start)
        delegate.urlSession(transport.session, task: task, didFinishCollecting: metrics)
    }
}
#endif
