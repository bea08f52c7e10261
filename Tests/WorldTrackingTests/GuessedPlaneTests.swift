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
        let tester = HitTester(planes: planes.map { ($0, 1) }, points: points, pixelSigma: 1)
        return tester.hits(along: ray, angleSigma: 0, types: .estimatedHorizontalPlane).first
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
}
