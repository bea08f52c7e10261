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
        let turn =
            gyroscopeMatrix * trajectory.angularVelocity(time) + gyroscopeBias
            + Self.scatter(&generator) * (preset.noise.gyroscopeDensity * rate.squareRoot())
        let force =
            accelerometerMatrix * trajectory.specificForce(time) + accelerometerBias
            + Self.scatter(&generator) * (preset.noise.accelerometerDensity * rate.squareRoot())
        gyroscopeBias += Self.scatter(&generator) * (preset.noise.gyroscopeWalk / rate.squareRoot())
        accelerometerBias += Self.scatter(&generator) * (preset.noise.accelerometerWalk / rate.squareRoot())
        let sample = InertialSample(
            timestampNanoseconds: timestampNanoseconds,
            angularVelocity: Self.rounded(turn, preset.rounding.gyroscope),
            specificForce: Self.rounded(force, preset.rounding.accelerometer)
        )
        return (sample, truth)
    }

    private static func rounded(_ vector: Vector3, _ step: Double) -> Vector3 {
        step > 0 ? (vector / step).rounded(.toNearestOrEven) * step : vector
    }
}
