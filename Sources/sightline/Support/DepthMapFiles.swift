import Depth
import Foundation
import Geometry
import Imaging
import Recordings

/// Writes depth maps into a folder: numbers as 16-bit images, a coloured image, and a list of their cameras.
struct DepthMapFiles {
    /// The list's entry of one map.
    struct Entry: Encodable {
        let timestampNanoseconds: Int64
        let width: Int
        let height: Int
        let focalLengthPixels: [Double]
        let principalPointPixels: [Double]
        /// From the optical frame to the world: metres, and a quaternion x, y, z, w.
        let position: [Double]
        let quaternion: [Double]
        /// The relative standard deviation of the world's scale, which all depths share; 0 for the poses of a file.
        let scaleSigma: Double
        /// The share of the pixels with known depth.
        let known: Double
        let milliseconds: Double

        init(_ map: DepthMap, scaleSigma: Double, seconds: Double) {
            timestampNanoseconds = map.timestampNanoseconds
            (width, height) = (map.width, map.height)
            focalLengthPixels = [map.lens.focalLengthPixels.x, map.lens.focalLengthPixels.y]
            principalPointPixels = [map.lens.principalPointPixels.x, map.lens.principalPointPixels.y]
            let (p, q) = (map.worldFromOptical.translation, map.worldFromOptical.rotation)
            position = [p.x, p.y, p.z]
            quaternion = [q.imaginary.x, q.imaginary.y, q.imaginary.z, q.real]
            self.scaleSigma = scaleSigma
            known = Double(map.knownCount) / Double(map.depth.count)
            milliseconds = seconds * 1e3
        }
    }

    private let folder: String

    /// Files in a folder, which is created if it is missing.
    init(folder: String) throws {
        self.folder = folder
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw WorkFailure(message: "\(folder): \(error.localizedDescription)")
        }
    }

    /// Writes `STAMP.depth.png` (millimetres), `STAMP.sigma.png` (tenths of a millimetre) and `STAMP.png`.
    func write(_ map: DepthMap) throws {
        let base = "\(folder)/\(map.timestampNanoseconds)"
        let (width, height) = (map.width, map.height)
        let depth = map.depth.map { $0 * 1_000 }
        let sigma = map.sigma.map { $0 > 0 ? max(1, $0 * 10_000) : 0 }
        try ImageCodec.write(numbers: depth, width: width, height: height, to: base + ".depth.png")
        try ImageCodec.write(numbers: sigma, width: width, height: height, to: base + ".sigma.png")
        try ImageCodec.write(Self.picture(map), as: .png, to: base + ".png")
    }

    /// Writes `maps.json`.
    func write(_ entries: [Entry]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
            try encoder.encode(entries).write(to: URL(fileURLWithPath: folder + "/maps.json"))
        } catch {
            throw WorkFailure(message: "\(folder)/maps.json: \(error.localizedDescription)")
        }
    }

    /// The coloured image of the depth: near is red, far is blue, holes are black.
    private static func picture(_ map: DepthMap) -> ColorImage {
        let (width, height) = (map.width, map.height)
        let known = map.depth.filter { $0 > 0 }.map { 1 / $0 }.sorted()
        let nearest = known.isEmpty ? 1 : known[known.count * 98 / 100]
        var image = ColorImage(
            width: 2 * width,
            height: height,
            bytes: [UInt8](repeating: 255, count: 8 * width * height)
        )
        for y in 0..<height {
            for x in 0..<width {
                let pixel = y * width + x
                let shade = map.shades[pixel]
                let color =
                    map.depth[pixel] > 0 ? self.color(min(1, 1 / map.depth[pixel] / nearest)) : SIMD3<UInt8>.zero
                for channel in 0..<3 {
                    image.bytes[4 * (y * 2 * width + x) + channel] = shade
                    image.bytes[4 * (y * 2 * width + width + x) + channel] = color[channel]
                }
            }
        }
        return image
    }

    /// From blue (0) over green to red (1).
    private static func color(_ value: Float) -> SIMD3<UInt8> {
        func channel(_ middle: Float) -> UInt8 { UInt8(255 * max(0, min(1, 1.5 - abs(4 * value - middle)))) }
        return SIMD3(channel(3), channel(2), channel(1))
    }
}
