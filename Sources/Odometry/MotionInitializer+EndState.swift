import Geometry

extension MotionInitializer {
    /// The state at the last picture as a function of the sixteen unknowns.
    struct EndState {
        let unknowns: Unknowns
        let path: Path
        let node: Path.Node
        let bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
        let timeOffset: Double
        /// The world's axes from the first body's: gravity down.
        let worldFromFirst: Rotation
        /// The last body's place and velocity in the first body frame.
        let place: Vector3
        let velocity: Vector3

        init(_ state: Adjustment, _ configuration: MotionInitializerConfiguration) {
            unknowns = state.unknowns
            path = state.path
            node = state.path.nodes[state.path.nodes.count - 1]
            bodyFromOptical = RigidTransform(
                rotation: state.unknowns.bodyFromOptical,
                translation: configuration.bodyFromOptical.translation
            )
            timeOffset = configuration.timeOffset + state.unknowns.timeOffset
            worldFromFirst = Rotation(from: state.unknowns.gravity, to: Vector3(0, 0, -1))
            place = Self.place(unknowns, node)
            velocity = unknowns.velocity + unknowns.gravity * node.time + node.velocity
        }

        private static func place(_ unknowns: Unknowns, _ node: Path.Node) -> Vector3 {
            node.position + unknowns.velocity * node.time + unknowns.gravity * (node.time * node.time / 2)
        }

        /// The motion without its figures of merit.
        func motion(_ window: [Picture], _ covariance: [Double]) -> InitialMotion {
            let poses = zip(window, path.nodes).map { picture, node in
                InitialMotion.WindowPose(
                    timestampNanoseconds: picture.timestampNanoseconds,
                    odometryFromBody: RigidTransform(
                        rotation: (worldFromFirst * node.rotation).normalized,
                        translation: worldFromFirst * (Self.place(unknowns, node) - place)
                    )
                )
            }
            return InitialMotion(
                timestampNanoseconds: window[window.count - 1].timestampNanoseconds,
                odometryFromBody: poses[poses.count - 1].odometryFromBody,
                velocity: worldFromFirst * velocity,
                gyroscopeBias: unknowns.gyroscopeBias,
                accelerometerBias: unknowns.accelerometerBias,
                timeOffset: timeOffset,
                focalScale: 1 + unknowns.focalExcess,
                bodyFromOptical: bodyFromOptical,
                covariance: covariance,
                timeOffsetSigma: 0,
                focalScaleSigma: 0,
                velocitySigma: 0,
                tiltSigma: 0,
                misfitPixels: 0,
                windowPoses: poses,
                points: []
            )
        }

        /// 15 × 15 from the unknowns' 16 × 16.
        func covariance(_ spread: [SIMD16<Double>]) -> [Double] {
            let slopes = self.slopes
            let products = slopes.map { row in
                var sum = SIMD16<Double>.zero
                for k in 0..<16 { sum += spread[k] * row[k] }
                return sum
            }
            var covariance = [Double](repeating: 0, count: 225)
            for i in 0..<15 {
                for j in 0..<15 { covariance[15 * i + j] = (products[i] * slopes[j]).sum() }
            }
            return covariance
        }

        /// How rotation, position, velocity and biases at the end move with the unknowns: fifteen rows.
        private var slopes: [SIMD16<Double>] {
            var rows = [SIMD16<Double>](repeating: .zero, count: 15)
            func set(_ row: Int, _ column: Int, _ vector: Vector3) {
                for i in 0..<3 { rows[row + i][column] = vector[i] }
            }
            let back = node.rotation.inverse
            let gravity = unknowns.gravity
            let (a, b) = View.tangents(of: gravity)
            // Gravity's change turns the world's axes, seen from the first body.
            for (column, change) in [(3, a), (4, b)] {
                let turn = -cross(gravity, change) / dot(gravity, gravity)
                set(0, column, back * turn)
                set(6, column, worldFromFirst * (cross(turn, velocity) + change * node.time))
            }
            for axis in 0..<3 {
                var unit = Vector3.zero
                unit[axis] = 1
                set(6, axis, worldFromFirst * unit)
                set(0, 5 + axis, node.rotationByGyroscope * unit)
                set(6, 5 + axis, worldFromFirst * (node.velocityByGyroscope * unit))
                set(9, 5 + axis, unit)
                set(6, 8 + axis, worldFromFirst * (node.velocityByAccelerometer * unit))
                set(12, 8 + axis, unit)
            }
            set(0, 11, node.rotationByTime)
            set(6, 11, worldFromFirst * node.velocityByTime)
            return rows
        }
    }
}
