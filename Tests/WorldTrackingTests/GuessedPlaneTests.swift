import Geometry
import TestWorlds
import Testing

@testable import Surfaces
@testable import WorldTracking

/// A camera at the origin looks down at 45° on a table 0.6 m below, where the ray of `ray` meets it at (0, −0.6, −0.6).
@Suite("Planes that are guessed from landmarks")
struct GuessedPlaneTests {
    static let ray = Ray(origin: .zero, direction: Vector3(0, -1, -1).normalized)
    static let height = -0.6

    /// A field of landmarks at a height, with a landmark every 3 cm.
    static func field(at height: Double, x: ClosedRange<Double>, z: ClosedRange<Double>) -> [WorldLandmark] {
        stride(from: x.lowerBound, through: x.upperBound, by: 0.03).flatMap { x in
            stride(from: z.lowerBound, through: z.upperBound, by: 0.03).map { z in
                WorldLandmark(identifier: 0, pointInWorld: Vector3(x, height, z), covariance: .identity * 1e-6)
            }
        }
    }

    static func guess(_ points: [WorldLandmark], beside planes: [DetectedPlane] = []) -> HitTestResult? {
        hits(points, .estimatedHorizontalPlane, beside: planes).first
    }

    static func hits(
        _ points: [WorldLandmark],
        _ types: HitTestTypes,
        beside planes: [DetectedPlane] = []
    ) -> [HitTestResult] {
        let tester = HitTester(planes: planes.map { ($0, 1) }, points: points, pixelSigma: 1)
        return tester.hits(along: ray, angleSigma: 0, types: types)
    }

    /// The standard deviation of a hit along the ray, metres.
    static func sigma(_ hit: HitTestResult) -> Double {
        dot(ray.direction, hit.covariance * ray.direction).squareRoot()
    }

    @Test("the guess lies on the landmarks next to the ray, though more lie on a box beside it")
    func nearest() throws {
        let table = Self.field(at: Self.height, x: -0.02...0.02, z: -0.64...(-0.56))
        let box = Self.field(at: Self.height + 0.1, x: 0.07...0.2, z: -0.7...(-0.3))
        #expect(box.count > 5 * table.count)
        let hit = try #require(Self.guess(table + box))
        #expect(abs(hit.pointInWorld.y - Self.height) < 0.005)
        #expect(dot(Self.ray.direction, hit.covariance * Self.ray.direction).squareRoot() < 0.03)
    }

    @Test("between two heights the guess is uncertain by their distance, or there is none")
    func between() {
        let table = Self.field(at: Self.height, x: 0.03...0.1, z: -0.7...(-0.5))
        let box = Self.field(at: Self.height + 0.1, x: -0.1...(-0.03), z: -0.6...(-0.4))
        guard let hit = Self.guess(table + box) else { return }
        #expect(hit.covariance[1, 1] + hit.covariance[2, 2] > 0.05 * 0.05)
    }

    @Test("far from its landmarks the guess is less certain")
    func beyond() throws {
        let near = try #require(Self.guess(Self.field(at: Self.height, x: 0.01...0.1, z: -0.65...(-0.55))))
        let far = try #require(Self.guess(Self.field(at: Self.height, x: 0.08...0.1, z: -0.65...(-0.55))))
        #expect(far.covariance[1, 1] > 1.5 * near.covariance[1, 1])
    }

    @Test("where landmarks of the surface are on one side only, the surface may end before the ray")
    func surrounded() throws {
        let around = try #require(Self.guess(Self.field(at: Self.height, x: -0.1...0.1, z: -0.7...(-0.5))))
        let beside = try #require(Self.guess(Self.field(at: Self.height, x: 0.04...0.1, z: -0.65...(-0.55))))
        #expect(abs(around.pointInWorld.y - beside.pointInWorld.y) < 1e-6)
        #expect(Self.sigma(around) < 0.01)
        // Twice the standard deviation holds a surface half as far again.
        #expect(2 * Self.sigma(beside) > 0.5 * beside.distance)
    }

    @Test("next to a step no level plane is guessed: an upright one along it fits as well")
    func step() {
        let table = Self.field(at: Self.height, x: 0.015...0.1, z: -0.65...(-0.55))
        let floor = Self.field(at: Self.height - 0.09, x: -0.1...(-0.025), z: -0.75...(-0.65))
        #expect(Self.guess(table + floor) == nil)
    }

    @Test("a wall's landmarks suggest the wall, and no level plane through them; a table's suggest the table")
    func alignment() throws {
        let field = Self.field(at: Self.height, x: -0.06...0.06, z: -0.66...(-0.54))
        #expect(Self.hits(field, .estimatedVerticalPlane).isEmpty)
        let wall = field.map { landmark in
            var turned = landmark
            let offset = landmark.pointInWorld - Vector3(0, Self.height, -0.6)
            turned.pointInWorld = Vector3(offset.x, Self.height + offset.z, -0.6)
            return turned
        }
        #expect(Self.guess(wall) == nil)
        let hit = try #require(Self.hits(wall, .estimatedVerticalPlane).first)
        #expect(abs(hit.pointInWorld.z + 0.6) < 0.001)
        #expect(Self.sigma(hit) < 0.01)
    }

    @Test("an upright plane nearly along the ray is not guessed")
    func grazing() {
        // A line of landmarks at many distances, 2 cm beside the ray: with it they span such a plane.
        let line = (0..<12).map { index in
            let place = Self.ray.point(at: 0.6 + 0.05 * Double(index)) + Vector3(0.02, 0.01 * Double(index % 3), 0)
            return WorldLandmark(identifier: 0, pointInWorld: place, covariance: .identity * 1e-6)
        }
        #expect(Self.hits(line, .estimatedVerticalPlane).isEmpty)
    }

    @Test("a landmark with a second surface around it is uncertain by the distance of the two")
    func landmark() throws {
        func landmarks(_ distance: Double, _ scale: Double) -> [WorldLandmark] {
            let across = [Vector3(0.01, 0, 0), Vector3(0.02, 0.02, 0), Vector3(0.02, -0.02, 0), Vector3(0.03, 0, 0)]
            return across.map { offset in
                let place = Self.ray.point(at: distance) + Vector3(offset.x, offset.y, -offset.y) * scale
                return WorldLandmark(identifier: 0, pointInWorld: place, covariance: .identity * 1e-6)
            }
        }
        let near = landmarks(0.8, 1)
        let alone = try #require(Self.hits(near + landmarks(0.8, -2), .featurePoint).first)
        let second = try #require(Self.hits(near + landmarks(1.4, -2), .featurePoint).first)
        #expect(abs(alone.distance - 0.8) < 0.001 && abs(second.distance - 0.8) < 0.001)
        #expect(Self.sigma(alone) < 0.04)
        #expect(2 * Self.sigma(second) > 0.55)
    }

    @Test("just beyond the outline of a found plane, the guess may be that plane instead")
    func rival() throws {
        let box = Self.field(at: Self.height + 0.1, x: -0.1...0.1, z: -0.55...(-0.45))
        let fit = PlaneFit(
            plane: Plane(normal: Vector3(0, 1, 0), offset: Self.height),
            offsetSigma: 0.001,
            normalSigma: 0
        )
        var table = DetectedPlane(
            fit,
            alignment: .horizontal,
            coverage: PlaneCoverage(plane: fit.plane, origin: Vector3(0, Self.height, -0.8), cell: 0.05),
            DetectionContext(
                configuration: .init(),
                cameraInWorld: .zero,
                scaleSigma: 0,
                driftVariance: 0,
                timestampNanoseconds: 0
            )
        )
        table.worldFromPlane.translation = Vector3(0, Self.height, -0.8)
        // It ends 10 cm from the ray, on the far side.
        table.boundary = [Vector2(-0.3, -0.3), Vector2(0.3, -0.3), Vector2(0.3, 0.1), Vector2(-0.3, 0.1)]
        let alone = try #require(Self.guess(box))
        let beside = try #require(Self.guess(box, beside: [table]))
        #expect(alone.pointInWorld == beside.pointInWorld)
        #expect(alone.covariance[1, 1] < 0.03 * 0.03)
        #expect(beside.covariance[1, 1] > 0.03 * 0.03)
        for index in Int32(0)..<9 {
            let cell = table.coverage.cell(of: Vector3(0, Self.height, -0.6)) &+ SIMD2(index % 3 - 1, index / 3 - 1)
            table.coverage.add(-3, at: cell)
        }
        #expect(try #require(Self.guess(box, beside: [table])).covariance == alone.covariance)
    }

    /// A level plane above the table whose outline ends at a depth, metres; the ray meets it 0.3 m away.
    static func top(endingAt end: Double) throws -> DetectedPlane {
        let pose = RigidTransform<WorldSpace, PlaneSpace>(rotation: .identity, translation: Vector3(0, -0.3, 0))
        let outline = [Vector2(-0.2, end), Vector2(0.2, end), Vector2(0.2, 0), Vector2(-0.2, 0)]
        return try #require(DetectedPlane(outside: 1, pose, outline: outline, firstSeenNanoseconds: 0))
    }

    @Test("a ray that just misses a plane lies on it, as uncertain as what lies behind is far")
    func rim() throws {
        func rim(_ plane: DetectedPlane, sigma: Double) -> HitTestResult? {
            let tester = HitTester(planes: [(plane, 1)], points: [], pixelSigma: 1)
            let behind = HitTestResult(
                type: .featurePoint,
                distance: 3,
                pointInWorld: Self.ray.point(at: 3),
                covariance: .identity * (sigma * sigma),
                normal: -Self.ray.direction,
                anchorIdentifier: nil
            )
            return tester.rimHit(before: behind, along: Self.ray, angleSigma: 0.004)
        }
        let hit = try #require(rim(Self.top(endingAt: -0.25), sigma: 1))
        #expect((hit.pointInWorld - Vector3(0, -0.3, -0.3)).length < 1e-9)
        #expect(hit.anchorIdentifier == 1)
        #expect(abs(Self.sigma(hit) - (3 - hit.distance)) < 0.05)
        #expect(try rim(Self.top(endingAt: -0.2), sigma: 1) == nil, "too far beyond its outline")
        #expect(try rim(Self.top(endingAt: -0.25), sigma: 0.1) == nil, "what lies behind is known well")
    }
}
