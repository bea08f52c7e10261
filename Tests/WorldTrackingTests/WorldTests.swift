import Features
import Geometry
import Odometry
import TestWorlds
import Testing

@testable import Surfaces
@testable import WorldTracking

@Suite("The world a session builds")
struct WorldTests {
    let describer = ImageDescriber()

    @Test("the first camera is the origin, looks along −Z, and up is up")
    func origin() throws {
        var world = World()
        let camera = try #require(world.update(with: SyntheticRoom().picture(at: 0), describer: describer).camera)
        #expect(camera.positionInWorld.length < 1e-9)
        let forward = camera.worldFromCamera.rotation * Vector3(0, 0, -1)
        #expect(abs(forward.x) < 1e-9 && forward.z < 0 && forward.y < 0)
        let right = camera.worldFromCamera.rotation * Vector3(1, 0, 0)
        #expect(abs(right.y) < 1e-9)
    }

    @Test("table, floor and wall become anchors, and nothing else")
    func planes() throws {
        var world = SyntheticRoom().world()
        let planes = world.anchors.compactMap(\.plane)
        // The table parts the floor as the camera sees it.
        #expect((3...4).contains(planes.count))
        let floors = world.planes.filter { $0.alignment == .horizontal && abs($0.center.y + 1.2) < 0.01 }
        #expect(floors.count == planes.count - 2)
        #expect(planes.count { $0.alignment == .vertical } == 1)
        let added = world.takeEvents().filter { if case .added = $0 { true } else { false } }
        #expect(added.count >= 3)
        #expect(world.takeEvents().isEmpty)
        let table = try #require(world.planes.first { $0.alignment == .horizontal && $0.center.y > -0.8 })
        #expect(abs(table.center.y - (SyntheticRoom.tableHeight)) < 0.003)
        let anchor = try #require(world.anchors.first { $0.plane?.planeIdentifier == table.identifier })
        let center = anchor.worldFromAnchor * (anchor.plane?.center ?? .zero)
        #expect((center - table.center).length < 1e-9)
    }

    @Test("a hit lies on its ray and on its plane, nearest first")
    func hits() throws {
        let world = SyntheticRoom().world()
        let camera = try #require(world.currentFrame?.camera)
        for x in stride(from: 40.0, to: 640, by: 80) {
            for y in stride(from: 40.0, to: 480, by: 80) {
                let hits = world.hitTest(Vector2(x, y))
                #expect(zip(hits, hits.dropFirst()).allSatisfy { $0.distance <= $1.distance })
                for hit in hits {
                    let ray = camera.ray(through: Vector2(x, y))
                    #expect(cross(hit.pointInWorld - ray.origin, ray.direction).length < 1e-9)
                    #expect(hit.covariance.trace.isFinite && hit.covariance.trace >= 0)
                    guard let anchor = hit.anchorIdentifier else { continue }
                    let plane = try #require(world.anchors.first { $0.identifier == anchor })
                    #expect(abs((plane.worldFromAnchor.inverse * hit.pointInWorld).y) < 1e-6)
                }
            }
        }
    }

    @Test(
        "two thirds of the truths lie within one sigma of a hit on the table",
        arguments: 1...4 as ClosedRange<UInt64>
    )
    func coverage(_ seed: UInt64) throws {
        var room = SyntheticRoom(seed: seed)
        room.sigma = 0.006
        let world = room.world()
        let camera = try #require(world.currentFrame?.camera)
        var generator = SeededGenerator(seed: seed)
        var within = [0, 0]
        var count = 0
        for _ in 0..<1_000 {
            // A person means a point of the table and misses its pixel by a pixel in each axis.
            let meant = Vector3(
                1.2 * (generator.nextUniform() - 0.5),
                SyntheticRoom.tableHeight,
                -0.6 - generator.nextUniform()
            )
            guard let exact = camera.pixel(of: meant) else { continue }
            let pixel = exact + Vector2(generator.nextNormal(), generator.nextNormal())
            guard let hit = world.hitTest(pixel, types: .existingPlaneUsingExtent).first else { continue }
            let along = camera.ray(through: pixel).direction
            let sigma = dot(along, hit.covariance * along).squareRoot()
            let error = abs(dot(hit.pointInWorld - meant, along))
            count += 1
            if error < sigma { within[0] += 1 }
            if error < 2 * sigma { within[1] += 1 }
        }
        #expect(count > 500)
        #expect(abs(Double(within[0]) / Double(count) - 0.683) < 0.1)
        #expect(Double(within[1]) / Double(count) > 0.9)
    }

    @Test("beside the table the floor is sure only further off, or where landmarks were seen there")
    func edge() throws {
        let world = SyntheticRoom().world()
        let camera = try #require(world.currentFrame?.camera)
        let table = try #require(world.planes.first { abs($0.center.y - SyntheticRoom.tableHeight) < 0.02 })
        var floor = table
        floor.plane.offset -= 0.7
        floor.worldFromPlane.translation.y -= 0.7
        floor.coverage = PlaneCoverage(plane: floor.plane, origin: floor.center, cell: 0.1)
        floor.boundary = [Vector2(-3, -3), Vector2(3, -3), Vector2(3, 3), Vector2(-3, 3)]
        let corner = try #require(table.boundary.max { $0.length < $1.length })
        func beside(_ share: Double) -> Vector3 { table.world(corner * (1 + share / corner.length)) }
        var known = table
        known.coverage.add(-3, at: known.coverage.cell(of: beside(0.15)))
        func surfaces(_ share: Double, of table: DetectedPlane) -> [Int32?] {
            let tester = HitTester(planes: [(table, 1), (floor, 2)], points: [], pixelSigma: 1)
            let beside = beside(share)
            let ray = Ray(origin: camera.positionInWorld, direction: (beside - camera.positionInWorld).normalized)
            return tester.hits(along: ray, angleSigma: 0, types: .existingPlaneUsingExtent).map(\.anchorIdentifier)
        }
        #expect(surfaces(-0.05, of: table) == [1, 2])
        // Where a thing stands on the table, and where the floor was seen through it.
        var hollow = table
        let place = hollow.coverage.cell(of: beside(-0.1))
        var occupied = table
        for index in Int32(0)..<9 {
            let cell = place &+ SIMD2(index % 3 - 1, index / 3 - 1)
            // First nothing, then that.
            for _ in 0..<2 {
                hollow.coverage.add(-PlaneCoverage.tuning.evidenceLimit, at: cell)
                occupied.coverage.add(-PlaneCoverage.tuning.evidenceLimit, at: cell, byImages: true)
            }
        }
        #expect(surfaces(-0.1, of: hollow) == [2])
        #expect(surfaces(-0.1, of: occupied).isEmpty)
        #expect(surfaces(0.02, of: known).isEmpty)
        #expect(surfaces(0.15, of: table).isEmpty)
        #expect(surfaces(0.15, of: known) == [2])
        #expect(surfaces(0.3, of: table) == [2])
    }

    @Test("beyond its outline a plane is as uncertain as a room is wide; inside it is known as well as with its extent")
    func withoutEnd() throws {
        let world = SyntheticRoom().world()
        let camera = try #require(world.currentFrame?.camera)
        let table = try #require(world.planes.first { abs($0.center.y - SyntheticRoom.tableHeight) < 0.02 })
        let tester = HitTester(planes: [(table, 1)], points: [], pixelSigma: 1)
        func sigma(_ place: Vector3, _ type: HitTestTypes) -> Double? {
            let ray = Ray(origin: camera.positionInWorld, direction: (place - camera.positionInWorld).normalized)
            let hit = tester.hits(along: ray, angleSigma: 0, types: type).first
            return hit.map { dot(ray.direction, $0.covariance * ray.direction).squareRoot() }
        }
        let corner = try #require(table.boundary.max { $0.length < $1.length })
        let beyond = table.world(corner * 1.3)
        #expect((beyond - camera.positionInWorld).length < 2)
        #expect(sigma(beyond, .existingPlaneUsingExtent) == nil)
        #expect(abs(try #require(sigma(beyond, .existingPlane)) - 2) < 0.04)
        let inside = try #require(sigma(table.center, .existingPlaneUsingExtent))
        #expect(sigma(table.center, .existingPlane) == inside && inside < 0.01)
    }

    @Test("a wall behind landmarks that nearly all stand in front of it is no sure hit")
    func veil() throws {
        let world = SyntheticRoom().world()
        let camera = try #require(world.currentFrame?.camera)
        let table = try #require(world.planes.first { abs($0.center.y - SyntheticRoom.tableHeight) < 0.02 })
        let ray = Ray(origin: camera.positionInWorld, direction: (table.center - camera.positionInWorld).normalized)
        let distance = try #require(ray.distance(to: table.plane))
        func points(_ share: Double, count: Int) -> [WorldLandmark] {
            (0..<count).map { index in
                let aside = Vector3(0.005 * Double(index), 0, 0)
                let place = ray.point(at: share * distance) + aside
                return WorldLandmark(identifier: Int32(index), pointInWorld: place, covariance: .identity * 1e-6)
            }
        }
        func isHit(_ points: [WorldLandmark]) -> Bool {
            let tester = HitTester(planes: [(table, 1)], points: points, pixelSigma: 1)
            return !tester.hits(along: ray, angleSigma: 0, types: .existingPlaneUsingExtent).isEmpty
        }
        #expect(isHit([]) && isHit(points(0.5, count: 2)))
        #expect(!isHit(points(0.5, count: 4)))
        #expect(isHit(points(0.5, count: 4) + points(1, count: 1)))
    }

    @Test("an anchor set on the table stays, and can be removed; a plane's cannot")
    func anchors() throws {
        var world = SyntheticRoom().world(watched: 2)
        let hit = try #require(world.hitTest(Vector2(320, 260), types: .existingPlaneUsingExtent).first)
        let anchor = world.addAnchor(at: hit)
        for step in 40..<80 {
            _ = world.update(with: SyntheticRoom().picture(at: Double(step) / 20), describer: describer)
        }
        let later = try #require(world.anchors.first { $0.identifier == anchor.identifier })
        #expect((later.worldFromAnchor.translation - hit.pointInWorld).length < 0.004)
        let isRemoved = world.removeAnchor(anchor.identifier)
        let isRemovedAgain = world.removeAnchor(anchor.identifier)
        #expect(isRemoved && !isRemovedAgain)
        let plane = try #require(world.anchors.first { $0.plane != nil })
        let isPlaneRemoved = world.removeAnchor(plane.identifier)
        #expect(!isPlaneRemoved)
    }

    @Test("before a plane is known, estimated planes and landmarks are hit, and an instant placement is marked as such")
    func early() throws {
        var world = World(configuration: SessionConfiguration(planeDetection: []))
        #expect(world.hitTest(Vector2(320, 240)).isEmpty)
        _ = world.update(with: SyntheticRoom().picture(at: 0), describer: describer)
        let camera = try #require(world.currentFrame?.camera)
        let table = try #require(camera.pixel(of: Vector3(0, SyntheticRoom.tableHeight, -1)))
        let guess = try #require(world.hitTest(table, types: .estimatedHorizontalPlane).first)
        #expect(abs(guess.pointInWorld.y - SyntheticRoom.tableHeight) < 0.02)
        #expect(world.hitTest(table, types: .featurePoint).count == 1)
        #expect(world.hitTest(table, types: .existingPlane).isEmpty)
        #expect(world.hitTest(table, types: .instantPlacement).first?.type == .instantPlacement)
    }

    @Test("planes that are no longer looked for stay; those that are looked for again are found")
    func otherPlanes() {
        var world = World(configuration: SessionConfiguration(planeDetection: .vertical))
        watch(&world, from: 0)
        #expect(!world.planes.contains { $0.alignment == .horizontal })
        world.configuration.planeDetection = .all
        watch(&world, from: 3)
        let found = world.planes.filter { $0.alignment == .horizontal }.map(\.identifier)
        #expect(!found.isEmpty)
        world.configuration.planeDetection = []
        watch(&world, from: 6)
        #expect(world.planes.filter { $0.alignment == .horizontal }.map(\.identifier) == found)
    }

    /// Three seconds more, twenty images each.
    private func watch(_ world: inout World, from first: Double) {
        for step in 0..<60 {
            _ = world.update(with: SyntheticRoom().picture(at: first + Double(step) / 20), describer: describer)
        }
    }

    @Test("garbage pixels and rays hit nothing")
    func garbage() {
        let world = SyntheticRoom().world(watched: 1)
        #expect(world.hitTest(Vector2(.nan, 0)).isEmpty)
        #expect(world.rayCast(Ray(origin: Vector3(.infinity, 0, 0), direction: Vector3(0, 0, 1))).isEmpty)
        #expect(world.rayCast(Ray(origin: .zero, direction: .zero)).isEmpty)
    }

    @Test("the same pictures give the same world")
    func determinism() {
        #expect(SyntheticRoom().world().planes == SyntheticRoom().world().planes)
    }
}
