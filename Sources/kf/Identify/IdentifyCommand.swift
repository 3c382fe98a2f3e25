/// `kf identify`: tells what files say about their pictures.
struct IdentifyCommand: Sendable {
    let request: IdentifyRequest
    let console: Console

    /// Runs the command.
    ///
    /// - Returns: Success when every file holds a picture.
    func run() async -> ExitStatus {
        var status = ExitStatus.success
        for file in request.files {
            do throws(LoadFailure) {
                let facts = try await PictureFacts(file: file)
                let line = request.json ? JSONLine.text(of: facts) : facts.line
                if let line { await console.print(line) }
            } catch {
                status = .failure
                await console.complain(error.line(for: file))
            }
            guard await console.brokenOutput == nil else { break }
        }
        return await console.conclude(status)
    }
}
