import Features
import Geometry

@testable import Odometry

/// Runs an estimator over a simulated flight.
struct FlightRun {
    var flight: SimulatedFlight
    /// The flat surfaces that the estimator receives after each image.
    var surfaces: ((FlightRun) -> [FlatSurface])?
    /// When the images show nothing.
    var dark: Range<Double>?
    let estimator: VisualInertialEstimator
    private var generator: SeededGenerator
    private var visible: [Int32: (point: Int, age: Int32)] = [:]
    private var order: [Int32] = []
    private var next: Int32 = 0
    private var drifts: [Int32: Vector2] = [:]
    private var gyroscopeBias: Vector3
    private var accelerometerBias: Vector3
    private var sampleTime = 0.0

    init(flight: SimulatedFlight, configuration: OdometryConfiguration, seed: UInt64) {
        self.flight = flight
        estimator = VisualInertialEstimator(configuration: configuration)
        generator = SeededGenerator(seed: seed)
        gyroscopeBias = flight.gyroscopeBias
        accelerometerBias = flight.accelerometerBias
    }

    private mutating func normals() -> Vector3 {
        Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
    }

    /// Gives the estimator all samples up to a time, 200 per second.
    mutating func feedSamples(until end: Double) {
        let dt = 0.005
        while sampleTime <= end + dt {
            let noise = flight.noise
            let exact = flight.reading(sampleTime)
            let rateError = gyroscopeBias + normals() * (noise.gyroscopeDensity / dt.squareRoot())
            let forceError = accelerometerBias + normals() * (noise.accelerometerDensity / dt.squareRoot())
            let reading = InertialReading(
                angularVelocity: exact.angularVelocity + rateError,
                specificForce: exact.specificForce + forceError
            )
            gyroscopeBias += normals() * (noise.gyroscopeWalk * dt.squareRoot())
            accelerometerBias += normals() * (noise.accelerometerWalk * dt.squareRoot())
            estimator.add(reading, at: sampleTime)
            sampleTime += dt
        }
    }

    /// What the camera sees of a point at a (sensor) time.
    private func pixel(_ point: Vector3, at time: Double) -> Vector2? {
        let extrinsics = flight.calibration.bodyFromOptical
        func project(_ time: Double) -> Vector2? {
            var beforeLens = flight.rotation(time).inverse * (point - flight.position(time)) - extrinsics.translation
            if flight.viewAmplitude > 0 {
                beforeLens = flight.viewRotation(time).inverse * (flight.rotation(time) * beforeLens)
            }
            let optical = extrinsics.rotation.inverse * beforeLens
            guard optical.z > 0.3, abs(optical.x) < 1.2 * optical.z, abs(optical.y) < optical.z else { return nil }
            return flight.calibration.camera.pixel(of: optical)
        }
        guard let first = project(time) else { return nil }
        let readout = flight.calibration.readoutTime
        guard readout != 0 else { return first }
        return project(time + readout * (first.y / Double(flight.calibration.camera.height) - 0.5))
    }

    /// Nothing, after which no point is known again.
    private mutating func darken() -> [TrackedFeature] {
        visible.removeAll()
        order.removeAll()
        return []
    }

    /// The points of the image with a stamp, followed from the one before.
    mutating func picture(at stamp: Double) -> [TrackedFeature] {
        let time = stamp + flight.calibration.timeOffset
        guard !(dark?.contains(stamp) ?? false) else { return darken() }
        var features: [TrackedFeature] = []
        var kept: [Int32] = []
        var shown = Set<Int>()
        // An image at rest is the same again, but for a little noise of the sensor.
        let liveliness = time < flight.takeOff ? 0.1 : 1
        func noisy(_ pixel: Vector2, _ generator: inout SeededGenerator) -> SIMD2<Float> {
            let noise = Vector2(generator.nextNormal(), generator.nextNormal()) * (flight.pixelSigma * liveliness)
            return SIMD2<Float>(pixel + noise)
        }
        for identifier in order {
            guard let track = visible[identifier] else { continue }
            guard let pixel = pixel(flight.points[track.point], at: time), flight.calibration.camera.contains(pixel),
                generator.nextUniform() > 0.02
            else {
                visible[identifier] = nil
                continue
            }
            visible[identifier]?.age += 1
            if flight.driftSigma > 0, time > flight.takeOff {
                drifts[identifier, default: .zero] +=
                    Vector2(generator.nextNormal(), generator.nextNormal()) * flight.driftSigma
            }
            let moved = pixel + (drifts[identifier] ?? .zero)
            features.append(TrackedFeature(identifier: identifier, pixel: noisy(moved, &generator), age: track.age + 1))
            kept.append(identifier)
            shown.insert(track.point)
        }
        let start = generator.nextIndex(below: flight.points.count)
        for step in flight.points.indices where features.count < 120 {
            let index = (start + step) % flight.points.count
            guard !shown.contains(index), let pixel = pixel(flight.points[index], at: time) else { continue }
            guard flight.calibration.camera.contains(pixel) else { continue }
            visible[next] = (index, 0)
            features.append(TrackedFeature(identifier: next, pixel: noisy(pixel, &generator), age: 0))
            kept.append(next)
            next += 1
        }
        order = kept
        return features
    }

    /// The features seen now that lie on the floor (axis 2) or on a wall, by the side of the room.
    func features(onSide side: Double, ofAxis axis: Int) -> [Int32] {
        order.filter { identifier in
            guard let track = visible[identifier] else { return false }
            return abs(flight.points[track.point][axis] - side) < 1e-9
        }
    }

    /// All features seen now.
    var features: [Int32] { order }

    /// Runs up to an end with images at a rate, and calls after each.
    mutating func run(
        until end: Double,
        rate: Double = 20,
        _ body: (_ estimator: VisualInertialEstimator, _ time: Double) -> Void
    ) {
        var frame = 0
        while Double(frame) / rate < end {
            let stamp = Double(frame) / rate
            feedSamples(until: stamp + 0.2)
            let features = picture(at: stamp)
            let jitter = flight.timestampSigma > 0 ? generator.nextNormal() * flight.timestampSigma : 0
            estimator.process(features, at: stamp + jitter)
            if estimator.isTracking, let surfaces { estimator.setSurfaces(surfaces(self)) }
            body(estimator, stamp + flight.calibration.timeOffset)
            frame += 1
        }
    }
}
