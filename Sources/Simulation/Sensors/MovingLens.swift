import Geometry

/// The lens and the view of each image of a device.
struct MovingLens: Sendable {
    /// What an image shows.
    struct View: Sendable {
        /// The lens while the image is exposed.
        let camera: CameraModel
        /// The turn of digital stabilisation: from the image's axes to the lens's.
        let opticalFromView: RigidTransform<OpticalSpace, OpticalSpace>
    }
    /// How far back stabilisation looks for the mean view, seconds: by hand, about two periods of a hand's tremor for
    /// the lens, which cannot follow a turn, and a moment of a turn for the digital view.
    private static let (opticalWindow, digitalWindow) = (0.15, 0.5)
    /// How long the focus takes to change, seconds: by hand, phase detection needs a few images.
    private static let refocusTime = 0.25
    private static let meanCount = 6

    private let camera: CameraModel
    private let motion: LensMotion
    private let trajectory: DeviceTrajectory
    private let focus: SteppedValue

    init(_ plan: SimulationPlan) {
        (camera, motion, trajectory) = (plan.preset.camera, plan.preset.lensMotion, plan.trajectory)
        var generator = SeededGenerator(seed: plan.seed ^ 0xF0C5)
        focus = SteppedValue(
            interval: motion.refocusInterval,
            transition: Self.refocusTime,
            duration: plan.duration,
            &generator
        )
    }

    /// Whether every image has the preset's lens and shows what is before it.
    var isStill: Bool { motion.isStill }

    /// The view of the image whose middle row is half exposed at a time.
    ///
    /// It is the same for all rows: stabilisation that moves within an image is left out.
    func view(at time: Double) -> View {
        guard !isStill else { return View(camera: camera, opticalFromView: .identity) }
        var moved = camera
        moved.focalLengthPixels = camera.focalLengthPixels * (1 + motion.breathing * focus(time))
        if motion.opticalStabilization > 0 {
            // A view turned by ω shows what is ahead at f · (−ω.y, ω.x).
            let turn = meanTurn(at: time, over: Self.opticalWindow)
            let shift = Vector2(-turn.y, turn.x) * moved.focalLengthPixels
            moved.principalPointPixels += shift * Self.share(of: shift.length, within: motion.opticalStabilization)
        }
        var opticalFromView = RigidTransform<OpticalSpace, OpticalSpace>.identity
        if motion.digitalStabilization > 0 {
            let turn = meanTurn(at: time, over: Self.digitalWindow)
            // What is cropped on one side, as an angle.
            let limit = motion.digitalStabilization / 2 * camera.sizePixels.x / camera.focalLengthPixels.x
            opticalFromView.rotation = Rotation(exp: turn * Self.share(of: turn.length, within: limit))
        }
        return View(camera: moved, opticalFromView: opticalFromView)
    }

    /// The turn from the view at a time to the mean of the views before it, as a rotation vector.
    private func meanTurn(at time: Double, over window: Double) -> Vector3 {
        let now = trajectory.worldFromOptical(time).rotation.inverse
        let turns = (1...Self.meanCount).map { index in
            (now * trajectory.worldFromOptical(time - window * Double(index) / Double(Self.meanCount)).rotation).log
        }
        return turns.reduce(.zero, +) / Double(Self.meanCount)
    }

    /// The factor that keeps a length within a limit, however long it is.
    private static func share(of length: Double, within limit: Double) -> Double { limit / (limit + length) }
}
