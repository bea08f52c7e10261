import Geometry
import Imaging
import Testing

@testable import Shapes

@Suite("What is aimed at")
struct AimedFeatureFinderTests {
    static var sheet: Sheet { Sheet() }
    static let image = sheet.image()

    /// The corner that is found near a pixel.
    static func corner(near pixel: Vector2, in image: GrayImage = image) -> Vector2? {
        guard case .corner(let found) = AimedFeatureFinder.feature(near: pixel, in: image) else { return nil }
        return found
    }

    @Test("a corner within reach is found to a fifth of a pixel, wherever beside it one aims", arguments: 0..<4)
    func corners(_ index: Int) throws {
        let truth = Self.sheet.corners[index]
        for miss in [Vector2(0, 0), Vector2(2, 1), Vector2(-2, 2), Vector2(-1, -2.5), Vector2(3, -2.5)] {
            let found = try #require(Self.corner(near: truth + miss))
            #expect((found - truth).length < 0.2)
        }
    }

    @Test("the nearest point of a straight edge is found, with its direction")
    func edge() throws {
        let (a, b) = (Self.sheet.corners[1], Self.sheet.corners[2])
        let along = (b - a).normalized
        let middle = (a + b) / 2
        for miss in [-1.3, 0.5, 1.3] {
            let aim = middle + Vector2(along.y, -along.x) * miss
            guard case .edge(let found, let direction) = AimedFeatureFinder.feature(near: aim, in: Self.image) else {
                Issue.record("no edge \(miss) pixels away")
                continue
            }
            #expect((found - middle).length < 0.2)
            #expect(abs(cross(direction, along)) < 0.01)
        }
    }

    @Test("out of reach, on an even ground and in noise nothing is found")
    func nothing() {
        let corner = Self.sheet.corners[2]
        #expect(AimedFeatureFinder.feature(near: corner + Vector2(6, 6), in: Self.image) == nil)
        let edge = (Self.sheet.corners[0] + Self.sheet.corners[1]) / 2
        #expect(AimedFeatureFinder.feature(near: edge + Vector2(0, -5), in: Self.image) == nil)
        #expect(AimedFeatureFinder.feature(near: Vector2(50, 50), in: Self.image) == nil)
        var sheet = Sheet()
        sheet.paper = 128
        sheet.ground = 128
        sheet.noise = 10
        let noise = sheet.image()
        for step in 1..<40 {
            let aim = Vector2(Double(step * 97 % 600) + 20, Double(step * 61 % 440) + 20)
            #expect(AimedFeatureFinder.feature(near: aim, in: noise) == nil)
        }
    }

    @Test("between two corners as near and as clear nobody can tell which is meant")
    func ambiguity() {
        // Two sheets whose corners are five pixels apart.
        var (left, right) = (Sheet(), Sheet())
        left.corners = [Vector2(100, 100), Vector2(300, 100), Vector2(300, 300), Vector2(100, 300)]
        right.corners = [Vector2(305, 100), Vector2(500, 100), Vector2(500, 300), Vector2(305, 300)]
        var both = left.image()
        let other = right.image()
        for index in both.pixels.indices { both.pixels[index] = max(both.pixels[index], other.pixels[index]) }
        #expect(Self.corner(near: Vector2(300, 100), in: left.image()) != nil)
        #expect(Self.corner(near: Vector2(302.5, 100), in: both) == nil)
    }

    @Test("of a sheet's corner and that of a frame printed on it the sheet's is meant", arguments: 0..<4)
    func nested(_ index: Int) throws {
        var frame = Self.sheet
        let middle = frame.corners.reduce(Vector2.zero, +) / 4
        frame.corners = frame.corners.map { corner in corner + (middle - corner).normalized * 4.5 }
        frame.paper = 130
        frame.ground = 0
        frame.noise = 0
        var image = Self.image
        let printed = frame.image()
        for pixel in image.pixels.indices { image.pixels[pixel] -= min(image.pixels[pixel], printed.pixels[pixel]) }
        let truth = Self.sheet.corners[index]
        let inward = (middle - truth).normalized
        for miss in [-2.0, 0, 2, 3.5] {
            let found = try #require(Self.corner(near: truth + inward * miss, in: image))
            // The frame's edge, 3 pixels inside, moves the sheet's a little; its corner is 4.5 pixels away.
            #expect((found - truth).length < 0.6)
        }
    }

    @Test("at the image's rim, in tiny images and for a pixel that is none nothing traps")
    func rim() {
        for aim in [
            Vector2(0, 0), Vector2(9, 9), Vector2(631, 471), Vector2(640, 480), Vector2(.nan, 3), Vector2(-5, 1e9),
        ] {
            #expect(AimedFeatureFinder.feature(near: aim, in: Self.image) == nil)
        }
        for side in [1, 20, 65, 70] {
            let image = GrayImage(width: side, height: side, shade: 90)
            #expect(AimedFeatureFinder.feature(near: Vector2(Double(side) / 2, 10), in: image) == nil)
        }
    }
}
