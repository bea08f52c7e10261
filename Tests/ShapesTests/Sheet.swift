import Geometry
import Imaging

/// A sheet drawn in perspective over a ground, its edges smoothed by the part of each pixel that it covers.
struct Sheet {
    var width = 640
    var height = 480
    var corners = [Vector2(160.3, 110.7), Vector2(470.2, 90.4), Vector2(520.8, 380.1), Vector2(120.6, 350.9)]
    var paper = 220.0
    var ground = 90.0
    var noise = 2.0
    /// Moves a pixel before the sheet is looked up, as a lens does.
    var straight: (Vector2) -> Vector2 = { $0 }

    /// The picture; the same seed gives the same noise.
    func picture(seed: UInt64 = 7) -> GrayImage {
        var random = SeededGenerator(seed: seed)
        var image = GrayImage(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                var covered = 0.0
                for sample in 0..<16 {
                    let u = (Double(sample % 4) + 0.5) / 4
                    let v = (Double(sample / 4) + 0.5) / 4
                    if contains(straight(Vector2(Double(x) + u, Double(y) + v))) { covered += 1.0 / 16 }
                }
                let shade = ground + (paper - ground) * covered + noise * random.nextNormal()
                image[x, y] = UInt8(max(0, min(255, shade.rounded())))
            }
        }
        return image
    }

    private func contains(_ p: Vector2) -> Bool {
        (0..<4).allSatisfy { i in
            let a = corners[i]
            let b = corners[(i + 1) % 4]
            return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0
        }
    }
}
