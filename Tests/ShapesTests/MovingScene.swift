import Geometry
import Imaging
import RealModule
import Shapes

/// A chequered, coloured object over a rough ground, at any position and size; the same seed gives the same ground.
struct MovingScene {
    var width = 320
    var height = 240
    let ground: [UInt8]

    init(seed: UInt64 = 3) {
        var random = SeededGenerator(seed: seed)
        let coarse = (0..<40 * 30).map { _ in random.nextUniform() * 120 + 40 }
        ground = (0..<320 * 240).map { i in
            let x = i % 320
            let y = i / 320
            return UInt8(coarse[(y / 8) * 40 + x / 8] + random.nextUniform() * 12)
        }
    }

    /// The image with the object's middle at a position; nil hides it.
    func image(_ centre: Vector2?, size: Double = 40) -> ColorImage {
        var bytes = [UInt8](repeating: 255, count: width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let shade = ground[y * width + x]
                var color = SIMD3<UInt8>(shade, shade, shade)
                if let centre {
                    let u = (Double(x) + 0.5 - centre.x) / size + 0.5
                    let v = (Double(y) + 0.5 - centre.y) / size + 0.5
                    if u >= 0, u < 1, v >= 0, v < 1 { color = Self.pattern(u, v) }
                }
                for c in 0..<3 { bytes[4 * (y * width + x) + c] = color[c] }
            }
        }
        return ColorImage(width: width, height: height, bytes: bytes)
    }

    private static func pattern(_ u: Double, _ v: Double) -> SIMD3<UInt8> {
        let isDark = (Int(u * 5) + Int(v * 5)) % 2 == 0
        let dot = (u - 0.3) * (u - 0.3) + (v - 0.4) * (v - 0.4) < 0.03
        return dot ? SIMD3(250, 240, 40) : isDark ? SIMD3(150, 30, 40) : SIMD3(220, 120, 60)
    }
}
