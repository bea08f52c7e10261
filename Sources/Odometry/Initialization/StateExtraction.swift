import Geometry

/// The last step of the initialisation: the state at the last image with its covariance, or why it is not accepted.
struct StateExtraction {
    struct Tuning: Equatable, Sendable {
        /// The fewest degrees of freedom.
        ///
        /// Unit: 1. Range: 10…100. Origin: by hand.
        let minimumFreedom = 20
        /// The factor from the root mean square residual to the standard deviation of an observation when points fit
        /// badly: then the model is at fault (shaking, wrong matches), and its errors are systematic.
        ///
        /// Unit: 1. Range: 1…3. Origin: by hand.
        let residualFactor = 2.0
    }

    static let tuning = Tuning()

    private let window: InitializationWindow
    private let tracks: [InitializationWindow.Track]
    /// The accelerometer's white noise, m/s²/√Hz.
    private let forceDensity: Double

    init(_ window: InitializationWindow, _ tracks: [InitializationWindow.Track], forceDensity: Double) {
        self.window = window
        self.tracks = tracks
        self.forceDensity = forceDensity
    }

    /// The motion at the last image with its uncertainty, or why it is not accepted.
    func motion(_ state: BundleAdjustment.Solution) -> MotionInitializerOutcome {
        let equations = state.equations
        let configuration = window.configuration
        guard let factor = equations.reduced.factor() else { return .waiting(.uncertain) }
        guard equations.freedom > Self.tuning.minimumFreedom else { return .waiting(.tooFewFeatures) }
        let residual = (equations.variance * 2).squareRoot()
        guard residual < MotionInitializer.tuning.maximumResidualPixels else { return .waiting(.largeResiduals) }
        guard MotionPrior(configuration).admits(state.unknowns) else { return .waiting(.largeResiduals) }
        let sigma = Swift.max(MotionInitializer.tuning.pixelSigma, Self.tuning.residualFactor * residual)
        let spread = factor.inverse.map { $0 * (sigma * sigma) }
        let end = FinalState(state, configuration)
        var covariance = end.covariance(spread)
        let velocitySigma = Self.largest(covariance, at: 6).squareRoot()
        let tiltSigma = (spread[3][3] + spread[4][4]).squareRoot()
        let speeds = state.path.nodes.map { node in
            (state.unknowns.velocity + state.unknowns.gravity * node.time + node.velocity).length
        }
        let fastest = speeds.max() ?? 0
        let allowed = Swift.max(
            MotionInitializer.tuning.maximumVelocitySigma,
            MotionInitializer.tuning.maximumRelativeVelocitySigma * fastest
        )
        guard velocitySigma < allowed, tiltSigma < MotionInitializer.tuning.maximumTiltSigma else {
            return .waiting(.uncertain)
        }
        // Vibration is no reason to wait, because it may go on. It counts in the reported uncertainty.
        for axis in 6..<9 { covariance[16 * axis] += forceDensity * forceDensity * end.node.time }
        let sigmas = FinalState.Sigmas(
            timeOffset: spread[11][11].squareRoot(),
            focalScale: spread[12][12].squareRoot(),
            velocity: Self.largest(covariance, at: 6).squareRoot(),
            tilt: tiltSigma,
            residualPixels: residual
        )
        return .solved(end.motion(window.images, covariance, sigmas, points(state, end, sigma)))
    }

    /// An upper bound of the largest eigenvalue of a 3 × 3 block: its trace.
    private static func largest(_ covariance: [Double], at start: Int) -> Double {
        covariance[16 * start] + covariance[16 * (start + 1)] + covariance[16 * (start + 2)]
    }

    private func points(
        _ state: BundleAdjustment.Solution,
        _ end: FinalState,
        _ sigma: Double
    ) -> [InitialMotion.Point] {
        var result: [InitialMotion.Point] = []
        for index in tracks.indices {
            guard let point = state.points[index], let own = state.equations.point(index) else { continue }
            let distance = 1 / point.inverseDistance
            let inBody =
                state.unknowns.bodyFromOptical * point.direction * distance
                + window.configuration.bodyFromOptical.translation
            result.append(
                InitialMotion.Point(
                    identifier: tracks[index].identifier,
                    pointInOdometry: end.worldFromFirst * (inBody - end.position),
                    distance: distance,
                    relativeSigma: own.inverse[2, 2].squareRoot() * sigma * distance
                )
            )
        }
        return result
    }
}

/// The state at the last image as a function of the sixteen unknowns.
private struct FinalState {
    private let unknowns: MotionUnknowns
    private let path: PreintegratedPath
    /// The body at the last image.
    let node: PreintegratedPath.Node
    private let bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    private let timeOffset: Double
    /// From the first body's axes to the world's: gravity down.
    let worldFromFirst: Rotation
    /// The last body's position and velocity in the first body frame.
    let position: Vector3
    private let velocity: Vector3

    init(_ state: BundleAdjustment.Solution, _ configuration: MotionInitializerConfiguration) {
        unknowns = state.unknowns
        path = state.path
        node = state.path.nodes[state.path.nodes.count - 1]
        bodyFromOptical = RigidTransform(
            rotation: state.unknowns.bodyFromOptical,
            translation: configuration.bodyFromOptical.translation
        )
        timeOffset = configuration.timeOffset + state.unknowns.timeOffset
        worldFromFirst = Rotation(from: state.unknowns.gravity, to: Vector3(0, 0, -1))
        position = Self.position(unknowns, node)
        velocity = unknowns.velocity + unknowns.gravity * node.time + node.velocity
    }

    private static func position(_ unknowns: MotionUnknowns, _ node: PreintegratedPath.Node) -> Vector3 {
        node.position + unknowns.velocity * node.time + unknowns.gravity * (node.time * node.time / 2)
    }

    /// Standard deviations of what was found.
    struct Sigmas {
        let timeOffset: Double
        let focalScale: Double
        let velocity: Double
        let tilt: Double
        let residualPixels: Double
    }

    /// The motion at the last image.
    func motion(
        _ window: [InitializationWindow.Image],
        _ covariance: [Double],
        _ sigmas: Sigmas,
        _ points: [InitialMotion.Point]
    ) -> InitialMotion {
        let poses = zip(window, path.nodes).map { image, node in
            InitialMotion.WindowPose(
                timestampNanoseconds: image.timestampNanoseconds,
                odometryFromBody: RigidTransform(
                    rotation: (worldFromFirst * node.rotation).normalized,
                    translation: worldFromFirst * (Self.position(unknowns, node) - position)
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
            timeOffsetSigma: sigmas.timeOffset,
            focalScaleSigma: sigmas.focalScale,
            velocitySigma: sigmas.velocity,
            tiltSigma: sigmas.tilt,
            residualPixels: sigmas.residualPixels,
            windowPoses: poses,
            points: points
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

    /// Derivatives of rotation, position, velocity and biases at the end by the unknowns: fifteen rows.
    private var slopes: [SIMD16<Double>] {
        var rows = [SIMD16<Double>](repeating: .zero, count: 15)
        func set(_ row: Int, _ column: Int, _ vector: Vector3) {
            for i in 0..<3 { rows[row + i][column] = vector[i] }
        }
        let back = node.rotation.inverse
        let gravity = unknowns.gravity
        let (a, b) = MotionUnknowns.tangents(of: gravity)
        // A change of gravity turns the world's axes, seen from the first body.
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
