import Geometry

/// The motion of the body since the first image, integrated from the inertial samples, and its derivatives by biases
/// and time offset.
///
/// Source: C. Forster et al., "On-manifold preintegration for real-time visual-inertial odometry", T-RO 2017.
struct PreintegratedPath {
    /// The body at one image, seen from the first.
    struct Node {
        /// Time since the first image, seconds.
        fileprivate(set) var time = 0.0
        /// The rotation: first body from this body.
        fileprivate(set) var rotation = Rotation.identity
        /// The angular velocity in this body's axes.
        fileprivate(set) var angularVelocity = Vector3.zero
        /// The integrals of the specific force, once and twice, in the first body frame.
        fileprivate(set) var velocity = Vector3.zero
        fileprivate(set) var position = Vector3.zero
        /// Derivatives by the biases; that of the rotation is on this body's side.
        fileprivate(set) var rotationByGyroscope = Matrix3.zero
        fileprivate(set) var velocityByGyroscope = Matrix3.zero
        fileprivate(set) var velocityByAccelerometer = Matrix3.zero
        fileprivate(set) var positionByGyroscope = Matrix3.zero
        fileprivate(set) var positionByAccelerometer = Matrix3.zero
        /// Derivatives by the time offset while the first image's state is held.
        fileprivate(set) var rotationByTime = Vector3.zero
        fileprivate(set) var velocityByTime = Vector3.zero
        fileprivate(set) var positionByTime = Vector3.zero
    }

    /// A node an image.
    private(set) var nodes: [Node] = []

    struct Tuning: Equatable, Sendable {
        /// The longest time without a sample that is bridged.
        ///
        /// Unit: s. Range: 0.02…0.2. Origin: by hand.
        let maximumGap = 0.1
    }

    static let tuning = Tuning()

    /// Integrates from the first of the times to the last; nil if the readings do not cover them.
    init?(_ readings: [InitializationWindow.Reading], _ times: [Double], _ unknowns: MotionUnknowns) {
        guard let start = times.first, let end = times.last, let first = readings.first, let last = readings.last,
            first.time <= start, last.time >= end
        else { return nil }
        var index = readings.lastIndex { $0.time <= start } ?? 0
        let initial = Self.value(readings, index, start, unknowns)
        var here = initial
        var now = start
        var node = Node()
        for time in times {
            while now < time {
                guard index + 1 < readings.count else { return nil }
                let next = readings[index + 1].time
                guard next - readings[index].time < Self.tuning.maximumGap else { return nil }
                let stop = Swift.min(next, time)
                let there = Self.value(readings, index, stop, unknowns)
                node.advance(stop - now, (here.0 + there.0) * 0.5, (here.1 + there.1) * 0.5)
                here = there
                now = stop
                if stop == next { index += 1 }
            }
            node.time = time - start
            node.differentiateByTime(initial, here)
            nodes.append(node)
        }
    }

    /// Angular velocity and specific force between two readings, without the biases.
    private static func value(
        _ readings: [InitializationWindow.Reading],
        _ index: Int,
        _ time: Double,
        _ unknowns: MotionUnknowns
    ) -> (Vector3, Vector3) {
        let a = readings[index]
        let b = readings[Swift.min(index + 1, readings.count - 1)]
        let span = b.time - a.time
        let share = span > 0 ? (time - a.time) / span : 0
        return (
            a.angularVelocity + (b.angularVelocity - a.angularVelocity) * share - unknowns.gyroscopeBias,
            a.specificForce + (b.specificForce - a.specificForce) * share - unknowns.accelerometerBias
        )
    }
}

extension PreintegratedPath.Node {
    /// One step of constant angular velocity and specific force (midpoint rule).
    fileprivate mutating func advance(_ step: Double, _ angularVelocity: Vector3, _ specificForce: Vector3) {
        let half = Rotation(exp: angularVelocity * (step / 2))
        let middle = rotation * half
        let matrix = middle.matrix
        let middleByGyroscope = half.inverse.matrix * rotationByGyroscope - .identity * (step / 2)
        let force = middle * specificForce
        let forceByGyroscope = -(matrix * Matrix3(crossProductWith: specificForce) * middleByGyroscope)
        let square = step * step / 2
        position += velocity * step + force * square
        velocity += force * step
        positionByGyroscope = positionByGyroscope + velocityByGyroscope * step + forceByGyroscope * square
        positionByAccelerometer = positionByAccelerometer + velocityByAccelerometer * step - matrix * square
        velocityByGyroscope = velocityByGyroscope + forceByGyroscope * step
        velocityByAccelerometer = velocityByAccelerometer - matrix * step
        let turn = angularVelocity * step
        rotation = (middle * half).normalized
        rotationByGyroscope =
            Rotation(exp: -turn).matrix * rotationByGyroscope - Rotation.rightJacobian(turn) * step
    }

    /// The derivatives by a shift of all times, from the readings at the first image and here.
    fileprivate mutating func differentiateByTime(_ first: (Vector3, Vector3), _ here: (Vector3, Vector3)) {
        angularVelocity = here.0
        rotationByTime = here.0 - rotation.inverse * first.0
        velocityByTime = rotation * here.1 - first.1 - cross(first.0, velocity)
        positionByTime = velocity - first.1 * time - cross(first.0, position)
    }
}
