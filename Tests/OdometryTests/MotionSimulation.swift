import Geometry
import Odometry
import RealModule

/// A body on a smooth path through a cloud of points, with its sensors' data.
struct MotionSimulation {
    /// How the body moves.
    enum Path {
        /// Turns and accelerates, as a hand does.
        case lively
        /// Straight on at one speed, turning.
        case even
        /// Turns on the spot.
        case turning
    }

    var path = Path.lively
    var camera = CameraModel(
        width: 640,
        height: 480,
        focalLengthPixels: Vector2(460, 460),
        principalPointPixels: Vector2(320, 240)
    )
    let bodyFromOptical = RigidTransform<BodySpace, OpticalSpace>(
        rotation: Rotation(matrix: Matrix3(rows: Vector3(0, 0, 1), Vector3(-1, 0, 0), Vector3(0, -1, 0))),
        translation: Vector3(0.03, -0.02, 0.01)
    )
    var gyroscopeBias = Vector3(0.03, -0.05, 0.02)
    var accelerometerBias = Vector3(0.05, 0.06, -0.04)
    /// The accelerometer's noise, m/s² a sample.
    var forceNoise = 0.028
    var pixelNoise = 0.3
    /// Inertial clock less the images' clock, seconds.
    var timeOffset = 0.0
    /// How unevenly images are stamped: one standard deviation, seconds.
    var timestampSigma = 0.0
    /// The time from the first row's exposure to the last's, seconds.
    var readoutTime = 0.0
    var generator: SeededGenerator
    private var points: [Vector3] = []

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        for _ in 0..<900 {
            let direction = Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal() * 0.5)
            points.append(direction.normalized * (1.5 + 5 * generator.nextUniform()))
        }
    }

    func position(_ t: Double) -> Vector3 {
        switch path {
        case .lively:
            Vector3(0.35 * .sin(2.3 * t), 0.3 * .sin(3.1 * t + 1), 0.2 * .sin(2.7 * t + 2))
        case .even: Vector3(0.5 * t, 0.3 * t, 0.1)
        case .turning: .zero
        }
    }

    func rotation(_ t: Double) -> Rotation {
        Rotation(exp: Vector3(0.25 * .sin(1.7 * t), 0.2 * .sin(2.1 * t + 0.5), 0.5 * .sin(1.3 * t)))
    }

    func velocity(_ t: Double) -> Vector3 { (position(t + 1e-4) - position(t - 1e-4)) / 2e-4 }

    mutating func sample(_ t: Double) -> InertialSample {
        let step = 1e-3
        let acceleration = (position(t + step) - position(t) * 2 + position(t - step)) / (step * step)
        let here = rotation(t)
        let turn = (rotation(t - step).inverse * rotation(t + step)).log / (2 * step)
        return InertialSample(
            timestampNanoseconds: Int64(t * 1e9),
            angularVelocity: turn + gyroscopeBias + noise(0.0024),
            specificForce: here.inverse * (acceleration + Vector3(0, 0, 9.81)) + accelerometerBias + noise(forceNoise)
        )
    }

    /// What the camera sees at a time of the inertial clock, row by row.
    mutating func observations(_ t: Double) -> [(identifier: Int32, pixel: SIMD2<Float>)] {
        let middle = opticalFromWorld(t)
        var result: [(identifier: Int32, pixel: SIMD2<Float>)] = []
        for (index, point) in points.enumerated() {
            guard var pixel = camera.pixel(of: middle * point), camera.contains(pixel) else { continue }
            if readoutTime != 0 {
                let late = readoutTime * (pixel.y / Double(camera.height) - 0.5)
                pixel = camera.pixel(of: opticalFromWorld(t + late) * point) ?? pixel
            }
            let seen = pixel + Vector2(generator.nextNormal(), generator.nextNormal()) * pixelNoise
            result.append((Int32(index), SIMD2(Float(seen.x), Float(seen.y))))
        }
        return result
    }

    private func opticalFromWorld(_ t: Double) -> RigidTransform<OpticalSpace, OdometrySpace> {
        let worldFromBody = RigidTransform<OdometrySpace, BodySpace>(rotation: rotation(t), translation: position(t))
        return (worldFromBody * bodyFromOptical).inverse
    }

    private mutating func noise(_ sigma: Double) -> Vector3 {
        Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal()) * sigma
    }

    /// Feeds images at 20 Hz and samples at 200 Hz from a time on, until the initializer has an answer or the time is
    /// up.
    mutating func run(
        _ initializer: MotionInitializer,
        from start: Double,
        seconds: Double
    ) -> (outcome: MotionInitializerOutcome, time: Double) {
        var sampleIndex = 0
        var outcome = MotionInitializerOutcome.waiting(.tooFewImages)
        for index in 0..<Int(seconds * 20) {
            let time = start + Double(index) * 0.05
            while start - 0.2 + Double(sampleIndex) * 0.005 < time + 0.1 {
                initializer.add(sample(start - 0.2 + Double(sampleIndex) * 0.005))
                sampleIndex += 1
            }
            let jitter = timestampSigma > 0 ? generator.nextNormal() * timestampSigma : 0
            let stamp = Int64((time - timeOffset + jitter) * 1e9)
            initializer.add(observations(time), timestampNanoseconds: stamp)
            let answer = initializer.solve()
            if case .waiting(.tooSoon) = answer { continue }
            outcome = answer
            if case .solved = answer { return (answer, time) }
        }
        return (outcome, start + seconds)
    }
}
