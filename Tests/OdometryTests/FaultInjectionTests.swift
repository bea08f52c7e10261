import Geometry
import Imaging
import Testing

@testable import Odometry

/// A simulated flight with rendered images, into which faults are injected.
@Suite("Injected faults")
struct FaultInjectionTests {
    static let size = (width: 320, height: 240)
    static let faultTime = 3.0

    /// The result of one image.
    struct Shown {
        var time: Double
        var frame: OdometryFrame
        /// The distance from the true position, metres.
        var error: Double
    }

    static func flight() -> SimulatedFlight {
        var flight = SimulatedFlight(seed: 3)
        flight.noise = InertialNoise(
            gyroscopeDensity: 2e-4,
            accelerometerDensity: 2e-3,
            gyroscopeWalk: 1e-5,
            accelerometerWalk: 1e-4
        )
        flight.calibration.camera = CameraModel(
            width: size.width,
            height: size.height,
            focalLengthPixels: Vector2(230, 230),
            principalPointPixels: Vector2(160, 120)
        )
        return flight
    }

    /// Soft blobs where the points are, and a sensor's noise.
    static func image(of flight: SimulatedFlight, at time: Double, _ generator: inout SeededGenerator) -> GrayImage {
        var image = GrayImage(width: size.width, height: size.height)
        for index in image.pixels.indices { image.pixels[index] = 98 + UInt8(generator.nextIndex(below: 5)) }
        let (body, extrinsics) = (flight.rotation(time).inverse, flight.calibration.bodyFromOptical)
        for (index, point) in flight.points.enumerated() {
            let optical =
                extrinsics.rotation.inverse * (body * (point - flight.position(time)) - extrinsics.translation)
            guard optical.z > 0.5, let center = flight.calibration.camera.pixel(of: optical) else { continue }
            splat(center, strength: index.isMultiple(of: 2) ? 90 : -80, on: &image)
        }
        return image
    }

    private static func splat(_ center: Vector2, strength: Double, on image: inout GrayImage) {
        let (column, row) = (Int(center.x.rounded(.down)), Int(center.y.rounded(.down)))
        guard column >= 5, row >= 5, column < image.width - 5, row < image.height - 5 else { return }
        for y in row - 4...row + 4 {
            for x in column - 4...column + 4 {
                let (dx, dy) = (Double(x) + 0.5 - center.x, Double(y) + 0.5 - center.y)
                // A Lorentzian blob: smooth, and narrow enough for a corner.
                let value = Double(image[x, y]) + strength / (1 + (dx * dx + dy * dy) / 2.5)
                image[x, y] = UInt8(min(max(value, 0), 255))
            }
        }
    }

    /// Runs the odometry with samples and images changed by the closures.
    static func run(
        until end: Double,
        sample: (inout InertialSample, Double, Int) -> Void = { _, _, _ in },
        image: (inout GrayImage, Double) -> Void = { _, _ in }
    ) -> [Shown] {
        let flight = flight()
        let odometry = VisualInertialOdometry(
            configuration: .calibrated(
                camera: flight.calibration.camera,
                bodyFromOptical: flight.calibration.bodyFromOptical,
                noise: flight.noise
            )
        )
        var generator = SeededGenerator(seed: 5)
        var shown: [Shown] = []
        for step in 0..<Int(end * 200) {
            let time = Double(step) / 200
            let reading = flight.reading(time)
            let noise = (0..<2).map { _ in
                Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
            }
            var given = InertialSample(
                timestampNanoseconds: Int64(step) * 5_000_000,
                angularVelocity: reading.angularVelocity + flight.gyroscopeBias + noise[0] * 0.003,
                specificForce: reading.specificForce + flight.accelerometerBias + noise[1] * 0.03
            )
            sample(&given, time, step)
            odometry.add(given)
            if step.isMultiple(of: 10) {
                var rendered = Self.image(of: flight, at: time, &generator)
                image(&rendered, time)
                odometry.add(rendered, timestampNanoseconds: Int64(step) * 5_000_000)
            }
            while let frame = odometry.nextFrame() {
                let at = Double(frame.timestampNanoseconds) * 1e-9
                let truth = flight.position(at) - flight.position(0)
                let error = frame.odometryFromBody.map { ($0.translation.length - truth.length).magnitude } ?? .nan
                shown.append(Shown(time: at, frame: frame, error: error))
            }
        }
        return shown
    }

    /// When a fault is shown first, seconds after it began.
    static func delay(of fault: SensorFault, in shown: [Shown]) -> Double {
        (shown.first { $0.frame.fault == fault }?.time ?? .infinity) - faultTime
    }

    @Test("without a fault none is shown")
    func none() throws {
        let shown = Self.run(until: 5)
        #expect(shown.allSatisfy { $0.frame.fault == nil })
        let last = try #require(shown.last)
        #expect(last.frame.state == .normal)
        #expect(last.error < 0.15)
    }

    @Test("spikes of the inertial sensors are noticed at once and do not move the pose")
    func spikes() throws {
        let shown = Self.run(until: 5) { sample, time, step in
            guard time >= Self.faultTime, step.isMultiple(of: 97) else { return }
            sample.specificForce += Vector3(150, -80, 60)
            sample.angularVelocity += Vector3(0, 10, 0)
        }
        // The first multiple of 97 samples comes up to 0.485 s later.
        #expect(Self.delay(of: .inertialSpikes, in: shown) < 0.6)
        let last = try #require(shown.last)
        #expect(last.frame.state == .normal)
        #expect(last.error < 0.15)
    }

    @Test("frozen inertial sensors are noticed within half a second, and there is no pose until they come back")
    func frozenSamples() {
        var frozen: InertialSample?
        let shown = Self.run(until: 4.5) { sample, time, _ in
            guard time >= Self.faultTime else { return }
            let kept = frozen ?? sample
            frozen = kept
            sample.angularVelocity = kept.angularVelocity
            sample.specificForce = kept.specificForce
        }
        #expect(Self.delay(of: .frozenInertialSensors, in: shown) < 0.5)
        #expect(shown.filter { $0.time > Self.faultTime + 0.5 }.allSatisfy { $0.frame.odometryFromBody == nil })
    }

    @Test("frozen images are noticed within half a second, and the stated sigma grows with the error")
    func frozenImages() throws {
        var frozen: GrayImage?
        let shown = Self.run(
            until: 4.5,
            image: { given, time in
                guard time >= Self.faultTime else { return }
                let kept = frozen ?? given
                frozen = kept
                given = kept
            }
        )
        #expect(Self.delay(of: .frozenImages, in: shown) < 0.5)
        let before = try #require(shown.last { $0.time < Self.faultTime })
        let last = try #require(shown.last)
        #expect(last.frame.state == .limited(.insufficientFeatures))
        #expect(last.frame.positionSigma.length > before.frame.positionSigma.length)
        #expect(last.error - before.error < 4 * last.frame.positionSigma.length)
    }

    @Test("a part of the image that moves with the camera is noticed and left out")
    func fixedPart() throws {
        var still: GrayImage?
        let shown = Self.run(
            until: 5,
            image: { given, time in
                guard time >= Self.faultTime else { return }
                let kept = still ?? given
                still = kept
                for y in 0..<given.height { for x in 0..<given.width / 2 { given[x, y] = kept[x, y] } }
            }
        )
        #expect(Self.delay(of: .fixedImagePart, in: shown) < 1)
        #expect(try #require(shown.last).error < 0.3)
    }
}
