import Foundation
import Imaging

/// Images as PPM files, to look at.
enum ImageFile {
    /// Writes an image to the folder in `SIGHTLINE_PICTURES`.
    static func write(_ image: ColorImage, named name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["SIGHTLINE_PICTURES"] else { return }
        var data = Data("P6\n\(image.width) \(image.height)\n255\n".utf8)
        for i in 0..<image.width * image.height { data.append(contentsOf: image.bytes[4 * i..<4 * i + 3]) }
        try data.write(to: URL(filePath: folder).appending(path: name + ".ppm"))
    }
}
