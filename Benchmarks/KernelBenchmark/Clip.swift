import Foundation
import Geometry

/// A clip as `Benchmarks/kernels.py` writes it: `clip.txt` (camera, then a rotation for each image) and `clip.gray`
/// (pixels).
struct Clip {
    let camera: CameraModel
    /// Rotation of the optical frame from the image before, nil if it is not known.
    let rotations: [Rotation?]
    private let pixels: Data

    var count: Int { rotations.count }

    init(folder: String) throws {
        let lines = try String(contentsOfFile: folder + "/clip.txt", encoding: .utf8).split(separator: "\n")
        let head = lines[0].split(separator: " ").compactMap { Double($0) }
        camera = CameraModel(
            width: Int(head[0]),
            height: Int(head[1]),
            focalLengthPixels: Vector2(head[2], head[3]),
            principalPointPixels: Vector2(head[4], head[5]),
            distortion: .radialTangential(k1: head[6], k2: head[7], p1: head[8], p2: head[9])
        )
        rotations = lines.dropFirst().map { line in
            let q = line.split(separator: " ").compactMap { Double($0) }
            return q.count == 4 ? Rotation(x: q[0], y: q[1], z: q[2], w: q[3]) : nil
        }
        pixels = try Data(contentsOf: URL(fileURLWithPath: folder + "/clip.gray"), options: .alwaysMapped)
    }

    /// Calls with an image's pixels, row by row without padding.
    func withPicture(_ index: Int, _ body: (UnsafePointer<UInt8>) -> Void) {
        pixels.withUnsafeBytes { bytes in
            guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            body(base + index * camera.width * camera.height)
        }
    }
}
