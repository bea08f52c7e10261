import Geometry
import Testing

@testable import Odometry

@Suite("Landmarks held to flat surfaces")
struct PlaneTests {
    static func filter() -> SlidingWindowFilter {
        let filter = PixelJacobianTests.filter()
        let floor = FlatSurface(
            identifier: 7,
            alignment: .upright,
            plane: Plane(normal: Vector3(0.9, -0.4, 0.02), offset: 1.3),
            features: []
        )
        filter.addPlane(PlaneState(of: floor), isLevel: false, at: 1)
        return filter
    }

    static func jacobian(_ filter: SlidingWindowFilter) -> PlaneJacobian {
        let cameras = WindowCameras()
        cameras.update(from: filter)
        return PlaneJacobian(filter.landmarks[2], filter.planes[1], cameras: cameras)
    }

    @Test("the Jacobian agrees with numeric differences over the whole state")
    func numeric() {
        let rows = SparseRows()
        Self.jacobian(Self.filter()).write(to: rows, anchor: 0, landmark: 2, plane: 1)
        for column in 0..<StateLayout.dimension {
            var unit = [Double](repeating: 0, count: StateLayout.dimension)
            unit[column] = 1
            let analytic = rows.dot(0, unit)
            let moved = [1e-6, -1e-6].map { size in
                unit[column] = size
                let filter = Self.filter()
                filter.correct(unit)
                return -Self.jacobian(filter).residual
            }
            let numeric = (moved[0] - moved[1]) / 2e-6
            #expect(abs(numeric - analytic) < 1e-5 * max(1, abs(numeric)), "column \(column)")
            #expect(rows.dot(1, unit) == 0)
        }
    }

    /// A flight in a room; the estimator receives its floor and one wall, in its own world.
    static func fly(seed: UInt64, isHeld: Bool, _ choose: @escaping (FlightRun, Double, Int) -> [Int32]) -> Outcome {
        let size = seed.isMultiple(of: 2) ? 1.0 : 3
        let flight = SimulatedFlight(seed: seed, size: size)
        var configuration = ConsistencyTests.configuration(flight)
        configuration.surfaceSigma = 0.001
        var run = FlightRun(flight: flight, configuration: configuration, seed: 100 + seed)
        var outcome = Outcome()
        var origin: Double?
        if isHeld {
            run.surfaces = { run in
                guard let origin else { return [] }
                let start = run.estimator.filterStart
                let turn = start.rotation * flight.rotation(origin).inverse
                let align = Rotation(exp: Vector3(0, 0, SimulatedFlight.yaw(turn)))
                return [(axis: 2, side: 1 - 2 * size), (axis: 0, side: 4.5 * size)].map { axis, side in
                    var normal = Vector3.zero
                    normal[axis] = 1
                    let point = align * (normal * side - flight.position(origin)) + start.position
                    return FlatSurface(
                        identifier: Int32(axis),
                        alignment: axis == 2 ? .level : .upright,
                        plane: Plane(normal: align * normal, through: point),
                        features: choose(run, side, axis)
                    )
                }
            }
        }
        run.run(until: 15) { estimator, time in
            guard estimator.isTracking else { return }
            if origin == nil { origin = time }
            let error = ConsistencyTests.poseError(estimator, flight, at: time, origin: origin ?? 0)
            outcome.position = error.position
            outcome.held = max(outcome.held, estimator.filter.planes.reduce(0) { $0 + $1.heldCount })
            guard time > 4 else { return }
            outcome.add(error)
        }
        return outcome
    }

    /// What a flight's errors came to.
    struct Outcome {
        var position = 0.0
        var held = 0
        private var sum = 0.0
        private var squares = 0.0
        private var count = 0.0
        var normalized: Double { sum / count }
        var rootMeanSquare: Double { (squares / count).squareRoot() }

        mutating func add(_ error: (normalized: Double, position: Double)) {
            sum += error.normalized
            squares += error.position * error.position
            count += 1
        }
    }

    @Test("a floor and a wall bring the path nearer to the truth, and its error keeps to its covariance (NEES)")
    func consistency() {
        let held = (1...8).map { seed in
            Self.fly(seed: UInt64(seed), isHeld: true) { $0.features(onSide: $1, ofAxis: $2) }
        }
        let free = (1...8).map { seed in Self.fly(seed: UInt64(seed), isHeld: false) { _, _, _ in [] } }
        // Points of one pixel's noise count with more than that, since it is learnt: fewer of them are known well enough.
        for outcome in held { #expect(outcome.held > 7, "held \(outcome.held)") }
        let normalized = held.reduce(0) { $0 + $1.normalized } / 8
        #expect(normalized > 3 && normalized < 9, "mean \(normalized)")
        let errors = [held, free].map { runs in runs.reduce(0) { $0 + $1.rootMeanSquare } / 8 }
        #expect(errors[0] < errors[1], "held \(errors[0]), free \(errors[1])")
    }

    @Test("a fifth of features that do not lie on their surface does not lead the path astray")
    func wrong() {
        for seed in 1...4 {
            let outcome = Self.fly(seed: UInt64(seed), isHeld: true) { run, side, axis in
                let others = run.features.filter { $0.isMultiple(of: 16) }
                return run.features(onSide: side, ofAxis: axis) + others
            }
            let free = Self.fly(seed: UInt64(seed), isHeld: false) { _, _, _ in [] }
            let errors = (outcome.rootMeanSquare, free.rootMeanSquare)
            #expect(errors.0 < 2 * errors.1 + 0.02, "\(errors)")
        }
    }
}
