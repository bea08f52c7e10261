import Foundation
import Geometry

/// The motion of a camera through a scene.
public enum MotionKind: String, CaseIterable, Sendable {
    /// Around a table and back, close to it.
    case tabletop
    /// Round the table in haste: up to 0.8 m/s and 1.5 rad/s.
    case swing
    /// A walk through the room.
    case walk
    /// Standing still, panning the camera from side to side.
    case sweep
    /// A walk with stops.
    case stopAndGo = "stop-and-go"
    /// Once around the room, back to the start.
    case loop
    /// The table first, then a walk through the room: the sample.
    case tour
    /// Once around what stands in the middle of the table-top circle, looking down at it.
    case around
    /// Through every room as a person scans it: sideways along its walls, looking across the room at the opposite one.
    case survey

    /// Whether the path is another for another duration: it is laid out to end where it should.
    var dependsOnDuration: Bool { self == .loop || self == .tour || self == .around }
}

/// How a motion begins.
public enum MotionStart: String, CaseIterable, Sendable {
    /// Two seconds at rest.
    case rest
    /// Already moving.
    case moving
    /// Shaken for two seconds.
    case shake
}

/// How a motion ends.
public enum MotionEnd: String, CaseIterable, Sendable {
    /// It slows down from 3.4 s before the end on, and rests for the last second.
    case rest
    /// Still moving.
    case moving
}

/// The camera's pose at any time: splines through a motion's route, with hand tremor added.
struct DeviceMotion: Sendable {
    private static let spacing = 0.4
    private let position: QuinticSpline
    private let target: QuinticSpline
    private let shift: Tremor
    private let turn: Tremor
    private let shake: Tremor
    private let isShaken: Bool
    private let restSeconds: Double
    /// When the motion has come to rest; infinite if it does not.
    private let restStart: Double

    /// A motion through a scene; the same for the same seed.
    init(
        _ kind: MotionKind,
        start: MotionStart,
        end: MotionEnd = .moving,
        scene: SimulatedScene,
        duration: Double,
        seed: UInt64
    ) {
        var generator = SeededGenerator(seed: seed)
        let plan = MotionPlan(kind: kind, scene: scene, duration: duration, &generator)
        let count = QuinticSpline.count(duration: duration, spacing: Self.spacing)
        restSeconds = start == .rest ? 2 : 0
        restStart = end == .rest ? duration - 1 : .infinity
        var (positions, targets): ([Vector3], [Vector3]) = ([], [])
        for index in 0..<count {
            // A control point has its effect around the middle of the six control points that are blended.
            let time = min((Double(index) - 3) * Self.spacing, restStart - 3 * Self.spacing)
            let (position, target) = plan.point(
                at: max(time - restSeconds - (start == .rest ? 0.8 : 0), start == .rest ? 0 : time)
            )
            positions.append(position)
            targets.append(target)
        }
        position = QuinticSpline(points: positions, spacing: Self.spacing)
        target = QuinticSpline(points: targets, spacing: Self.spacing)
        shift = Tremor(amplitude: 0.004, frequencies: 0.6...7, &generator)
        turn = Tremor(amplitude: 0.006, frequencies: 0.5...6, &generator)
        shake = Tremor(amplitude: 0.03, frequencies: 1.5...4, &generator)
        isShaken = start == .shake
    }

    /// The camera in the world at a time in seconds.
    func worldFromOptical(_ time: Double) -> RigidTransform<OdometrySpace, OpticalSpace> {
        let beginning = restSeconds > 0 ? Self.ramp((time - restSeconds) / 1.5) : 1
        let calm = 0.03 + 0.97 * beginning * Self.ramp((restStart - time) / 1.5)
        var position = position(time) + shift(time) * calm
        var wobble = turn(time) * calm
        if isShaken {
            let strength = 1 - Self.ramp((time - 2) / 0.8)
            position += shake(time) * strength
            wobble += shake(time + 17) * (4 * strength)
        }
        let forward = (target(time) - position).normalized
        let right = cross(forward, Vector3(0, 0, 1)).normalized
        let matrix = Matrix3(columns: right, cross(forward, right), forward)
        return RigidTransform(rotation: Rotation(matrix: matrix) * Rotation(exp: wobble), translation: position)
    }

    /// From 0 to 1 over the unit interval; three derivatives vanish at both ends.
    static func ramp(_ x: Double) -> Double {
        let t = min(max(x, 0), 1)
        return t * t * t * t * (35 + t * (-84 + t * (70 - 20 * t)))
    }
}
