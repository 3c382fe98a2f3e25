import Foundation

@testable import Kingfisher

extension ImageDownloader {
    /// Has transfers begin without a network; they end when the clockwork says so.
    ///
    /// - Parameters:
    ///   - clockwork: Ends transfers, with a picture.
    ///   - picture: The body of each.
    ///   - onResume: Called with the URL of a transfer when it is resumed.
    func useScriptedTransfers(
        _ clockwork: VirtualClockwork = VirtualClockwork(), picture: Data = Data(),
        onResume: @escaping @Sendable (URL) -> Void
    ) {
        let transport = ScriptedTransport(clockwork, downloader: self, picture: picture)
        transport.decide { url in
            onResume(url)
            return .picture
        }
        useTransport { _, _ in transport }
    }
}
