import Features
import Geometry
import TestWorlds
import Testing

@testable import WorldTracking

@Suite("Tracked rays")
struct TrackedRayTests {
    let describer = PictureDescriber()
    let middle = SyntheticRoom.lens.sizePixels / 2

    /// A world of which nothing but a pose is known, with the room that it will see.
    private func beginning() -> (room: SyntheticRoom, builder: World) {
        let room = SyntheticRoom()
        var builder = World()
        var first = room.picture(at: 0)
        first.landmarks = []
        _ = builder.update(with: first, describer: describer)
        return (room, builder)
    }

    private func updates(_ builder: inout World) -> [TrackedRay] {
        builder.takeEvents().compactMap { if case .rayUpdated(let ray) = $0 { ray } else { nil } }
    }

    @Test("what was placed by a guess stands on the table once that is found, and is known better and better")
    func refines() throws {
        var (room, builder) = beginning()
        let started = builder.trackRay(through: middle)
        let ray = try #require(started)
        #expect(ray.hit?.type == .instantPlacement)
        var told: [TrackedRay] = []
        for step in 1..<60 {
            _ = builder.update(with: room.picture(at: Double(step) / 20), describer: describer)
            told += updates(&builder)
        }
        #expect(told.count > 1 && told.allSatisfy { $0.identifier == ray.identifier })
        let types = told.compactMap { $0.hit?.type }
        #expect(types.last == .existingPlaneUsingExtent && !types.contains(.instantPlacement))
        let last = try #require(builder.rays.first?.hit)
        #expect(told.last?.hit == last)
        #expect(abs(last.pointInWorld.y - SyntheticRoom.tableHeight) < 0.003)
        #expect(cross(last.pointInWorld - ray.ray.origin, ray.ray.direction).length < 1e-9)
        #expect(last.covariance.trace < 0.001 * (ray.hit?.covariance.trace ?? 0))
    }

    @Test("what a ray met stays when its landmarks are forgotten")
    func stays() throws {
        var (room, builder) = beginning()
        builder.configuration.planeDetection = []
        _ = builder.update(with: room.picture(at: 0.05), describer: describer)
        let started = builder.trackRay(through: middle)
        let ray = try #require(started)
        let hit = try #require(ray.hit)
        #expect(hit.type == .estimatedHorizontalPlane)
        for step in 0..<3 {
            var blind = room.picture(at: 10 + Double(step))
            blind.landmarks = []
            _ = builder.update(with: blind, describer: describer)
        }
        #expect(builder.hitTest(middle).isEmpty)
        #expect(builder.rays.first?.hit == hit)
    }

    @Test("without instant placement a ray meets nothing until something is known")
    func withoutGuess() throws {
        var (room, builder) = beginning()
        let started = builder.trackRay(through: middle, types: .existingPlaneUsingExtent)
        let ray = try #require(started)
        #expect(ray.hit == nil)
        for step in 1..<60 { _ = builder.update(with: room.picture(at: Double(step) / 20), describer: describer) }
        let told = updates(&builder)
        #expect(!told.isEmpty && told.allSatisfy { $0.hit?.type == .existingPlaneUsingExtent })
    }

    @Test("a ray that is no longer tracked tells nothing; more than sixty-four are refused; a fresh start ends all")
    func ends() throws {
        var (room, builder) = beginning()
        let started = builder.trackRay(through: middle)
        let first = try #require(started)
        let isStopped = builder.stopTracking(ray: first.identifier)
        #expect(isStopped)
        let isStoppedAgain = builder.stopTracking(ray: first.identifier)
        #expect(!isStoppedAgain)
        for step in 1..<60 { _ = builder.update(with: room.picture(at: Double(step) / 20), describer: describer) }
        let told = updates(&builder)
        #expect(told.isEmpty)
        for _ in 0..<World.trackedRayCapacity { _ = builder.trackRay(through: middle) }
        let excess = builder.trackRay(through: middle)
        #expect(excess == nil)
        #expect(Set(builder.rays.map(\.identifier)).count == World.trackedRayCapacity)
        builder.restart(keepsAnchors: true)
        #expect(builder.rays.isEmpty)
    }
}
