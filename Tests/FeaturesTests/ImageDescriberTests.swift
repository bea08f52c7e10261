import Features
import Geometry
import Imaging
import RealModule
import Testing

@Suite("Descriptors")
struct ImageDescriberTests {
    /// Random blobs: an image with corners everywhere, sampled through a map from its pixels to the plane.
    static func picture(_ planeFromPixel: (Vector2) -> Vector2, gain: Double = 1) -> GrayImage {
        var generator = SeededGenerator(seed: 11)
        let side = 64
        let shades = (0..<side * side).map { _ in 30 + 190 * generator.nextUniform() }
        var picture = GrayImage(width: 480, height: 360)
        for y in 0..<360 {
            for x in 0..<480 {
                let point = planeFromPixel(Vector2(Double(x) + 0.5, Double(y) + 0.5)) / 9
                let column = Int(point.x.rounded(.down))
                let row = Int(point.y.rounded(.down))
                let shade = shades[((row % side + side) % side) * side + (column % side + side) % side]
                picture[x, y] = UInt8(min(255, shade * gain))
            }
        }
        return picture
    }

    @Test(
        "most corners are known again in a turned, scaled and darker picture",
        arguments: [(0.0, 1.0), (0.4, 1.0), (2.5, 1.0), (0.0, 1.4), (0.3, 0.7), (1.0, 1.8)]
    )
    func known(_ angle: Double, _ scale: Double) {
        let turn = Matrix2(columns: Vector2(.cos(angle), .sin(angle)), Vector2(-.sin(angle), .cos(angle)))
        let middle = Vector2(240, 180)
        let describer = ImageDescriber()
        let first = describer.describeCorners(of: Self.picture({ $0 }), roll: 0, count: 400)
        let second = describer.describeCorners(
            of: Self.picture({ middle + turn * ($0 - middle) * scale }, gain: 0.7),
            roll: -angle,
            count: 400
        )
        var right = 0
        var claimed = 0
        for corner in second {
            var best = (distance: 257, second: 257, index: 0)
            for (index, other) in first.enumerated() {
                let distance = corner.descriptor.distance(to: other.descriptor)
                if distance < best.distance {
                    best = (distance, best.distance, index)
                } else if distance < best.second {
                    best.second = distance
                }
            }
            guard best.distance < 70, best.distance * 5 < best.second * 4 else { continue }
            let pixel = Vector2(Double(corner.pixel.x), Double(corner.pixel.y))
            let expected = middle + turn * (pixel - middle) * scale
            guard expected.x > 20, expected.y > 20, expected.x < 460, expected.y < 340 else { continue }
            claimed += 1
            let there = first[best.index].pixel
            if (expected - Vector2(Double(there.x), Double(there.y))).length < 6 { right += 1 }
        }
        #expect(claimed > 30)
        #expect(Double(right) > 0.6 * Double(claimed))
    }

    @Test("a picture too small for a descriptor gives none")
    func small() {
        #expect(ImageDescriber().describeCorners(of: GrayImage(width: 40, height: 40), roll: 0, count: 50).isEmpty)
        #expect(
            ImageDescriber().describeCorners(of: GrayImage(width: 200, height: 200, shade: 90), roll: 0, count: 50)
                .isEmpty
        )
    }
}
