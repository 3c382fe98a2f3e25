import Foundation
import KingfisherGTK

// A window of pictures that come over HTTP from a server inside this program.
//
//     swift run kingfisher-gtk-gallery [FOLDER]
//
// FOLDER holds PNG and JPEG files; without it, the sample pictures of this repository are shown.

let folder = CommandLine.arguments.dropFirst().first ?? "Examples/Demo/Pictures"
do {
    let pictures = try PictureServer(folder: URL(fileURLWithPath: folder, isDirectory: true))
    exit(Gallery(pictures: pictures).run())
} catch {
    FileHandle.standardError.write(Data("kingfisher-gtk-gallery: \(error)\n".utf8))
    exit(1)
}
