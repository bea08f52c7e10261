import Geometry
import SceneGraph
import Testing

@Suite("Rays against nodes")
struct HitTestTests {
    static let shapes: [NodeGeometry] = [
        .box(size: Vector3(0.6, 0.4, 0.8)), .sphere(radius: 0.4), .cylinder(radius: 0.3, height: 0.7),
        .plane(width: 0.8, depth: 0.6),
        .tube(Tube(along: [Vector3(-0.4, 0, 0), Vector3(0.1, 0.3, 0), Vector3(0.4, 0, 0.2)], radius: 0.08, sides: 48)),
    ]

    @Test("the exact shape and its triangles are met at the same place", arguments: shapes.indices)
    func agreement(_ index: Int) throws {
        var generator = SeededGenerator(seed: 7 + UInt64(index))
        let geometry = Self.shapes[index]
        let transform = Transform(
            translation: Vector3(0.2, -0.1, -2),
            rotation: Rotation(exp: Vector3(0.4, 0.7, -0.2)),
            scale: Vector3(1.2, 0.8, 1)
        )
        var exact = Scene()
        exact.add(Node(geometry: geometry, transform: transform))
        var triangles = Scene()
        triangles.add(Node(geometry: .mesh(try #require(geometry.mesh)), transform: transform))
        var met = 0
        var agreed = 0
        for _ in 0..<400 {
            let target =
                transform.affine
                * Vector3(
                    .random(in: -0.35...0.35, using: &generator),
                    .random(in: -0.35...0.35, using: &generator),
                    .random(in: -0.35...0.35, using: &generator)
                )
            let ray = Ray(origin: Vector3(0.3, 0.2, 0.5), direction: target - Vector3(0.3, 0.2, 0.5))
            let first = exact.hits(of: ray).first
            let second = triangles.hits(of: ray).first
            guard first != nil || second != nil else { continue }
            met += 1
            guard let first, let second else { continue }
            if abs(first.distance - second.distance) < 0.02, dot(first.normalInWorld, second.normalInWorld) > 0.9 {
                agreed += 1
            }
            #expect((ray.point(at: first.distance) - first.pointInWorld).length < 1e-12)
        }
        #expect(met > 30)
        // At the silhouette a curved shape and its triangles may differ.
        #expect(Double(agreed) > 0.93 * Double(met))
    }

    @Test("the nearest of several comes first, and none behind the ray")
    func order() {
        var scene = Scene()
        for z in [-3.0, -1.0, 2.0, -2.0] {
            scene.add(Node(geometry: .sphere(radius: 0.2), transform: Transform(translation: Vector3(0, 0, z))))
        }
        let hits = scene.hits(of: Ray(origin: .zero, direction: Vector3(0, 0, -1)))
        #expect(hits.map { ($0.distance * 10).rounded() / 10 } == [0.8, 1.8, 2.8])
        #expect(hits.allSatisfy { ($0.normalInWorld - Vector3(0, 0, 1)).length < 1e-9 })
    }

    @Test("slack makes a thin line easy to hit")
    func slack() {
        var scene = Scene()
        let line = Polyline([Vector3(-1, 0, -2), Vector3(1, 0, -2)], thickness: 0.01)
        scene.add(Node(geometry: .polyline(line)))
        let beside = Ray(origin: .zero, direction: Vector3(0, 0.02, -2))
        #expect(scene.hits(of: beside).isEmpty)
        #expect(scene.hits(of: beside, slack: 0.03).count == 1)
    }

    @Test("a label is met within its panel, turned as the viewer sees it")
    func labels() {
        var scene = Scene()
        let label = TextLabel("12.3 cm", capHeight: 0.1)
        let away = Transform(translation: Vector3(0, 0, -2), rotation: Rotation(angle: .pi / 2, axis: Vector3(0, 1, 0)))
        scene.add(Node(geometry: .text(label), transform: away, constraints: .facesCamera))
        let ray = Ray(origin: .zero, direction: Vector3(0.1, 0, -2))
        #expect(scene.hits(of: ray, from: .identity).count == 1)
        #expect(scene.hits(of: ray).isEmpty)
    }

    @Test("nodes set apart from rays are not met")
    func testable() {
        var scene = Scene()
        let ball = scene.add(Node(geometry: .sphere(radius: 1)))
        scene[ball].isHitTestable = false
        #expect(scene.hits(of: Ray(origin: Vector3(0, 0, 5), direction: Vector3(0, 0, -1))).isEmpty)
    }
}
