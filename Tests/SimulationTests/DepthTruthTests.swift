import Foundation
import Geometry
import Testing

@testable import Simulation

@Suite("Exact depth")
struct DepthTruthTests {
    private func plan(hasHand: Bool = false) throws -> SimulationPlan {
        SimulationPlan(
            scene: try SimulatedScene.load("bare"),
            preset: .ideal,
            motion: .walk,
            duration: 2,
            seed: 2,
            hasHand: hasHand,
            depthInterval: 0.5
        )
    }

    @Test("a pixel's point lies on a surface of the scene, and nothing stands before it")
    func onSurface() throws {
        let painter = ScenePainter(try plan())
        let depths = DepthTruth.depths(painter, at: 1)
        let pose = painter.worldFromOptical(1)
        #expect(depths.count == painter.camera.width * painter.camera.height)
        for pixel in stride(from: 1_000, to: depths.count, by: 9_973) {
            let position = Vector2(Double(pixel % painter.camera.width), Double(pixel / painter.camera.width)) + 0.5
            let point = painter.camera.normalized(ofPixel: position)
            let pointInWorld = pose * (Vector3(point.x, point.y, 1) * Double(depths[pixel]))
            #expect(painter.isClear(from: pose.translation, to: pointInWorld, at: 1))
            let distances = painter.bodies(at: 1).map { body -> Float in
                let local = body.local(SIMD3<Float>(pointInWorld) - body.centre)
                let beyond = SIMD3(abs(local.x), abs(local.y), abs(local.z)) - body.half
                return abs(beyond.max())
            }
            #expect((distances.min() ?? 1) < 0.001 || depths[pixel] == 0)
        }
    }

    @Test("the first image and one after every interval get a depth")
    func chosen() throws {
        let entries = ImageSchedule(try plan()).entries
        let chosen = DepthTruth.entries(entries, every: 0.5)
        #expect(chosen.count == 4)
        #expect(chosen.first?.time == entries.first?.time)
        for (index, entry) in chosen.enumerated() { #expect(abs(entry.time - 0.03 - 0.5 * Double(index)) < 0.05) }
    }
}
