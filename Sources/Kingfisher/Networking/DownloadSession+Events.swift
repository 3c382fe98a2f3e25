import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension DownloadSession {
    /// Checks a response's head and asks the delegate about it.
    func didReceive(
        _ response: URLResponse, for task: URLSessionDataTask
    ) async -> URLSession.ResponseDisposition {
        guard let download = find(task), let downloader else { return .cancel }
        download.beginDecision()
        let disposition = await decide(on: response, of: download, downloader)
        endDecision(for: task)
        return disposition
    }

    /// Makes the end of a transfer wait for the decision on its response.
    func beginDecision(for task: URLSessionTask) {
        find(task)?.beginDecision()
    }

    /// Lets the end of a transfer come, or takes it if it came already.
    func endDecision(for task: URLSessionTask) {
        guard let download = find(task), let end = download.endDecision() else { return }
        complete(download, end)
    }

    private func decide(
        on response: URLResponse, of download: SessionDataTask, _ downloader: ImageDownloader
    ) async -> URLSession.ResponseDisposition {
        guard let http = response as? HTTPURLResponse else {
            fail(download, .responseError(reason: .invalidURLResponse(response: response)))
            return .cancel
        }
        guard resume(download, with: http) else { return .cancel }
        let delegate = downloader.effectiveDelegate
        // The rest of a body that was begun earlier makes a whole answer.
        let status = download.resumedByteCount > 0 ? 200 : http.statusCode
        guard delegate.isValidStatusCode(status, for: downloader) else {
            keepPartialBody(of: download)
            fail(download, .responseError(reason: .invalidHTTPStatusCode(response: http)))
            return .cancel
        }
        let disposition = await delegate.imageDownloader(downloader, didReceive: response)
        guard disposition != .cancel else {
            fail(download, .responseError(reason: .cancelledByDelegate(response: response)))
            return .cancel
        }
        return prepare(download, for: response, downloader) ? disposition : .cancel
    }

    /// Uses what an earlier transfer brought, if the response is the rest of it.
    ///
    /// - Returns: False when the response is of no use, and the whole body was asked for instead.
    private func resume(_ download: SessionDataTask, with response: HTTPURLResponse) -> Bool {
        guard
            let resumption = download.resumption, [206, 416].contains(response.statusCode)
        else { return true }
        guard
            response.statusCode == 206,
            let range = resumption.partial.continuation(in: response)
        else {
            startOver(download, resumption.request)
            return false
        }
        download.resume(from: resumption.partial, total: range.total)
        return true
    }

    /// Refuses a body that is announced as too large, or makes room for it.
    private func prepare(
        _ download: SessionDataTask, for response: URLResponse, _ downloader: ImageDownloader
    ) -> Bool {
        let expected = download.expectedByteCount(of: response)
        guard expected <= Int64(downloader.maximumBodySize) else {
            failAsTooLarge(download)
            return false
        }
        // A header costs the server nothing, so it alone does not decide over much memory.
        if expected > 0 { download.expectByteCount(Int(min(expected, 8 << 20))) }
        return true
    }

    /// Adds bytes to a download and tells those who watch it grow.
    func didReceive(_ data: Data, for task: URLSessionDataTask) {
        guard let download = find(task) else { return }
        let limit = downloader?.maximumBodySize ?? .max
        guard data.count <= limit - download.mutableDataCount else {
            failAsTooLarge(download)
            return
        }
        download.didReceiveData(data, from: task)
        for effect in download.sideEffects {
            effect.onDataReceived(transport.session, task: download, data: data)
        }
    }

    func didFinishCollecting(_ metrics: URLSessionTaskMetrics, for task: URLSessionTask) {
        find(task)?.metrics = NetworkMetrics(metrics)
    }

    /// Takes metrics that a transport measured itself.
    func didFinishCollecting(_ metrics: NetworkMetrics, for task: URLSessionTask) {
        find(task)?.metrics = metrics
    }

    /// Asks the first caller that has a redirect handler.
    func redirect(
        _ task: URLSessionTask, response: HTTPURLResponse, newRequest: URLRequest
    ) async -> URLRequest? {
        guard let download = find(task) else { return newRequest }
        var newRequest = newRequest
        download.condition?.remove(from: &newRequest)
        guard
            let handler = download.subscribers.lazy.compactMap(\.callback.options.redirectHandler)
                .first
        else { return newRequest }
        return await handler.handleHTTPRedirection(
            for: download, response: response, newRequest: newRequest)
    }

    /// Takes the end of a transfer and turns its data into images.
    func didComplete(_ task: URLSessionTask, error: (any Error)?) {
        guard let download = find(task) else { return }
        let end = ResponseDecision.End(error: error)
        if download.mayEnd(end, of: task) { complete(download, end) }
    }

    private func complete(_ download: SessionDataTask, _ end: ResponseDecision.End) {
        if let error = end.error ?? incompleteness(of: download) {
            keepPartialBody(of: download)
            fail(download, .responseError(reason: .URLSessionError(error: error)))
            return
        }
        guard download.beginMaking() else { return }
        transferEnded(download)
        if let response = download.task.response as? HTTPURLResponse, response.statusCode == 304,
            download.condition != nil
        {
            tellFinish(of: download, response: response, error: nil)
            tellCallers(
                of: download, .responseError(reason: .invalidHTTPStatusCode(response: response)))
            return
        }
        var data: Data? = download.sharedData
        if let downloader, let received = data {
            data = downloader.effectiveDelegate.imageDownloader(
                downloader, didDownload: received, with: download)
        }
        guard let data else {
            complete(
                download, with: .responseError(reason: .dataModifyingFailed(task: download)))
            return
        }
        tellFinish(of: download, response: download.task.response, error: nil)
        DownloadProcessing(download: download, data: data, session: self).start()
    }

    /// The error of a body whose rest ended before its end.
    private func incompleteness(of download: SessionDataTask) -> (any Error)? {
        guard download.lacksBytes else { return nil }
        return TransferError.make(
            .networkConnectionLost, url: download.originalURL,
            description: "The server sent less of the body than it has.")
    }

    /// Ends a download that failed by itself.
    ///
    /// A cancelled one has ended before.
    func fail(_ download: SessionDataTask, _ error: KingfisherError) {
        guard download.beginCompletion() else { return }
        complete(download, with: error)
    }

    private func complete(_ download: SessionDataTask, with error: KingfisherError) {
        tellFinish(of: download, response: nil, error: error)
        tellCallers(of: download, error)
    }

    private func tellCallers(of download: SessionDataTask, _ error: KingfisherError) {
        let callbacks = download.completeAndRemoveAllCallbacks()
        forget(download)
        for callback in callbacks {
            callback.completeOnceStarted(.failure(error))
        }
    }

    private func failAsTooLarge(_ download: SessionDataTask) {
        let limit = downloader?.maximumBodySize ?? 0
        let error = TransferError.make(
            .dataLengthExceedsMaximum, url: download.originalURL,
            description: """
                The body is larger than the \(limit) bytes that the downloader accepts. Raise its \
                maximumBodySize to allow it.
                """)
        fail(download, .responseError(reason: .URLSessionError(error: error)))
        transport.cancel(download.task)
    }
}

extension RequestCondition {
    /// Takes the condition out of the request that a redirect leads to.
    ///
    /// What is known is known of where the request went first (RFC 9110, section 15.4). A condition that
    /// somebody else has put there stays.
    fileprivate func remove(from request: inout URLRequest) {
        for (name, value) in [("If-None-Match", entityTag), ("If-Modified-Since", lastModified)] {
            guard let value, request.value(forHTTPHeaderField: name) == value else { continue }
            request.setValue(nil, forHTTPHeaderField: name)
        }
    }
}
