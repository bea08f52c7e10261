import Geometry
import Imaging

/// A sheet drawn in perspective over a ground, its edges smoothed by the part of each pixel that it covers.
struct Sheet {
    var width = 640
    var height = 480
    var corners = [
        Vector2(160.3, 110.7), Vector2(470.2, 90.4), Vector2(520.8, 380.1), Vector2(120.6, 350.9),
    ]
    var paper = 220.0
    var ground = 90.0
    var noise = 2.0
    /// Moves a pixel before the sheet is looked up, as a lens does.
    var straight: (Vector2) -> Vector2 = { $0 }

    /// The image; the same seed gives the same noise.
    func image(seed: UInt64 = 7) -> GrayImage {
        var random = SeededGenerator(seed: seed)
        var image = GrayImage(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let covered = coverage(Vector2(Double(x), Double(y)))
                let shade = ground + (paper - ground) * covered + noise * random.nextNormal()
                image[x, y] = UInt8(max(0, min(255, shade.rounded())))
            }
        }
        return image
    }

    /// The part of the pixel at a corner that the sheet covers, of 16 samples.
    private func coverage(_ pixel: Vector2) -> Double {
        // Far from all sides, also through a lens, one look tells for the whole pixel.
        let middle = depth(straight(pixel + 0.5))
        guard abs(middle) < 4 else { return middle > 0 ? 1 : 0 }
        var covered = 0.0
        for sample in 0..<16 {
            let u = (Double(sample % 4) + 0.5) / 4
            let v = (Double(sample / 4) + 0.5) / 4
            if contains(straight(pixel + Vector2(u, v))) { covered += 1.0 / 16 }
        }
        return covered
    }

    /// The distance to the nearest of the sides' lines, pixels, positive on the sheet.
    private func depth(_ p: Vector2) -> Double {
        (0..<4).map { i in
            let side = corners[(i + 1) % 4] - corners[i]
            return cross(side, p - corners[i]) / side.length
        }.min() ?? 0
    }

    private func contains(_ p: Vector2) -> Bool {
        (0..<4).allSatisfy { cross(corners[($0 + 1) % 4] - corners[$0], p - corners[$0]) >= 0 }
    }
}
