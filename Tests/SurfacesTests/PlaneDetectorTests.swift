import Geometry
import Surfaces
import Testing

@Suite("Planes among landmarks")
struct PlaneDetectorTests {
    static let camera = Vector3(0, 1.5, 0.5)

    /// Whether the table hides a point from the camera.
    static func isHidden(_ point: Vector3) -> Bool {
        guard point.y < 0.7 else { return false }
        let crossing = camera + (point - camera) * ((camera.y - 0.72) / (camera.y - point.y))
        return abs(crossing.x) < 0.62 && abs(crossing.z + 1) < 0.42
    }

    /// A table of 1.2 × 0.8 m at 0.72 m, a floor, a wall, clutter; everything measured with an error.
    static func room(seed: UInt64, sigma: Double = 0.004) -> [WorldLandmark] {
        var generator = SeededGenerator(seed: seed)
        var points: [WorldLandmark] = []
        func add(_ point: Vector3) {
            let noise = Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal()) * sigma
            let covariance = Matrix3(diagonal: Vector3(repeating: sigma * sigma))
            let identifier = Int32(points.count + 1)
            points.append(WorldLandmark(identifier: identifier, pointInWorld: point + noise, covariance: covariance))
        }
        func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * generator.nextUniform() }
        for _ in 0..<150 { add(Vector3(uniform(-0.6, 0.6), 0.72, uniform(-1.4, -0.6))) }
        for _ in 0..<300 {
            let floor = Vector3(uniform(-1.5, 1.5), 0, uniform(-2.5, 0.5))
            if !isHidden(floor) { add(floor) }
        }
        for _ in 0..<120 {
            let wall = Vector3(uniform(-1.5, 1.5), uniform(0.2, 2), -2.6)
            if !isHidden(wall) { add(wall) }
        }
        for _ in 0..<60 { add(Vector3(uniform(-0.5, 0.5), uniform(0.75, 1.2), uniform(-1.3, -0.7))) }
        return points
    }

    static func settled(_ points: [WorldLandmark], updates: Int = 8) -> (PlaneDetector, [PlaneEvent]) {
        var detector = PlaneDetector()
        var events: [PlaneEvent] = []
        for update in 0..<updates {
            events += detector.update(
                with: points,
                cameraInWorld: camera,
                timestampNanoseconds: Int64(update) * 200_000_000
            )
        }
        return (detector, events)
    }

    @Test("table, floor and wall are found where they are", arguments: 1...8 as ClosedRange<UInt64>)
    func findsRoom(_ seed: UInt64) throws {
        let (detector, _) = Self.settled(Self.room(seed: seed))
        let table = try #require(detector.planes.first { abs($0.center.y - 0.72) < 0.1 && $0.alignment == .horizontal })
        #expect(abs(table.plane.offset - 0.72) < 0.003)
        #expect(abs(max(table.extent.x, table.extent.y) - 1.2) < 0.08)
        #expect(abs(min(table.extent.x, table.extent.y) - 0.8) < 0.08)
        #expect(detector.planes.contains { $0.alignment == .horizontal && abs($0.center.y) < 0.01 })

        let wall = try #require(detector.planes.first { $0.alignment == .vertical })
        #expect(abs(wall.center.z + 2.6) < 0.01)
        #expect(wall.plane.normal.z > 0.9999)

        #expect(detector.planes.count == 3)
    }

    @Test("clutter without a surface gives no plane", arguments: 1...8 as ClosedRange<UInt64>)
    func clutter(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let covariance = Matrix3(diagonal: Vector3(repeating: 1e-5))
        let points = (0..<300).map { index in
            let point = Vector3(generator.nextUniform(), generator.nextUniform(), generator.nextUniform())
            return WorldLandmark(identifier: Int32(index), pointInWorld: point, covariance: covariance)
        }
        #expect(Self.settled(points).0.planes.isEmpty)
    }

    @Test("two halves of a table become one plane, and the older keeps its name")
    func merges() throws {
        let table = Self.room(seed: 3).filter { abs($0.pointInWorld.y - 0.72) < 0.02 }
        let sides = table.filter { abs($0.pointInWorld.x) > 0.25 }
        var detector = PlaneDetector()
        var events: [PlaneEvent] = []
        for update in 0..<12 {
            events += detector.update(
                with: update < 6 ? sides : table,
                cameraInWorld: Vector3(0, 1.5, 0),
                timestampNanoseconds: Int64(update)
            )
            if update == 5 { #expect(detector.planes.count == 2) }
        }
        #expect(detector.planes.map(\.identifier) == [1])
        #expect(events.contains(.merged(2, into: 1)))
    }

    @Test("an upright plane is reported once it has stayed for some updates")
    func watchesUprightPlanes() {
        let wall = Self.room(seed: 2).filter { abs($0.pointInWorld.z + 2.6) < 0.02 }
        #expect(Self.settled(wall, updates: 3).0.planes.isEmpty)
        #expect(Self.settled(wall, updates: 6).0.planes.map(\.alignment) == [.vertical])
    }

    @Test("a landmark beside a table that is known badly does not draw the outline out to it")
    func outlineIsOfSureLandmarks() throws {
        var points = Self.room(seed: 6).filter { abs($0.pointInWorld.y - 0.72) < 0.02 }
        let before = try #require(Self.settled(points).0.planes.first)
        let covariance = Matrix3(diagonal: Vector3(repeating: 4e-4))
        let chair = Vector3(0.8, 0.70, -1)
        points.append(WorldLandmark(identifier: 999, pointInWorld: chair, covariance: covariance))
        let after = try #require(Self.settled(points).0.planes.first)
        #expect(after.pointCount == before.pointCount + 1)
        #expect((after.extent - before.extent).length < 0.002)
    }

    @Test("a magazine on a table stands out of the table's plane by its thickness, bare table by nothing")
    func relief() throws {
        let covariance = Matrix3(diagonal: Vector3(repeating: 1e-6))
        var points: [WorldLandmark] = []
        for x in -12...12 {
            for z in -8...8 {
                let isMagazine = (2...6).contains(x) && (-2...3).contains(z)
                let place = Vector3(Double(x) * 0.04, isMagazine ? 0.006 : 0, Double(z) * 0.04)
                let identifier = Int32(points.count)
                points.append(WorldLandmark(identifier: identifier, pointInWorld: place, covariance: covariance))
            }
        }
        var detector = PlaneDetector()
        let eye = Vector3(0, 0.8, 0.6)
        for update in 0..<4 {
            _ = detector.update(with: points, cameraInWorld: eye, timestampNanoseconds: Int64(update))
        }
        let table = try #require(detector.planes.first)
        func height(_ place: Vector3) -> Double {
            let relief = detector.relief(along: Ray(origin: eye, direction: place - eye), on: table)
            #expect(relief.sigma > 0.0003)
            #expect(relief.sigma < PlaneDetector.unevenness)
            return table.plane.offset + relief.height
        }
        #expect(abs(height(Vector3(0.16, 0.006, 0.02)) - 0.006) < 0.0015)
        #expect(abs(height(Vector3(-0.28, 0, 0.02))) < 0.0015)
    }

    /// What happens when all landmarks of a table move by some height, and stay there.
    static func moved(by height: Double, scaleSigma: Double) -> [PlaneEvent] {
        let points = Self.room(seed: 5).filter { abs($0.pointInWorld.y - 0.72) < 0.02 }
        var detector = PlaneDetector()
        var events: [PlaneEvent] = []
        let moved = points.map { point in
            WorldLandmark(
                identifier: point.identifier,
                pointInWorld: point.pointInWorld + Vector3(0, height, 0),
                covariance: point.covariance
            )
        }
        for update in 0..<16 {
            events += detector.update(
                with: update < 8 ? points : moved,
                cameraInWorld: camera,
                scaleSigma: scaleSigma,
                timestampNanoseconds: Int64(update) * 200_000_000
            )
        }
        return events
    }

    @Test("a plane whose landmarks turn out to lie elsewhere is removed")
    func removes() {
        #expect(Self.moved(by: 0.3, scaleSigma: 0.002).contains(.removed(1)))
    }

    @Test("a surface that the scale moves while it is hardly known keeps its identity")
    func succeeds() {
        let events = Self.moved(by: 0.08, scaleSigma: 0.05)
        #expect(events.contains(.merged(2, into: 1)))
        #expect(!events.contains(.removed(1)) && !events.contains(.removed(2)))
    }

    @Test("landmarks known to two centimetres do not make an upright plane")
    func unsure() {
        let (detector, _) = Self.settled(Self.room(seed: 2, sigma: 0.02), updates: 20)
        #expect(!detector.planes.contains { $0.alignment != .horizontal })
    }

    @Test("garbage is left out")
    func garbage() {
        let bad = WorldLandmark(identifier: 1, pointInWorld: Vector3(.nan, 0, 0), covariance: .identity)
        let far = WorldLandmark(
            identifier: 2,
            pointInWorld: .zero,
            covariance: Matrix3(diagonal: Vector3(repeating: .infinity))
        )
        #expect(Self.settled([bad, far]).0.planes.isEmpty)
    }
}
