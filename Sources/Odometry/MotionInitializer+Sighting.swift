import Geometry

extension MotionInitializer {
    /// A point, from the first picture's camera.
    struct Point {
        /// Its direction in the first optical frame, of length 1.
        var direction: Vector3
        /// One by its distance, 1/m.
        var inverseDistance: Double
        /// Two directions at right angles to the first.
        var tangents: (Vector3, Vector3) {
            let along = direction.anyPerpendicular
            return (along, cross(direction, along))
        }
    }

    /// How a point should be seen in one picture, with slopes; in pixels of the nominal focal length.
    struct Prediction {
        /// Seen less expected, x and y.
        var error: Vector2
        /// How x and y move with the sixteen unknowns.
        var slopes: (SIMD16<Double>, SIMD16<Double>)
        /// How x and y move with the point: two tangents and the inverse distance.
        var pointSlopes: (Vector3, Vector3)
        /// How fast the point moves over the picture, pixels/s.
        var speed: Vector2
    }

    /// What all sightings in one picture share; a class because it is large and passed around often.
    final class View {
        let node: Path.Node
        /// The first body's axes in this body's.
        let back: Matrix3
        /// The optical axes in the body's, and back.
        let bodyFromOptical: Matrix3
        let opticalFromBody: Matrix3
        /// The body's place in the first body frame.
        let place: Vector3
        /// How its place moves with the time offset.
        let placeByTime: Vector3
        /// Its velocity in the first body frame.
        let velocity: Vector3
        /// From the first row's exposure to the last's, seconds.
        let readoutTime: Double
        let gravityTangents: (Vector3, Vector3)
        let arm: Vector3
        let zoom: Double
        let focalLength: Double

        init(_ node: Path.Node, _ unknowns: Unknowns, arm: Vector3, focalLength: Double, readoutTime: Double) {
            self.node = node
            self.arm = arm
            self.focalLength = focalLength
            back = node.rotation.inverse.matrix
            bodyFromOptical = unknowns.bodyFromOptical.matrix
            opticalFromBody = unknowns.bodyFromOptical.inverse.matrix
            place = node.position + unknowns.velocity * node.time + unknowns.gravity * (node.time * node.time / 2)
            placeByTime = node.positionByTime
            velocity = unknowns.velocity + unknowns.gravity * node.time + node.velocity
            self.readoutTime = readoutTime
            gravityTangents = Self.tangents(of: unknowns.gravity)
            zoom = 1 / (1 + unknowns.focalExcess)
        }

        /// Two steps of gravity at right angles to it, a radian each.
        static func tangents(of gravity: Vector3) -> (Vector3, Vector3) {
            let along = gravity.anyPerpendicular * gravity.length
            return (along, cross(gravity, along) / gravity.length)
        }

        /// The point in this optical frame, times its inverse distance.
        @inline(__always)
        private func ray(_ point: Point) -> (inBody: Vector3, inOptical: Vector3) {
            let inFirst = bodyFromOptical * point.direction + (arm - place) * point.inverseDistance
            let inBody = back * inFirst
            return (inBody, opticalFromBody * (inBody - arm * point.inverseDistance))
        }

        /// How fast the point moves over the picture, pixels/s; its rows are exposed one after the other.
        private func speed(_ point: Point, _ inBody: Vector3, _ q: Vector3) -> Vector2 {
            let rate =
                opticalFromBody
                * -(cross(node.angularVelocity, inBody) + back * velocity * point.inverseDistance)
            return (Vector2(rate.x, rate.y) - Vector2(q.x, q.y) * (rate.z / q.z)) * (focalLength / q.z)
        }

        /// Expected less seen, pixels; nil where the point is behind the camera.
        func error(_ point: Point, seenAt seen: Vector2, row: Double) -> Vector2? {
            let (inBody, q) = ray(point)
            guard q.z > 0.02 else { return nil }
            let error = (Vector2(q.x, q.y) / q.z - seen * zoom) * focalLength
            return readoutTime == 0 ? error : error + speed(point, inBody, q) * (readoutTime * row)
        }

        /// Expected less seen with all slopes; nil where the point is behind the camera.
        func prediction(_ point: Point, seenAt seen: Vector2, row: Double) -> Prediction? {
            let (inBody, q) = ray(point)
            guard q.z > 0.02 else { return nil }
            let inverse = focalLength / q.z
            let rows = (Vector3(inverse, 0, -inverse * q.x / q.z), Vector3(0, inverse, -inverse * q.y / q.z))
            let (tangentA, tangentB) = point.tangents
            let x = slopes(rows.0, point, inBody, q, seen.x)
            let y = slopes(rows.1, point, inBody, q, seen.y)
            let toDistance = opticalFromBody * (back * (arm - place) - arm)
            let turn = (x.toFirstOptical, y.toFirstOptical)
            let speed = speed(point, inBody, q)
            return Prediction(
                error: (Vector2(q.x, q.y) / q.z - seen * zoom) * focalLength + speed * (readoutTime * row),
                slopes: (x.slopes, y.slopes),
                pointSlopes: (
                    Vector3(dot(turn.0, tangentA), dot(turn.0, tangentB), dot(rows.0, toDistance)),
                    Vector3(dot(turn.1, tangentA), dot(turn.1, tangentB), dot(rows.1, toDistance))
                ),
                speed: speed
            )
        }

        /// One pixel coordinate's slopes, from its slopes to the point in this optical frame.
        @inline(__always)
        private func slopes(
            _ row: Vector3,
            _ point: Point,
            _ inBody: Vector3,
            _ inOptical: Vector3,
            _ seen: Double
        ) -> (slopes: SIMD16<Double>, toFirstOptical: Vector3) {
            // Row vector times matrix is the transposed matrix times the vector.
            let toBody = bodyFromOptical * row
            let toFirst = node.rotation * toBody
            let toFirstOptical = opticalFromBody * toFirst
            let toTurn = cross(toBody, inBody)
            let toPlace = toFirst * -point.inverseDistance
            let velocity = toPlace * node.time
            let square = node.time * node.time / 2
            let gyroscope =
                Self.times(toTurn, node.rotationByGyroscope) + Self.times(toPlace, node.positionByGyroscope)
            let accelerometer = Self.times(toPlace, node.positionByAccelerometer)
            let extrinsic = cross(row, inOptical) - cross(toFirstOptical, point.direction)
            let all = SIMD16(
                velocity.x,
                velocity.y,
                velocity.z,
                dot(toPlace, gravityTangents.0) * square,
                dot(toPlace, gravityTangents.1) * square,
                gyroscope.x,
                gyroscope.y,
                gyroscope.z,
                accelerometer.x,
                accelerometer.y,
                accelerometer.z,
                dot(toTurn, node.rotationByTime) + dot(toPlace, placeByTime),
                seen * zoom * zoom * focalLength,
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
}
