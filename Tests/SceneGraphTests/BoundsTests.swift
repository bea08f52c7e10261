import Geometry
import Imaging
import Testing

@testable import SceneGraph

@Suite("Boxes, transforms and the room's light")
struct BoundsTests {
    private static let box = BoundingBox(minimum: Vector3(-1, 0, 2), maximum: Vector3(3, 1, 4))
    private static let moved = AffineTransform(
        linear: Transform(rotation: Rotation(exp: Vector3(0.4, -0.7, 0.2)), scale: Vector3(2, 0.5, 1)).affine.linear,
        translation: Vector3(5, -1, 0)
    )

    @Test("a moved box holds all its moved corners and touches some on every side")
    func transformed() {
        let result = Self.box.transformed(by: Self.moved)
        let corners = (0..<8).map { bits in
            Self.moved
                * Vector3(
                    bits & 1 == 0 ? Self.box.minimum.x : Self.box.maximum.x,
                    bits & 2 == 0 ? Self.box.minimum.y : Self.box.maximum.y,
                    bits & 4 == 0 ? Self.box.minimum.z : Self.box.maximum.z
                )
        }
        for axis in 0..<3 {
            #expect(abs((corners.map { $0[axis] }.min() ?? 0) - result.minimum[axis]) < 1e-12)
            #expect(abs((corners.map { $0[axis] }.max() ?? 0) - result.maximum[axis]) < 1e-12)
        }
    }

    @Test("a ray enters a box at its near side, at once from within, and not at all beside or behind it")
    func entry() {
        let ray = Vector3(0, 0, 1)
        #expect(Self.box.entry(ofRayFrom: Vector3(0, 0.5, -1), along: ray) == 3)
        #expect(Self.box.entry(ofRayFrom: Vector3(0, 0.5, 3), along: ray) == 0)
        #expect(Self.box.entry(ofRayFrom: Vector3(0, 1.5, -1), along: ray) == nil)
        #expect(Self.box.entry(ofRayFrom: Vector3(0, 0.5, 5), along: ray) == nil)
    }

    @Test("boxes about points: none for none, and both for two")
    func unions() {
        #expect(BoundingBox(of: [Vector3]()) == nil)
        let two = BoundingBox(of: [Vector3(1, 2, 3), Vector3(-1, 5, 0)])
        #expect(two == BoundingBox(minimum: Vector3(-1, 2, 0), maximum: Vector3(1, 5, 3)))
        #expect(two?.expanded(by: 1).size == Vector3(4, 5, 5))
    }

    @Test("the way back undoes a transform, and a flat one has none")
    func inverse() throws {
        let back = try #require(Self.moved.inverse)
        for point in [Vector3(1, 2, 3), Vector3(-4, 0, 0.5)] {
            #expect((back * (Self.moved * point) - point).length < 1e-12)
            #expect(((Self.moved * back) * point - point).length < 1e-12)
        }
        #expect(Transform(scale: Vector3(1, 0, 1)).affine.inverse == nil)
        #expect(abs(Self.moved.largestScale - 2) < 1e-12)
    }

    @Test("a dark room dims, a bright one lights up, and a warm one tints half as much as it looks")
    func roomLight() {
        func gray(_ shade: UInt8) -> RoomLight { RoomLight(of: GrayImage(width: 64, height: 64, shade: shade)) }
        #expect(gray(0).intensity < 0.5 && gray(255).intensity > 1.3)
        #expect(gray(60).intensity < gray(120).intensity)
        let pixel: [UInt8] = [180, 120, 90, 255]
        let warm = RoomLight(
            of: ColorImage(width: 32, height: 32, bytes: (0..<32 * 32 * 4).map { pixel[$0 % 4] })
        )
        #expect(warm.tint.x > 1.1 && warm.tint.z < 0.9)
        #expect(abs(warm.tint.x - (1 + 180.0 / 130) / 2) < 1e-9)
        #expect(RoomLight(of: ColorImage(width: 8, height: 8, bytes: Array(repeating: 0, count: 256))) == .neutral)
    }
}
