import Geometry
import SceneGraph
import Testing

@testable import Rendering

@Suite("What the view and the light see")
struct ViewMathTests {
    private static let bounds = BoundingBox(minimum: Vector3(-0.4, 0, -0.3), maximum: Vector3(0.5, 0.6, 0.2))
    private static let light = Vector3(0.3, 0.9, 0.2).normalized

    private static func fit() -> ShadowFit {
        ShadowFit(around: bounds, towardsLight: light, shadow: Shadow())
    }

    @Test("all that throws a shadow lies in the map, with a metre below it")
    func fits() {
        let fit = Self.fit()
        for corner in 0..<8 {
            let point = Vector3(
                corner & 1 == 0 ? Self.bounds.minimum.x : Self.bounds.maximum.x,
                corner & 2 == 0 ? Self.bounds.minimum.y : Self.bounds.maximum.y,
                corner & 4 == 0 ? Self.bounds.minimum.z : Self.bounds.maximum.z
            )
            let position = fit.mapFromWorld * Vector4(point, 1)
            for axis in 0..<3 { #expect(position[axis] > 0 && position[axis] < 1) }
            let below = fit.mapFromWorld * Vector4(point - Self.light * 0.99, 1)
            #expect(below.z < 1)
        }
    }

    @Test("an object that moves a little moves the map by whole pixels, so that shadows do not shimmer")
    func steady() {
        let shadow = Shadow()
        let before = Self.fit()
        let moved = BoundingBox(
            minimum: Self.bounds.minimum + Vector3(0.003, 0, 0.001),
            maximum: Self.bounds.maximum + Vector3(0.003, 0, 0.001)
        )
        let after = ShadowFit(around: moved, towardsLight: Self.light, shadow: shadow)
        #expect(after.width == before.width)
        for point in [Vector3.zero, Vector3(0.2, 0.1, 0)] {
            let shift = after.mapFromWorld * Vector4(point, 1) - before.mapFromWorld * Vector4(point, 1)
            for axis in 0..<2 {
                let pixels = shift[axis] * Double(shadow.mapSize)
                #expect(abs(pixels - pixels.rounded()) < 1e-6)
            }
        }
    }

    @Test("a surface's depth in the map is that of its points; a surface along the light has none")
    func surfaceDepth() throws {
        let fit = Self.fit()
        let normal = Vector3(0.1, 1, -0.2).normalized
        let side = normal.anyPerpendicular
        let plane = try #require(fit.depth(ofSurfaceThrough: .zero, normal: normal))
        for point in [Vector3.zero, side * 0.3, cross(normal, side) * -0.2] {
            let position = fit.mapFromWorld * Vector4(point, 1)
            let depth = Double(plane.x) * position.x + Double(plane.y) * position.y + Double(plane.z)
            #expect(abs(depth - position.z) < 1e-5)
        }
        #expect(fit.depth(ofSurfaceThrough: .zero, normal: Self.light.anyPerpendicular) == nil)
    }

    @Test("the view meets spheres in it or across its edge, and none beside or behind it")
    func frustum() {
        let projection = ClipMatrix(
            rows: Vector4(1, 0, 0, 0),
            Vector4(0, 1, 0, 0),
            Vector4(0, 0, -1, -0.02),
            Vector4(0, 0, -1, 0)
        )
        let frustum = ViewFrustum(projection)
        #expect(frustum.meetsSphere(center: Vector3(0, 0, -2), radius: 0.1))
        #expect(frustum.meetsSphere(center: Vector3(2.1, 0, -2), radius: 0.2))
        #expect(!frustum.meetsSphere(center: Vector3(2.6, 0, -2), radius: 0.2))
        #expect(!frustum.meetsSphere(center: Vector3(0, 0, 1), radius: 0.5))
    }

    @Test("matrices multiply as the transforms that they are made of")
    func matrices() {
        let a = RigidTransform<WorldSpace, CameraSpace>(
            rotation: Rotation(exp: Vector3(0.3, -0.2, 0.5)),
            translation: Vector3(1, 2, 3)
        )
        let product = ClipMatrix(a) * ClipMatrix(a.inverse)
        for point in [Vector3(0.5, -1, 2), Vector3(3, 1, -4)] {
            let back = product * Vector4(point, 1)
            #expect((Vector3(back.x, back.y, back.z) - point).length < 1e-12)
            let moved = ClipMatrix(a) * Vector4(point, 1)
            #expect((Vector3(moved.x, moved.y, moved.z) - a * point).length < 1e-12)
        }
    }

    @Test("a key holds what it was made of, and objects of one look share it")
    func keys() {
        var material = Material(.sky, lighting: .physicallyBased(roughness: 0.2, metalness: 1))
        material.isDoubleSided = true
        let key = MeshKey(mesh: 77, material: material)
        #expect(key.mesh == 77 && key.isDoubleSided && key.isMirroring)
        #expect(!key.isConstant && !key.isBlinn && !key.isOverEverything)
        #expect(key.diffuseMap == nil)
        #expect(MeshKey(mesh: 77, material: material) == key)
        var other = material
        other.diffuse = .coral
        #expect(MeshKey(mesh: 77, material: other) == key, "a colour needs no call of its own")
        other.isHiddenBehindObjects = false
        #expect(MeshKey(mesh: 77, material: other).isOverEverything)
        #expect(MeshKey(mesh: 1, material: .constant(.white)).isConstant)
    }

    @Test("a line has a point before and after it, a closed one goes on round, a dot is a piece without length")
    func lines() {
        var geometry = LineGeometry()
        let corners = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 0, 1)]
        let open = geometry.add(
            Polyline(corners, thickness: 0.02),
            material: .constant(.white),
            worldFromNode: .identity,
            scale: 2
        )
        #expect(open == 0..<5)
        #expect(geometry.points.map { $0.position.w } == [-1, 0.02, 0.02, 0.02, -1])
        #expect(geometry.points[1...3].map { $0.distance } == [0, 1, 2])
        let closed = geometry.add(
            Polyline(corners, thickness: 0.02, isClosed: true),
            material: .constant(.white),
            worldFromNode: .identity,
            scale: 1
        )
        #expect(closed.count == 6)
        #expect(geometry.points[closed.lowerBound].position.w == -2)
        #expect(geometry.points[closed.upperBound - 2].distance > 3)
        let none = geometry.add(
            Polyline([], thickness: 0.02),
            material: .constant(.white),
            worldFromNode: .identity,
            scale: 1
        )
        #expect(none.isEmpty)
    }
}
