import Geometry
import Imaging
import Shapes
import Testing

/// What holds for anything that is aimed at, however the image lies and whatever its light.
@Suite("Laws of what is aimed at")
struct AimedFeatureLawTests {
    private static var sheet: Sheet { Sheet() }
    private static let image = sheet.image()
    /// Aims beside every corner and beside the middle of every side.
    private static let aims: [Vector2] = (0..<4).flatMap { index in
        let (a, b) = (sheet.corners[index], sheet.corners[(index + 1) % 4])
        let across = Vector2(-(b - a).y, (b - a).x).normalized
        return [a + Vector2(1.2, -0.7), (a + b) / 2 + across * 0.6]
    }

    private static func isAlike(_ found: AimedFeature?, _ expected: AimedFeature?, within bound: Double) -> Bool {
        switch (found, expected) {
        case (.corner(let one)?, .corner(let other)?): (one - other).length < bound
        case (.edge(let one, let along)?, .edge(let other, let way)?):
            (one - other).length < bound && abs(cross(along, way)) < 0.01
        default: false
        }
    }

    private static func feature(_ aim: Vector2, in image: GrayImage = image) -> AimedFeature? {
        AimedFeatureFinder.feature(near: aim, in: image)
    }

    /// Where a feature lies when its image is changed by a map of pixels and of directions.
    private static func moved(
        _ feature: AimedFeature?,
        _ point: (Vector2) -> Vector2,
        _ way: (Vector2) -> Vector2
    ) -> AimedFeature? {
        switch feature {
        case .corner(let pixel)?: .corner(point(pixel))
        case .edge(let pixel, let direction)?: .edge(point(pixel), direction: way(direction))
        case nil: nil
        }
    }

    @Test("each aim finds its corner or its edge")
    func kinds() {
        for (index, aim) in Self.aims.enumerated() {
            switch Self.feature(aim) {
            case .corner(let pixel)?: #expect(index % 2 == 0 && pixel == Self.feature(aim)?.pixel)
            case .edge(let pixel, let direction)?:
                #expect(index % 2 == 1 && pixel == Self.feature(aim)?.pixel)
                #expect(abs(direction.length - 1) < 1e-5)
                #expect(abs(dot(pixel - aim, direction)) < 0.05, "the nearest point lies straight across")
            case nil: Issue.record("nothing near \(aim)")
            }
        }
    }

    @Test("a mirrored image has its mirrored features, one on its side the turned ones")
    func symmetry() {
        let (width, height) = (Self.image.width, Self.image.height)
        var mirrored = Self.image
        var turned = GrayImage(width: height, height: width)
        for y in 0..<height {
            for x in 0..<width {
                mirrored[width - 1 - x, y] = Self.image[x, y]
                turned[height - 1 - y, x] = Self.image[x, y]
            }
        }
        for aim in Self.aims {
            let found = Self.feature(aim)
            let inMirror = Self.feature(Vector2(640 - aim.x, aim.y), in: mirrored)
            let expected = Self.moved(found, { Vector2(640 - $0.x, $0.y) }, { Vector2(-$0.x, $0.y) })
            #expect(Self.isAlike(inMirror, expected, within: 0.1))
            let onSide = Self.feature(Vector2(480 - aim.y, aim.x), in: turned)
            let other = Self.moved(found, { Vector2(480 - $0.y, $0.x) }, { Vector2(-$0.y, $0.x) })
            #expect(Self.isAlike(onSide, other, within: 0.1))
        }
    }

    @Test("light and its sign do not matter, and neither does anything farther away than the surroundings")
    func light() {
        let far = 8 * AimedFeatureFinder.reach(in: Self.image) + 12
        for aim in Self.aims {
            let found = Self.feature(aim)
            for change in [{ 255 - $0 }, { $0 + 20 }, { 40 + $0 / 2 }] as [(UInt8) -> UInt8] {
                let changed = GrayImage(width: 640, height: 480, pixels: Self.image.pixels.map(change))
                #expect(Self.isAlike(Self.feature(aim, in: changed), found, within: 0.1))
            }
            var elsewhere = Self.image
            for y in 0..<480 {
                for x in 0..<640 where max(abs(Double(x) - aim.x), abs(Double(y) - aim.y)) > far {
                    elsewhere[x, y] = UInt8(truncatingIfNeeded: x * 37 + y * 91)
                }
            }
            #expect(Self.feature(aim, in: elsewhere) == found)
        }
    }

    @Test("in a wide image corners are meant from as far away as its width allows, edges from a third of that")
    func wide() throws {
        var sheet = Self.sheet
        (sheet.width, sheet.height) = (1280, 960)
        sheet.corners = sheet.corners.map { $0 * 2 }
        let image = sheet.image()
        let corner = sheet.corners[2]
        // Outside of the sheet, where no side is near.
        let outward = Vector2(0.7, 0.7)
        let found = try #require(Self.feature(corner + outward * 8, in: image))
        #expect((found.pixel - corner).length < 0.4)
        #expect(Self.feature(corner + outward * 15, in: image) == nil)
        #expect(Self.feature(Self.sheet.corners[2] + outward * 8) == nil, "too far in an image of half the width")
        let (a, b) = (sheet.corners[1], sheet.corners[2])
        let across = Vector2((b - a).y, -(b - a).x).normalized
        #expect(Self.feature((a + b) / 2 + across * 2.5, in: image) != nil)
        #expect(Self.feature((a + b) / 2 + across * 4, in: image) == nil)
    }
}
