import Geometry

/// A point of the scene, seen from the first image's camera.
struct InverseDistancePoint {
    /// Its direction in the first optical frame, of length 1.
    let direction: Vector3
    /// The inverse of its distance, 1/m.
    let inverseDistance: Double
    /// Two directions at right angles to the first.
    var tangents: (Vector3, Vector3) {
        let along = direction.anyPerpendicular
        return (along, cross(direction, along))
    }
}

/// The residual of an observation and its derivatives, in pixels of the nominal focal length.
struct ObservationPrediction {
    /// Predicted minus observed, x and y.
    let error: Vector2
    /// Derivatives of x and y by the sixteen unknowns.
    let slopes: (SIMD16<Double>, SIMD16<Double>)
    /// Derivatives of x and y by the point: two tangents and the inverse distance.
    let pointSlopes: (Vector3, Vector3)
    /// The velocity of the point in the image, pixels/s.
    let speed: Vector2
}

/// Predicts observations in one image of the window; a class because it is large and passed around often.
final class ObservationPredictor {
    private let node: PreintegratedPath.Node
    /// From the first body's axes to this body's.
    private let back: Matrix3
    /// From the optical axes to the body's, and back.
    private let bodyFromOptical: Matrix3
    private let opticalFromBody: Matrix3
    /// The body's position in the first body frame.
    private let position: Vector3
    /// The derivative of the position by the time offset.
    private let positionByTime: Vector3
    /// Its velocity in the first body frame.
    private let velocity: Vector3
    /// From the first row's exposure to the last's, seconds.
    private let readoutTime: Double
    private let gravityTangents: (Vector3, Vector3)
    private let arm: Vector3
    private let zoom: Double
    private let focalLength: Double

    init(
        _ node: PreintegratedPath.Node,
        _ unknowns: MotionUnknowns,
        arm: Vector3,
        focalLength: Double,
        readoutTime: Double
    ) {
        self.node = node
        self.arm = arm
        self.focalLength = focalLength
        back = node.rotation.inverse.matrix
        bodyFromOptical = unknowns.bodyFromOptical.matrix
        opticalFromBody = unknowns.bodyFromOptical.inverse.matrix
        position = node.position + unknowns.velocity * node.time + unknowns.gravity * (node.time * node.time / 2)
        positionByTime = node.positionByTime
        velocity = unknowns.velocity + unknowns.gravity * node.time + node.velocity
        self.readoutTime = readoutTime
        gravityTangents = MotionUnknowns.tangents(of: unknowns.gravity)
        zoom = 1 / (1 + unknowns.focalExcess)
    }

    /// The point in this optical frame, times its inverse distance.
    @inline(__always)
    private func ray(_ point: InverseDistancePoint) -> (inBody: Vector3, inOptical: Vector3) {
        let inFirst = bodyFromOptical * point.direction + (arm - position) * point.inverseDistance
        let inBody = back * inFirst
        return (inBody, opticalFromBody * (inBody - arm * point.inverseDistance))
    }

    /// The velocity of the point in the image, pixels/s; rows are exposed one after the other.
    private func speed(_ point: InverseDistancePoint, _ inBody: Vector3, _ q: Vector3) -> Vector2 {
        let rate =
            opticalFromBody
            * -(cross(node.angularVelocity, inBody) + back * velocity * point.inverseDistance)
        return (Vector2(rate.x, rate.y) - Vector2(q.x, q.y) * (rate.z / q.z)) * (focalLength / q.z)
    }

    /// Predicted minus observed, pixels; nil if the point is behind the camera.
    func error(_ point: InverseDistancePoint, observedAt observed: Vector2, row: Double) -> Vector2? {
        let (inBody, q) = ray(point)
        guard q.z > 0.02 else { return nil }
        let error = (Vector2(q.x, q.y) / q.z - observed * zoom) * focalLength
        return readoutTime == 0 ? error : error + speed(point, inBody, q) * (readoutTime * row)
    }

    /// Predicted minus observed, with all derivatives; nil if the point is behind the camera.
    func prediction(_ point: InverseDistancePoint, observedAt observed: Vector2, row: Double) -> ObservationPrediction?
    {
        let (inBody, q) = ray(point)
        guard q.z > 0.02 else { return nil }
        let inverse = focalLength / q.z
        let rows = (Vector3(inverse, 0, -inverse * q.x / q.z), Vector3(0, inverse, -inverse * q.y / q.z))
        let (tangentA, tangentB) = point.tangents
        let x = slopes(rows.0, point, inBody, q, observed.x)
        let y = slopes(rows.1, point, inBody, q, observed.y)
        let toDistance = opticalFromBody * (back * (arm - position) - arm)
        let turn = (x.toFirstOptical, y.toFirstOptical)
        let speed = speed(point, inBody, q)
        return ObservationPrediction(
            error: (Vector2(q.x, q.y) / q.z - observed * zoom) * focalLength + speed * (readoutTime * row),
            slopes: (x.slopes, y.slopes),
            pointSlopes: (
                Vector3(dot(turn.0, tangentA), dot(turn.0, tangentB), dot(rows.0, toDistance)),
                Vector3(dot(turn.1, tangentA), dot(turn.1, tangentB), dot(rows.1, toDistance))
            ),
            speed: speed
        )
    }

    /// One pixel coordinate's derivatives, from its derivatives by the point in this optical frame.
    @inline(__always)
    private func slopes(
        _ row: Vector3,
        _ point: InverseDistancePoint,
        _ inBody: Vector3,
        _ inOptical: Vector3,
        _ observed: Double
    ) -> (slopes: SIMD16<Double>, toFirstOptical: Vector3) {
        // Row vector times matrix is the transposed matrix times the vector.
        let toBody = bodyFromOptical * row
        let toFirst = node.rotation * toBody
        let toFirstOptical = opticalFromBody * toFirst
        let toTurn = cross(toBody, inBody)
        let toPosition = toFirst * -point.inverseDistance
        let velocity = toPosition * node.time
        let square = node.time * node.time / 2
        let gyroscope =
            Self.times(toTurn, node.rotationByGyroscope) + Self.times(toPosition, node.positionByGyroscope)
        let accelerometer = Self.times(toPosition, node.positionByAccelerometer)
        let extrinsic = cross(row, inOptical) - cross(toFirstOptical, point.direction)
        let all = SIMD16(
            velocity.x,
            velocity.y,
            velocity.z,
            dot(toPosition, gravityTangents.0) * square,
            dot(toPosition, gravityTangents.1) * square,
            gyroscope.x,
            gyroscope.y,
            gyroscope.z,
            accelerometer.x,
            accelerometer.y,
            accelerometer.z,
            dot(toTurn, node.rotationByTime) + dot(toPosition, positionByTime),
            observed * zoom * zoom * focalLength,
            extrinsic.x,
            extrinsic.y,
            extrinsic.z
        )
        return (all, toFirstOptical)
    }

    @inline(__always)
    private static func times(_ row: Vector3, _ matrix: Matrix3) -> Vector3 {
        Vector3(dot(row, matrix.column0), dot(row, matrix.column1), dot(row, matrix.column2))
    }
}
