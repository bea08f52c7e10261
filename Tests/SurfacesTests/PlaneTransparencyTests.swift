import Geometry
import Testing

@testable import Surfaces

/// The top of a box at height 0, of which there are landmarks in its left half; the outline reaches over things to its right.
@Suite("What lies behind a plane, inside its outline")
struct PlaneTransparencyTests {
    static let eye = Vector3(0, 0.6, 0.6)
    static let configuration = PlaneDetectorConfiguration()
    static let context = DetectionContext(
        configuration: configuration,
        cameraInWorld: eye,
        scaleSigma: 0,
        driftVariance: 0,
        timestampNanoseconds: 1
    )

    static let top: DetectedPlane = {
        let plane = Plane(normal: Vector3(0, 1, 0), offset: 0)
        let coverage = PlaneCoverage(plane: plane, origin: .zero, cell: 0.05)
        let fit = PlaneFit(plane: plane, offsetSigma: 0.001, normalSigma: 0)
        var top = DetectedPlane(fit, alignment: .horizontal, coverage: coverage, context).named(1)
        top.boundary = [Vector2(-0.4, -0.2), Vector2(0.4, -0.2), Vector2(0.4, 0.2), Vector2(-0.4, 0.2)]
        return top
    }()

    /// Landmarks every 3 cm at a height.
    static func field(_ height: Double, x: ClosedRange<Double>, first: Int32) -> [WorldLandmark] {
        var identifier = first
        return stride(from: x.lowerBound, through: x.upperBound, by: 0.03).flatMap { x in
            stride(from: -0.3, through: 0.2, by: 0.03).map { z in
                identifier += 1
                return WorldLandmark(
                    identifier: identifier,
                    pointInWorld: Vector3(x, height, z),
                    covariance: .identity * 1e-6
                )
            }
        }
    }

    static func transparency(at x: Double, over height: Double) -> PlaneTransparency {
        var store = LandmarkStore()
        let landmarks = field(0, x: -0.38...0, first: 0) + field(height, x: 0.03...0.5, first: 1_000)
        store.update(with: landmarks, context)
        store.assign(to: [top], configuration)
        return PlaneTransparency.estimate(of: top, at: Vector3(x, 0, 0), from: eye, store, configuration)
    }

    @Test("over a surface just below there is nothing, over its own landmarks there is the plane")
    func below() {
        #expect(Self.transparency(at: 0.2, over: -0.15) == .clear)
        #expect(Self.transparency(at: -0.2, over: -0.15) == .opaque)
    }

    @Test("at the edge between both nothing is clear")
    func edge() {
        #expect(Self.transparency(at: 0, over: -0.15) != .clear)
    }

    @Test("a floor far below a table may be remembered from elsewhere and says nothing")
    func farBelow() {
        #expect(Self.transparency(at: 0.2, over: -0.7) == .opaque)
    }
}
