import Depth
import Features
import Geometry
import TestWorlds
import Testing
import WorldTracking

@testable import Reconstruction

@Suite("Hits on mesh anchors")
struct MeshCrossingTests {
    /// A leaning square of two triangles, 2 m before the origin, whose sigma grows to the right; the browser's tests
    /// (Tests/web/node/mesh-hit.test.mjs) have the same.
    private static func anchor(origin: SIMD3<Float> = .zero) -> MeshAnchor {
        MeshAnchor(
            identifier: 1,
            origin: origin,
            vertices: [SIMD3(-1, -1, -2), SIMD3(1, -1, -2), SIMD3(1, 1, -2.5), SIMD3(-1, 1, -2.5)],
            sigmas: [0.01, 0.03, 0.03, 0.01],
            colors: Array(repeating: SIMD4(90, 90, 90, 255), count: 4),
            indices: [0, 1, 2, 0, 2, 3],
            changedNanoseconds: 0
        )
    }

    private static let ray = Ray(origin: Vector3(0.1, 0.2, 0), direction: Vector3(0, 0, -1))

    @Test("a ray meets the nearest triangle, with the normal and the sigma there")
    func nearest() throws {
        let crossing = try #require([Self.anchor(origin: SIMD3(0, 0, -1)), Self.anchor()].crossing(along: Self.ray))
        #expect(abs(crossing.distance - 2.3) < 1e-6)
        #expect(abs(crossing.sigma - 0.021) < 1e-6)
        #expect((crossing.normal - Vector3(0, 0.24253562, 0.97014250)).length < 1e-6)
    }

    @Test("a ray from behind, one beside it and one away from it meet nothing")
    func missed() {
        let rays = [
            Ray(origin: Vector3(0, 0, -5), direction: Vector3(0, 0, 1)),
            Ray(origin: Vector3(1.5, 0, 0), direction: Vector3(0, 0, -1)),
            Ray(origin: .zero, direction: Vector3(0, 0, 1)),
        ]
        for ray in rays { #expect([Self.anchor()].crossing(along: ray) == nil) }
    }

    @Test("the covariance of a meeting is the ray's across and the surface's along it, as in the browser")
    func covariance() {
        let normal = Vector3(0, 0.24253562, 0.97014250)
        let along = 0.021 / 0.97014250
        let covariance = Self.ray.covariance(ofMeeting: normal, alongVariance: along * along, sideways: 2.3 * 0.002)
        #expect(abs(covariance[0, 0] - 2.116e-5) < 1e-10 && abs(covariance[1, 1] - 2.116e-5) < 1e-10)
        #expect(abs(covariance[1, 2] + 5.29e-6) < 1e-10 && abs(covariance[2, 2] - 4.698850e-4) < 1e-10)
    }
}

@Suite("Mesh of a session")
struct SessionMeshTests {
    private let describer = ImageDescriber()
    private static let stepCount = 10

    private static func eye(_ step: Int) -> Vector3 { Vector3(0.09 * Double(step) - 0.4, -0.3, 0.4) }

    /// A session of known poses that moves sideways before two walls and the floor, and its mesh.
    private func session(_ mesh: inout SessionMesh) -> Session {
        let session = Session()
        session.run(withKnownPoses: SessionConfiguration(planeDetection: []))
        session.startDepth(DepthConfiguration())
        for step in 0..<Self.stepCount {
            let eye = Self.eye(step)
            let pose = PaintedRoom.pose(from: eye, to: eye + Vector3(0.1, 1, -0.35))
            PaintedRoom().show(to: session, from: pose, at: Double(step) * 0.1, describer: describer)
            if step > 2, session.updateDepth() != nil { mesh.update(session) }
        }
        return session
    }

    @Test("hits of type mesh lie on the room's surfaces, and their covariance covers; without a mesh there are none")
    func hits() throws {
        var mesh = SessionMesh()
        let session = session(&mesh)
        #expect(mesh.anchors.count > 1)
        let camera = try #require(session.world.currentFrame?.camera)
        // The first camera of known poses has another origin than the painted room.
        let eye = Self.eye(Self.stepCount - 1)
        let trueFromOptical = PaintedRoom.pose(from: eye, to: eye + Vector3(0.1, 1, -0.35))
        var errors: [Double] = []
        var ratios: [Double] = []
        for x in stride(from: 40.0, to: 300, by: 20) {
            for y in stride(from: 40.0, to: 220, by: 20) {
                let pixel = Vector2(x, y)
                let hits = session.world.hitTest(pixel, mesh: mesh)
                #expect(zip(hits, hits.dropFirst()).allSatisfy { $0.distance <= $1.distance })
                guard let hit = hits.first(where: { $0.type == .mesh }) else { continue }
                let ray = trueFromOptical * Ray(origin: .zero, direction: PaintedRoom.lens.direction(ofPixel: pixel))
                let point = try #require(PaintedRoom().surface(along: ray)).point
                let direction = camera.ray(through: pixel).direction
                errors.append(abs(hit.distance - (point - ray.origin).length))
                ratios.append(errors[errors.count - 1] / dot(direction, hit.covariance * direction).squareRoot())
                #expect(hit.anchorIdentifier == nil && dot(hit.normal, direction) < 0)
            }
        }
        try #require(errors.count > 25)
        #expect(errors.sorted()[errors.count / 2] < 0.025)
        #expect(Double(ratios.count { $0 < 2 }) > 0.8 * Double(ratios.count))
        let middle = Vector2(160, 120)
        #expect(session.world.hitTest(middle, types: .depth, mesh: mesh).allSatisfy { $0.type == .depth })
        #expect(session.world.hitTest(middle).allSatisfy { $0.type != .mesh })
        let anchor = try #require(mesh.anchors.first)
        #expect(anchor.sigmas.count == anchor.vertices.count && anchor.sigmas.allSatisfy { $0 > 0 && $0 < 0.1 })
    }

    @Test("a mesh comes after a depth map in the order of reliability, and before a guess")
    func order() {
        let results = [HitTestTypes.featurePoint, .estimatedHorizontalPlane, .mesh, .depth].map { type in
            HitTestResult(
                type: type,
                distance: 1,
                pointInWorld: .zero,
                covariance: .identity,
                normal: Vector3(0, 1, 0),
                anchorIdentifier: nil
            )
        }
        #expect(HitTestResult.preferred(among: results)?.type == .depth)
        #expect(HitTestResult.preferred(among: Array(results.dropLast()))?.type == .mesh)
    }

    @Test("a session without maps, and a new world, have no anchors")
    func empty() {
        var mesh = SessionMesh()
        #expect(mesh.update(Session()) == MeshAnchorChanges() && mesh.anchors.isEmpty)
        let session = session(&mesh)
        #expect(!mesh.anchors.isEmpty)
        session.run(withKnownPoses: SessionConfiguration(planeDetection: []), options: .resetTracking)
        mesh.update(session)
        #expect(mesh.anchors.isEmpty && session.world.hitTest(Vector2(160, 120), mesh: mesh).isEmpty)
    }
}
