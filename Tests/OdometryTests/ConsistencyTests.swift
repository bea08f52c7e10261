import Geometry
import RealModule
import Testing

@testable import Odometry

@Suite("The filter on a simulated point cloud")
struct ConsistencyTests {
    /// What a flight's errors came to.
    struct Outcome {
        /// The mean of the normalised squared pose error, 6 where it is in proportion.
        var normalized: Double
        /// Estimated over true path speed.
        var scale: Double
        /// The error of the position at the end, metres.
        var position: Double
        var calibration: OdometryCalibration
    }

    static func configuration(
        _ flight: SimulatedFlight,
        _ options: CalibrationOptions = .globalShutter
    ) -> OdometryConfiguration {
        var configuration = OdometryConfiguration(
            camera: flight.calibration.camera,
            bodyFromOptical: flight.calibration.bodyFromOptical,
            timeOffset: flight.calibration.timeOffset,
            noise: flight.noise,
            calibration: options,
            priors: .calibrated
        )
        configuration.pixelSigma = flight.pixelSigma
        configuration.driftSigma = 0
        return configuration
    }

    /// The squared error of rotation and position by the filter's covariance, and the error of the position in metres.
    static func poseError(
        _ estimator: VisualInertialEstimator,
        _ flight: SimulatedFlight,
        at time: Double,
        origin: Double
    ) -> (normalized: Double, position: Double) {
        let filter = estimator.filter
        // The filter's world has its origin and heading where it began.
        let turnToStart = estimator.filterStart.rotation * flight.rotation(origin).inverse
        let align = Rotation(exp: Vector3(0, 0, SimulatedFlight.yaw(turnToStart)))
        let position = align * (flight.position(time) - flight.position(origin)) + estimator.filterStart.position
        let turn = (align * flight.rotation(time) * filter.inertial.rotation.inverse).log
        let back = Rotation.leftJacobian(turn).inverse ?? .identity
        let shift = back * (position - Rotation(exp: turn) * filter.inertial.position)
        let error = [turn.x, turn.y, turn.z, shift.x, shift.y, shift.z]
        let system = MatrixBuffer(rows: 6, columns: 8)
        let indices = [0, 1, 2, 6, 7, 8]
        for i in 0..<6 {
            for j in 0..<6 { system.view[i, j] = filter.covariance[indices[i], indices[j]] }
            system.view[i, 6] = error[i]
        }
        system.view.factorCholesky()
        let normalized = (0..<6).reduce(0.0) { $0 + system.view[$1, 6] * system.view[$1, 6] }
        return (normalized, (position - filter.inertial.position).length)
    }

    static func fly(_ flight: SimulatedFlight, _ configuration: OdometryConfiguration, seed: UInt64) -> Outcome {
        var run = FlightRun(flight: flight, configuration: configuration, seed: seed)
        var origin: Double?
        var sum = 0.0
        var count = 0.0
        var speeds = (estimated: 0.0, real: 0.0)
        var last = 0.0
        run.run(until: 15) { estimator, time in
            guard estimator.isTracking else { return }
            if origin == nil { origin = time }
            let error = poseError(estimator, flight, at: time, origin: origin ?? 0)
            last = error.position
            guard time > 4 else { return }
            sum += error.normalized
            count += 1
            speeds.estimated += estimator.filter.inertial.velocity.length
            speeds.real += flight.velocity(time).length
        }
        return Outcome(
            normalized: sum / count,
            scale: speeds.estimated / speeds.real,
            position: last,
            calibration: run.estimator.filter.calibration
        )
    }

    @Test("the pose's error keeps to its covariance (NEES), the scale to the truth")
    func consistency() {
        let outcomes = (1...8).map { seed in
            let flight = SimulatedFlight(seed: UInt64(seed), size: seed.isMultiple(of: 2) ? 1 : 3)
            return Self.fly(flight, Self.configuration(flight), seed: UInt64(100 + seed))
        }
        // Six degrees of freedom, of which the heading's share is near none at the start.
        let mean = outcomes.reduce(0.0) { $0 + $1.normalized } / Double(outcomes.count)
        #expect(mean > 3 && mean < 9, "mean \(mean)")
        for outcome in outcomes {
            #expect(abs(outcome.scale - 1) < 0.07)
            #expect(outcome.position < 0.4)
        }
    }

    @Test("drifting points keep to the covariance when their drift is told")
    func drift() {
        let normalized = (1...6).map { seed in
            let flight = SimulatedFlight(seed: UInt64(seed), size: 3)
            var configuration = Self.configuration(flight)
            configuration.pixelSigma = 0.3
            configuration.tuning.landmarkDepthLimit = 0.05
            configuration.driftSigma = 0.15
            // A camera's position fixed to millimetres must absorb the remaining drift; here it is free.
            configuration.priors.extrinsicTranslation = 0.01
            var drifting = flight
            drifting.driftSigma = 0.15
            drifting.pixelSigma = 0.3
            return Self.fly(drifting, configuration, seed: UInt64(200 + seed)).normalized
        }
        let mean = normalized.reduce(0, +) / Double(normalized.count)
        #expect(mean > 3 && mean < 11, "mean \(mean)")
    }

    @Test("a scale learnt while images were taken for later ones is stated as less sure")
    func lateImages() {
        func frame(timeOffset: Double) -> OdometryFrame {
            var flight = SimulatedFlight(seed: 3)
            (flight.agility, flight.noise.gyroscopeDensity, flight.pixelSigma) = (1.5, 2e-4, 0.5)
            var configuration = Self.configuration(flight, .all)
            configuration.priors = .guessed
            flight.calibration.timeOffset = timeOffset
            var run = FlightRun(flight: flight, configuration: configuration, seed: 9)
            run.run(until: 15) { _, _ in }
            return run.estimator.frame(timestampNanoseconds: 0)
        }
        let (exact, late) = (frame(timeOffset: 0), frame(timeOffset: -0.04))
        #expect(abs(exact.calibration.timeOffset) < 0.004 && abs(late.calibration.timeOffset + 0.04) < 0.008)
        #expect(late.scaleSigma > 0.0095 && late.scaleSigma > exact.scaleSigma + 0.001)
    }

    @Test("uneven stamps are found out and reckoned with")
    func jitter() {
        let runs = (1...6).map { seed in
            var flight = SimulatedFlight(seed: UInt64(seed), size: seed.isMultiple(of: 2) ? 1 : 3)
            flight.timestampSigma = 0.003
            var run = FlightRun(flight: flight, configuration: Self.configuration(flight), seed: UInt64(300 + seed))
            var sum = 0.0
            var count = 0.0
            var origin: Double?
            // The filter's state is that of the moment an image is stamped with, not of the one it was taken at.
            run.run(until: 15) { estimator, _ in
                guard estimator.isTracking else { return }
                let time = estimator.filter.time
                if origin == nil { origin = time }
                guard time > 4 else { return }
                sum += Self.poseError(estimator, flight, at: time, origin: origin ?? 0).normalized
                count += 1
            }
            return (normalized: sum / count, sigma: run.estimator.timestampSigma)
        }
        for run in runs { #expect(abs(run.sigma - 0.003) < 0.001, "sigma \(run.sigma)") }
        let mean = runs.reduce(0) { $0 + $1.normalized } / Double(runs.count)
        #expect(mean > 3 && mean < 10, "mean \(mean)")
    }

    @Test("a filter far too sure of itself goes on learning from its landmarks", arguments: 1...4)
    func sure(seed: Int) {
        let flight = SimulatedFlight(seed: UInt64(seed), size: 3)
        var configuration = Self.configuration(flight)
        configuration.noise.gyroscopeDensity *= 0.1
        configuration.noise.accelerometerDensity *= 0.3
        configuration.pixelSigma = 0.3
        let outcome = Self.fly(flight, configuration, seed: UInt64(400 + seed))
        #expect(abs(outcome.scale - 1) < 0.1, "scale \(outcome.scale)")
        #expect(outcome.position < 0.8, "position \(outcome.position)")
    }

    @Test("a camera's place that is only considered stays as given, and what it may be off counts")
    func consideration() {
        let outcomes = (1...6).map { seed in
            var flight = SimulatedFlight(seed: UInt64(seed), size: 1)
            flight.agility = 1.5
            var configuration = Self.configuration(flight)
            configuration.priors.extrinsicTranslation = 0.03
            configuration.considersExtrinsicTranslation = true
            let signs = Vector3(seed.isMultiple(of: 2) ? 1 : -1, seed > 3 ? 1 : -1, seed.isMultiple(of: 3) ? 1 : -1)
            configuration.bodyFromOptical.translation += signs * 0.03
            var held = configuration
            held.calibration.subtract(.extrinsicTranslation)
            let considered = Self.fly(flight, configuration, seed: UInt64(500 + seed))
            let stays = considered.calibration.bodyFromOptical.translation == configuration.bodyFromOptical.translation
            #expect(stays)
            return (considered.normalized, Self.fly(flight, held, seed: UInt64(500 + seed)).normalized)
        }
        let means = outcomes.reduce((0, 0)) { ($0.0 + $1.0 / 6, $0.1 + $1.1 / 6) }
        #expect(means.0 < 9 && means.1 > 2 * means.0, "considered \(means.0), held \(means.1)")
    }

    @Test("such a filter keeps its scale even if it refuses whatever does not fit, because it learns the points' noise")
    func refusing() {
        func worstScale(fittingShare: Double) -> Double {
            let errors = (1...4).map { seed in
                let flight = SimulatedFlight(seed: UInt64(seed), size: 3)
                var configuration = Self.configuration(flight)
                configuration.noise.gyroscopeDensity *= 0.03
                configuration.noise.accelerometerDensity *= 0.3
                configuration.pixelSigma = 0.3
                configuration.tuning.fittingShare = fittingShare
                return abs(Self.fly(flight, configuration, seed: UInt64(400 + seed)).scale - 1)
            }
            return errors.max() ?? .infinity
        }
        let refusing = worstScale(fittingShare: 0)
        let learning = worstScale(fittingShare: 0.7)
        #expect(learning < 0.1 && refusing < 0.1, "learning \(learning), refusing \(refusing)")
    }

    @Test("a wrong guess of the calibration is put right along the way")
    func calibration() {
        var flight = SimulatedFlight(seed: 3)
        flight.agility = 1.5
        flight.noise.gyroscopeDensity = 2e-4
        flight.pixelSigma = 0.5
        flight.calibration.timeOffset = -0.02
        flight.calibration.readoutTime = 0.02
        var configuration = Self.configuration(flight, .all)
        configuration.priors = .guessed
        configuration.timeOffset = 0
        configuration.readoutTime = 0
        configuration.camera.focalLengthPixels = Vector2(445, 445)
        let outcome = Self.fly(flight, configuration, seed: 9)
        #expect(abs(outcome.calibration.timeOffset + 0.02) < 0.004)
        #expect(abs(outcome.calibration.readoutTime - 0.02) < 0.006)
        #expect((outcome.calibration.camera.focalLengthPixels - Vector2(460, 460)).length < 6)
        #expect(abs(outcome.scale - 1) < 0.06)
    }
}

extension SimulatedFlight {
    /// The turn about the vertical axis in a rotation.
    static func yaw(_ rotation: Rotation) -> Double {
        let forward = rotation * Vector3(1, 0, 0)
        return .atan2(y: forward.y, x: forward.x)
    }
}
