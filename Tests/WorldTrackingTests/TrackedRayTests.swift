import Features
import Geometry
import TestWorlds
import Testing

@testable import WorldTracking

@Suite("Tracked rays")
struct TrackedRayTests {
    let describer = ImageDescriber()
    let middle = SyntheticRoom.lens.sizePixels / 2

    /// A world of which nothing but a pose is known, with the room that it will see.
    private func beginning() -> (room: SyntheticRoom, world: World) {
        let room = SyntheticRoom()
        var world = World()
        var first = room.picture(at: 0)
        first.landmarks = []
        _ = world.update(with: first, describer: describer)
        return (room, world)
    }

    private func updates(_ world: inout World) -> [TrackedRay] {
        world.takeEvents().compactMap { if case .rayUpdated(let ray) = $0 { ray } else { nil } }
    }

    @Test("what was placed by a guess stands on the table once that is found, and is known better and better")
    func refines() throws {
        var (room, world) = beginning()
        let started = world.trackRay(through: middle)
        let ray = try #require(started)
        #expect(ray.hit?.type == .instantPlacement)
        var told: [TrackedRay] = []
        for step in 1..<60 {
            _ = world.update(with: room.picture(at: Double(step) / 20), describer: describer)
            told += updates(&world)
        }
        #expect(told.count > 1 && told.allSatisfy { $0.identifier == ray.identifier })
        let types = told.compactMap { $0.hit?.type }
        #expect(types.last == .existingPlaneUsingExtent && !types.contains(.instantPlacement))
        let last = try #require(world.rays.first?.hit)
        #expect(told.last?.hit == last)
        #expect(abs(last.pointInWorld.y - SyntheticRoom.tableHeight) < 0.003)
        #expect(cross(last.pointInWorld - ray.ray.origin, ray.ray.direction).length < 1e-9)
        #expect(last.covariance.trace < 0.001 * (ray.hit?.covariance.trace ?? 0))
    }

    @Test("what a ray met stays when its landmarks are forgotten")
    func stays() throws {
        var (room, world) = beginning()
        world.configuration.planeDetection = []
        _ = world.update(with: room.picture(at: 0.05), describer: describer)
        let started = world.trackRay(through: middle)
        let ray = try #require(started)
        let hit = try #require(ray.hit)
        #expect(hit.type == .estimatedHorizontalPlane)
        for step in 0..<3 {
            var blind = room.picture(at: 10 + Double(step))
            blind.landmarks = []
            _ = world.update(with: blind, describer: describer)
        }
        #expect(world.hitTest(middle).isEmpty)
        #expect(world.rays.first?.hit == hit)
    }

    @Test("without instant placement a ray meets nothing until something is known")
    func withoutGuess() throws {
        var (room, world) = beginning()
        let started = world.trackRay(through: middle, types: .existingPlaneUsingExtent)
        let ray = try #require(started)
        #expect(ray.hit == nil)
        for step in 1..<60 { _ = world.update(with: room.picture(at: Double(step) / 20), describer: describer) }
        let told = updates(&world)
        #expect(!told.isEmpty && told.allSatisfy { $0.hit?.type == .existingPlaneUsingExtent })
    }

    @Test("a ray that is no longer tracked tells nothing; more than sixty-four are refused; a fresh start ends all")
    func ends() throws {
        var (room, world) = beginning()
        let started = world.trackRay(through: middle)
        let first = try #require(started)
        let isStopped = world.stopTracking(ray: first.identifier)
        #expect(isStopped)
        let isStoppedAgain = world.stopTracking(ray: first.identifier)
        #expect(!isStoppedAgain)
        for step in 1..<60 { _ = world.update(with: room.picture(at: Double(step) / 20), describer: describer) }
        let told = updates(&world)
        #expect(told.isEmpty)
        for _ in 0..<World.trackedRayCapacity { _ = world.trackRay(through: middle) }
        let excess = world.trackRay(through: middle)
        #expect(excess == nil)
        #expect(Set(world.rays.map(\.identifier)).count == World.trackedRayCapacity)
        world.restart(keepsAnchors: true)
        #expect(world.rays.isEmpty)
    }
}
