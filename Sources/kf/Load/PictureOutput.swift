import Foundation
import Kingfisher

/// Writes pictures where one command line wants them.
struct PictureOutput: Sendable {
    private let request: LoadRequest
    private let names: [String]
    private let console: Console

    /// Plans the files of all inputs.
    init(_ request: LoadRequest, console: Console) {
        self.request = request
        self.console = console
        var naming = OutputNaming()
        names = request.inputs.map { naming.name(for: $0) }
    }

    /// Makes the output directory.
    ///
    /// - Throws: ``FileWriter/Failure`` when it cannot be made.
    func prepare() throws {
        if case .directory(let path) = request.output { try FileWriter.makeDirectory(path) }
    }

    /// Writes one picture to the places of some inputs.
    ///
    /// - Parameters:
    ///   - loaded: The picture; encoded once.
    ///   - positions: The inputs it is for.
    /// - Returns: For each input the picture as written, or the reason that it is not.
    func write(
        _ loaded: Loader.Loaded, for positions: [Int]
    ) async -> [Result<LoadReport.Picture, LoadFailure>] {
        guard let bitmap = loaded.image.cgImage else {
            let failure = LoadFailure(text: "The picture is empty, so there is nothing to write.")
            return positions.map { _ in .failure(failure) }
        }
        var picture = LoadReport.Picture(
            origin: loaded.origin, width: bitmap.width, height: bitmap.height,
            format: loaded.format?.name, bytes: loaded.bytes, output: nil)
        guard request.output != .none else {
            return Self.repeated(picture, positions.count)
        }
        let format = OutputFormat.choose(
            for: request, source: loaded.format, isOpaque: bitmap.isOpaque)
        let data: Data
        do {
            let encoding = PictureEncoding(
                format: format, options: ImageEncodingOptions(quality: request.quality),
                isUnprocessed: request.steps.isEmpty)
            data = try encoding.data(of: loaded, bitmap: bitmap)
        } catch {
            return positions.map { _ in .failure(LoadFailure(error)) }
        }
        picture.format = format.name
        picture.bytes = data.count
        var results: [Result<LoadReport.Picture, LoadFailure>] = []
        for (repetition, position) in positions.enumerated() {
            if repetition == 1 { picture.origin = .memory }
            results.append(await write(data, as: format, of: picture, for: position))
        }
        return results
    }

    private func write(
        _ data: Data, as format: EncodedImageFormat, of picture: LoadReport.Picture,
        for position: Int
    ) async -> Result<LoadReport.Picture, LoadFailure> {
        var picture = picture
        do throws(FileWriter.Failure) {
            switch request.output {
            case .none: break
            case .standardOutput:
                await console.write(data)
                picture.output = "-"
            case .file(let path):
                try FileWriter.write(data, to: path)
                picture.output = path
            case .directory(let directory):
                let name = "\(names[position]).\(OutputFormat.fileExtension(of: format))"
                let path = directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
                try FileWriter.write(data, to: path)
                picture.output = path
            }
            return .success(picture)
        } catch {
            return .failure(LoadFailure(error))
        }
    }

    /// The picture for several equal inputs: all but the first have it from memory.
    private static func repeated(
        _ picture: LoadReport.Picture, _ count: Int
    ) -> [Result<LoadReport.Picture, LoadFailure>] {
        var later = picture
        later.origin = .memory
        return (0..<count).map { .success($0 == 0 ? picture : later) }
    }
}
