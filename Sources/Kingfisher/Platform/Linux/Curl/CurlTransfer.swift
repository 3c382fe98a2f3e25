#if os(Linux)
import Foundation
import FoundationNetworking

/// Carries out one task: its request, the redirects and challenges in between, and the response.
///
/// Runs as one asynchronous function, so the delegate's events come in order by construction.
struct CurlTransfer {
    static let redirectLimit = 20
    /// That of the pool which makes the images, so that both share threads that are awake.
    private static let priority = TaskPriority.userInitiated

    let task: CurlDataTask
    let transport: CurlTransport
    private let original: URLRequest
    private let startTime = CurlEngine.now

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
        /// The body has a coding that libcurl does not know.
        case undecodable
    }

    /// Begins the first exchange and follows it.
    func start() {
        guard original.url?.scheme?.lowercased() == "http" else {
            Task(priority: Self.priority) { await run(nil) }
            return
        }
        // Without encryption there is nothing to ask before, so nobody has to wait for the events.
        do throws(URLError) {
            let exchange = try makeExchange(original)
            exchange.whenReady { exchange in
                Task(priority: Self.priority) { await run(exchange) }
            }
            try send(exchange, original)
        } catch {
            Task(priority: Self.priority) { end(error) }
        }
    }

    /// Follows the task to its end and reports that.
    ///
    /// - Parameter first: The exchange that was begun already, or nil.
    private func run(_ first: CurlExchange?) async {
        do {
            try await follow(first)
            end(nil)
        } catch {
            end(error)
        }
    }

    private func end(_ failure: URLError?) {
        task.completed(failure)
        delegate.urlSession(transport.session, task: task, didCompleteWithError: failure)
    }

    private func follow(_ first: CurlExchange?) async throws(URLError) {
        var request = original
        var redirects = 0
        var failedLogins = 0
        var login: CurlRequest.Login?
        var decodesContent = true
        var begun = first
        while true {
            let exchange: CurlExchange
            if let first = begun.take() {
                exchange = first
            } else {
                let isTrusted = try await trustsServer(request)
                exchange = try makeExchange(
                    request, login: login, trustsServer: isTrusted, decodesContent: decodesContent)
                try send(exchange, request)
            }
            switch try await read(
                exchange, request: request, redirects: redirects, failedLogins: failedLogins)
            {
            case .finished:
                return
            case .redirected(let next):
                redirects += 1
                guard redirects <= Self.redirectLimit else { throw tooManyRedirects }
                // A login is for the host that asked.
                if !Redirection.keepsOrigin(from: request.url, to: next.url) { login = nil }
                failedLogins = 0
                decodesContent = true
                request = next
            case .challenged(let answer):
                failedLogins += 1
                login = answer
            case .undecodable:
                decodesContent = false
            }
        }
    }

    private var tooManyRedirects: URLError {
        TransferError.make(
            .httpTooManyRedirects, url: original.url,
            description: "The server redirected more than \(Self.redirectLimit) times.")
    }

    private func makeExchange(
        _ request: URLRequest, login: CurlRequest.Login? = nil, trustsServer: Bool = false,
        decodesContent: Bool = true
    ) throws(URLError) -> CurlExchange {
        var parsed = try CurlRequest(
            request, configuration: transport.configuration, priority: task.priority,
            firstURL: original.url)
        parsed.login = login
        parsed.decodesContent = decodesContent
        parsed.trustsServer = trustsServer
        let total = transport.configuration.resourceTimeout
        return CurlExchange(
            parsed, totalDeadline: total.map { startTime + $0 }, totalTimeout: total ?? 0)
    }

    private func send(_ exchange: CurlExchange, _ request: URLRequest) throws(URLError) {
        guard task.begin(exchange, request: request) else {
            throw TransferError.make(.cancelled, url: request.url)
        }
        transport.engine.send(.start(exchange))
    }

    /// Reads a response and reports it, unless it leads to another request.
    private func read(
        _ exchange: CurlExchange, request: URLRequest, redirects: Int, failedLogins: Int
    ) async throws(URLError) -> Outcome {
        var outcome = Outcome.finished
        var status = 0
        while true {
            for event in await exchange.nextEvents() {
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
                case .end(let end):
                    let isResponse = if case .finished = outcome { true } else { false }
                    let measurements = try measurements(end, isResponse: isResponse, request)
                    if isResponse, let measurements {
                        report(measurements, status: status, redirects: redirects)
                    }
                    return outcome
                }
            }
        }
    }

    /// What was measured of an exchange; nil when it failed after it had done its duty.
    private func measurements(
        _ end: Result<CurlMeasurements, CurlFailure>, isResponse: Bool, _ request: URLRequest
    ) throws(URLError) -> CurlMeasurements? {
        switch end {
        case .success(let measurements):
            return measurements
        case .failure(let failure):
            guard !task.isCancelled else {
                throw TransferError.make(.cancelled, url: request.url)
            }
            // The answer that led elsewhere has done its duty, however it ends.
            guard !isResponse else { throw failure.urlError(request.url) }
            return nil
        }
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
            transport.configuration.storeCookies(of: response, to: request, url: url)
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
        if let login = try await answer(
            head, response, refused: exchange.request.login, failedLogins: failedLogins)
        {
            endEarly(exchange, head)
            return .challenged(login)
        }
        if exchange.request.decodesContent, exchange.request.method == "GET",
            !head.hasKnownContentCoding
        {
            endEarly(exchange, head)
            return .undecodable
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

    /// Ends an exchange whose body nobody wants.
    ///
    /// A body so short that reading it costs less than a new
    /// connection gets a moment to come.
    private func endEarly(_ exchange: CurlExchange, _ head: ResponseHead) {
        let length = head.value("content-length").flatMap { Int($0) }
        let isShort = length.map { $0 <= 65_536 } ?? false
        transport.engine.send(isShort ? .drain(exchange) : .cancel(exchange))
    }

    private func report(_ measurements: CurlMeasurements, status: Int, redirects: Int) {
        let metrics = CurlTaskMetrics(
            measurements, status: status, redirects: redirects,
            duration: CurlEngine.now - startTime)
        delegate.urlSession(transport.session, task: task, didFinishCollecting: metrics)
    }
}
#endif
