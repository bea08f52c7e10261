import Geometry
import Imaging
import RealModule
import Shapes
import Testing

/// A sheet is drawn in a pose that is known, and its corners are looked for.
@Suite("Sheets in any pose")
struct SheetPoseTests {
    private static func worst(_ found: Quadrilateral, _ truth: [Vector2]) -> Double {
        (0..<4).map { (found[$0] - truth[$0]).length }.max() ?? .infinity
    }

    /// The corners in the order that the detector promises: from the one nearest the top left, clockwise.
    private static func ordered(_ corners: [Vector2]) -> [Vector2] {
        let first =
            corners.indices.min { corners[$0].x + corners[$0].y < corners[$1].x + corners[$1].y } ?? 0
        return (0..<4).map { corners[($0 + first) % 4] }
    }

    /// A sheet of a width and a height about the middle of the image, turned in its plane.
    private static func turned(
        by degrees: Double,
        width: Double = 250,
        height: Double = 180
    )
        -> [Vector2]
    {
        let (c, s) = (Double.cos(degrees * .pi / 180), Double.sin(degrees * .pi / 180))
        return [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { x, y in
            Vector2(321.3 + c * x * width - s * y * height, 238.9 + s * x * width + c * y * height)
        }
    }

    /// The image of a sheet at a slant about both of its axes, seen with a focal length of 560 pixels.
    private static func slanted(_ about: Vector2) -> [Vector2] {
        [(-0.5, -0.35), (0.5, -0.35), (0.5, 0.35), (-0.5, 0.35)].map { x, y in
            let (cx, sx) = (Double.cos(about.x), Double.sin(about.x))
            let (cy, sy) = (Double.cos(about.y), Double.sin(about.y))
            let depth = 1.7 + sx * y + sy * x * cx
            return Vector2(320 + 560 * cy * x / depth, 240 + 560 * (cx * y - sx * sy * x) / depth)
        }
    }

    @Test(
        "a sheet turned by any angle is found to a quarter of a pixel",
        arguments: Array(stride(from: 0.0, to: 360, by: 15))
    )
    func rotation(_ degrees: Double) throws {
        var sheet = Sheet()
        sheet.corners = Self.turned(by: degrees)
        let found = try #require(QuadrilateralDetector().detect(in: sheet.image()).first)
        let truth = Self.ordered(sheet.corners)
        // At 45 degrees two corners are as near the top left; either may come first.
        let error = (0..<4).map { start in Self.worst(found, (0..<4).map { truth[($0 + start) % 4] }) }
        #expect(error.min() ?? 1 < 0.25)
        let sums = (0..<4).map { found[$0].x + found[$0].y }
        #expect(sums[0] == sums.min())
    }

    @Test(
        "a sheet at a slant is found to a third of a pixel",
        arguments: [
            Vector2(0.6, 0), Vector2(-0.8, 0), Vector2(0, 0.7), Vector2(0, -0.9), Vector2(0.5, 0.5),
            Vector2(-0.6, 0.5),
            Vector2(0.9, -0.3),
        ]
    )
    func slant(_ about: Vector2) throws {
        var sheet = Sheet()
        sheet.corners = Self.slanted(about)
        let found = try #require(QuadrilateralDetector().detect(in: sheet.image()).first)
        #expect(Self.worst(found, Self.ordered(sheet.corners)) < 0.35)
    }

    @Test(
        "an image out of focus still gives its corners",
        arguments: [(1, 0.25), (2, 0.4), (4, 0.9)]
    )
    func blur(_ radius: Int, _ bound: Double) throws {
        let sheet = Sheet()
        // Three box filters are nearly a Gaussian.
        var image = sheet.image()
        for _ in 0..<3 { image = Self.averaged(image, radius) }
        let found = try #require(QuadrilateralDetector().detect(in: image).first)
        #expect(Self.worst(found, sheet.corners) < bound)
    }

    private static func averaged(_ image: GrayImage, _ radius: Int) -> GrayImage {
        var across = image
        var result = image
        let count = 2 * radius + 1
        for y in 0..<image.height {
            for x in 0..<image.width {
                var sum = 0
                for d in -radius...radius { sum += Int(image[max(0, min(image.width - 1, x + d)), y]) }
                across[x, y] = UInt8((sum + count / 2) / count)
            }
        }
        for y in 0..<image.height {
            for x in 0..<image.width {
                var sum = 0
                for d in -radius...radius { sum += Int(across[x, max(0, min(image.height - 1, y + d))]) }
                result[x, y] = UInt8((sum + count / 2) / count)
            }
        }
        return result
    }

    @Test("a corner under a thumb is where its sides meet", arguments: 0..<4)
    func coveredCorner(_ corner: Int) throws {
        let sheet = Sheet()
        var image = sheet.image()
        let hidden = sheet.corners[corner]
        for y in 0..<480 {
            for x in 0..<640 where (Vector2(Double(x), Double(y)) - hidden).length < 35 {
                image[x, y] = 150
            }
        }
        let found = try #require(QuadrilateralDetector().detect(in: image).first)
        #expect(Self.worst(found, sheet.corners) < 1)
    }

    @Test("a dark sheet on a bright ground is found as a bright one on a dark ground")
    func dark() throws {
        var sheet = Sheet()
        swap(&sheet.paper, &sheet.ground)
        let found = try #require(QuadrilateralDetector().detect(in: sheet.image()).first)
        #expect(Self.worst(found, sheet.corners) < 0.2)
    }

    @Test("light that falls off over the image moves no corner")
    func uneven() throws {
        let sheet = Sheet()
        var image = sheet.image()
        for y in 0..<480 {
            for x in 0..<640 { image[x, y] = UInt8(Double(image[x, y]) * (1 - 0.6 * Double(x) / 640)) }
        }
        let found = try #require(QuadrilateralDetector().detect(in: image).first)
        #expect(Self.worst(found, sheet.corners) < 0.4)
    }

    @Test(
        "in strong noise, which has an edge everywhere, the whole image is searched",
        arguments: [8.0, 16],
        [201, 202, 203] as [UInt64]
    )
    func noise(_ noise: Double, _ seed: UInt64) throws {
        var sheet = Sheet()
        sheet.noise = noise
        let found = try #require(QuadrilateralDetector().detect(in: sheet.image(seed: seed)).first)
        #expect(Self.worst(found, sheet.corners) < 0.2)
        #expect(found.confidence > 0.9)
    }

    @Test("a mirrored image gives the mirrored corners, an image on its side the turned ones")
    func symmetry() throws {
        let sheet = Sheet()
        let image = sheet.image()
        var mirrored = image
        var turned = GrayImage(width: 480, height: 640)
        for y in 0..<480 {
            for x in 0..<640 {
                mirrored[639 - x, y] = image[x, y]
                turned[479 - y, x] = image[x, y]
            }
        }
        let found = try #require(QuadrilateralDetector().detect(in: image).first)
        let inMirror = try #require(QuadrilateralDetector().detect(in: mirrored).first)
        let onSide = try #require(QuadrilateralDetector().detect(in: turned).first)
        // What is on the left of the mirrored image is on the right of the other.
        for (corner, twin) in [(0, 1), (1, 0), (2, 3), (3, 2)] {
            #expect((inMirror[corner] - Vector2(640 - found[twin].x, found[twin].y)).length < 0.1)
        }
        for corner in 0..<4 {
            let twin = found[(corner + 3) % 4]
            #expect((onSide[corner] - Vector2(480 - twin.y, twin.x)).length < 0.1)
        }
    }

    @Test("two sheets are both found when two are asked for, and the clearer one comes first")
    func two() throws {
        var (clear, pale) = (Sheet(), Sheet())
        clear.corners = [
            Vector2(40.5, 60.2), Vector2(290.1, 70.8), Vector2(280.4, 400.3), Vector2(50.9, 390.6),
        ]
        pale.corners = [
            Vector2(350.2, 80.4), Vector2(600.7, 60.1), Vector2(590.3, 410.2), Vector2(360.8, 400.5),
        ]
        pale.paper = 130
        var image = clear.image()
        let other = pale.image()
        for y in 0..<480 { for x in 320..<640 { image[x, y] = other[x, y] } }
        var options = QuadrilateralOptions()
        options.maximumObservations = 2
        let found = QuadrilateralDetector(options: options).detect(in: image)
        try #require(found.count == 2)
        #expect(found.contains { Self.worst($0, clear.corners) < 0.3 })
        #expect(found.contains { Self.worst($0, pale.corners) < 0.6 })
        #expect(found[0].confidence >= found[1].confidence)
    }

    @Test(
        "a band of pixels more at the image's edge moves the corners by its width alone",
        arguments: [1, 2, 3, 5, 8]
    )
    func margin(_ band: Int) throws {
        var sheet = Sheet()
        let first = try #require(QuadrilateralDetector().detect(in: sheet.image()).first)
        sheet.width += band
        sheet.height += band
        sheet.corners = sheet.corners.map { $0 + Double(band) }
        let second = try #require(QuadrilateralDetector().detect(in: sheet.image()).first)
        #expect((0..<4).allSatisfy { (second[$0] - first[$0] - Double(band)).length < 0.15 })
    }
}
