import Geometry
import Odometry
import Recordings

/// Makes the inertial samples of a moving device, with the errors of its sensors.
struct InertialSimulator {
    private let trajectory: DeviceTrajectory
    private let preset: DevicePreset
    private var generator: SeededGenerator
    private var gyroscopeBias: Vector3
    private var accelerometerBias: Vector3
    private let gyroscopeMatrix: Matrix3
    private let accelerometerMatrix: Matrix3
    /// What the platform's low-pass gave last.
    private var filtered: (turn: Vector3, force: Vector3)?

    /// A simulator whose errors depend on the seed.
    init(trajectory: DeviceTrajectory, preset: DevicePreset, seed: UInt64) {
        self.trajectory = trajectory
        self.preset = preset
        var generator = SeededGenerator(seed: seed ^ 0x5EED_0001)
        gyroscopeBias = Self.scatter(&generator) * preset.startingBias.gyroscope
        accelerometerBias = Self.scatter(&generator) * preset.startingBias.accelerometer
        gyroscopeMatrix = Self.distortion(preset.inertialScaleSigma, &generator)
        accelerometerMatrix = Self.distortion(preset.inertialScaleSigma, &generator)
        self.generator = generator
    }

    private static func scatter(_ generator: inout SeededGenerator) -> Vector3 {
        Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
    }

    private static func distortion(_ sigma: Double, _ generator: inout SeededGenerator) -> Matrix3 {
        var matrix = Matrix3.identity
        for row in 0..<3 {
            for column in 0...row { matrix[row, column] += sigma * generator.nextNormal() }
        }
        return matrix
    }

    /// The sample at a time in seconds, and the true state; call in order of time.
    mutating func sample(at time: Double, timestampNanoseconds: Int64) -> (sample: InertialSample, truth: TruthState) {
        let rate = preset.inertialRate
        let truth = TruthState(
            timestampNanoseconds: timestampNanoseconds,
            worldFromBody: trajectory.worldFromBody(time),
            velocity: trajectory.velocity(time),
            gyroscopeBias: gyroscopeBias,
            accelerometerBias: accelerometerBias
        )
        let shown = time - preset.delivery.fusionLag
        var turn =
            gyroscopeMatrix * trajectory.angularVelocity(shown) + gyroscopeBias
            + Self.scatter(&generator) * (preset.noise.gyroscopeDensity * rate.squareRoot())
        var force =
            accelerometerMatrix * trajectory.specificForce(shown) + accelerometerBias
            + Self.scatter(&generator) * (preset.noise.accelerometerDensity * rate.squareRoot())
        gyroscopeBias += Self.scatter(&generator) * (preset.noise.gyroscopeWalk / rate.squareRoot())
        accelerometerBias += Self.scatter(&generator) * (preset.noise.accelerometerWalk / rate.squareRoot())
        deliver(&turn, &force)
        let sample = InertialSample(
            timestampNanoseconds: timestampNanoseconds,
            angularVelocity: Self.rounded(turn, preset.rounding.gyroscope),
            specificForce: Self.rounded(force, preset.rounding.accelerometer)
        )
        return (sample, truth)
    }

    /// What the sensors' range and the platform's low-pass leave of a sample.
    private mutating func deliver(_ turn: inout Vector3, _ force: inout Vector3) {
        let delivery = preset.delivery
        turn.clamp(
            lowerBound: Vector3(repeating: -delivery.gyroscopeRange),
            upperBound: Vector3(repeating: delivery.gyroscopeRange)
        )
        force.clamp(
            lowerBound: Vector3(repeating: -delivery.accelerometerRange),
            upperBound: Vector3(repeating: delivery.accelerometerRange)
        )
        guard delivery.cutoff > 0 else { return }
        let gain = delivery.filterGain(rate: preset.inertialRate)
        let before = filtered ?? (turn, force)
        turn = before.turn + (turn - before.turn) * gain
        force = before.force + (force - before.force) * gain
        filtered = (turn, force)
    }

    private static func rounded(_ vector: Vector3, _ step: Double) -> Vector3 {
        step > 0 ? (vector / step).rounded(.toNearestOrEven) * step : vector
    }
}
