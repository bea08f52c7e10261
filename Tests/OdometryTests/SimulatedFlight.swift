import Geometry
import RealModule

@testable import Odometry

/// A body on a smooth path with exact inertial readings, and a cloud of points that its camera sees.
struct SimulatedFlight {
    /// When the body begins to move, seconds; before that it rests.
    ///
    /// Negative: it moves from the start.
    var takeOff = 1.0
    /// How strongly it moves.
    var agility = 1.0
    /// The standard deviation of the pixels.
    var pixelSigma = 1.0
    /// How far points drift over their surfaces from image to image, pixels.
    var driftSigma = 0.0
    /// How unevenly images are stamped: one standard deviation, seconds.
    var timestampSigma = 0.0
    /// How far image stabilisation turns the view in flight, radians.
    var viewAmplitude = 0.0
    /// The sensors' noise.
    var noise = InertialNoise(
        gyroscopeDensity: 2e-3,
        accelerometerDensity: 2e-2,
        gyroscopeWalk: 1e-4,
        accelerometerWalk: 1e-3
    )
    var gyroscopeBias = Vector3(0.01, -0.02, 0.03)
    var accelerometerBias = Vector3(0.05, 0.1, -0.05)
    /// The true calibration.
    var calibration = OdometryCalibration(
        camera: CameraModel(
            width: 640,
            height: 480,
            focalLengthPixels: Vector2(460, 460),
            principalPointPixels: Vector2(320, 240),
            distortion: .radialTangential(k1: -0.28, k2: 0.07, p1: 0, p2: 0)
        ),
        bodyFromOptical: RigidTransform(
            rotation: Rotation(matrix: Matrix3(rows: Vector3(0, 0, 1), Vector3(-1, 0, 0), Vector3(0, -1, 0))),
            translation: Vector3(0.05, 0.02, -0.01)
        ),
        timeOffset: 0
    )
    var points: [Vector3] = []

    init(seed: UInt64, size: Double = 1) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1500 {
            var point = Vector3(
                generator.nextUniform() - 0.5,
                generator.nextUniform() - 0.5,
                generator.nextUniform() - 0.5
            )
            let wall = generator.nextIndex(below: 3)
            point[wall] = point[wall] < 0 ? -0.5 : 0.5
            points.append(point * Vector3(9, 9, 4) * size + Vector3(0, 0, 1))
        }
    }

    /// The body's position along the path: at rest before the take-off, then with a speed that rises to one second per
    /// second.
    private func progress(_ time: Double) -> Double {
        let since = time - takeOff
        guard since > 0 else { return 0 }
        let rise = 2.0
        guard since < rise else { return since - rise / 2 }
        // Integral of a smooth step of fifth order.
        let x = since / rise
        return rise * x * x * x * x * (x * x - 3 * x + 2.5)
    }

    func position(_ time: Double) -> Vector3 {
        let s = progress(time) * agility
        return Vector3(1.5 * (.cos(0.7 * s) - 1), 1.5 * .sin(0.9 * s), 0.4 * .sin(1.3 * s) + 0.3 * (1 - .cos(0.5 * s)))
    }

    func rotation(_ time: Double) -> Rotation {
        let s = progress(time) * agility
        return Rotation(exp: Vector3(0, 0, 0.5 * s))
            * Rotation(exp: Vector3(0.15 * .sin(1.1 * s), 0.2 * .sin(0.8 * s), 0))
    }

    /// The body as its images show it.
    func viewRotation(_ time: Double) -> Rotation {
        let strength = viewAmplitude * min(1, progress(time))
        return rotation(time) * Rotation(exp: Vector3(0, .sin(7 * time), .cos(5 * time)) * strength)
    }

    func velocity(_ time: Double) -> Vector3 {
        let h = 1e-3
        return (position(time + h) - position(time - h)) * (4 / (6 * h))
            - (position(time + 2 * h) - position(time - 2 * h)) / (12 * h)
    }

    func reading(_ time: Double) -> InertialReading {
        let h = 1e-3
        let acceleration = (velocity(time + h) - velocity(time - h)) / (2 * h)
        let turn = (rotation(time - h).inverse * rotation(time + h)).log / (2 * h)
        return InertialReading(
            angularVelocity: turn,
            specificForce: rotation(time).inverse * (acceleration + Vector3(0, 0, 9.81))
        )
    }
}
