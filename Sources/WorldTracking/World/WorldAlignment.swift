import Geometry
import Odometry

/// The transform from the source's world to the user's, and whether the camera's position in the map is known.
struct WorldAlignment: Sendable {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Error of the world below which a recognised place does not correct it.
        ///
        /// Unit: metres. Range: 0.005…0.05. Origin: by hand.
        var deadZone = 0.01
        /// Error of a place recognised while tracking that is accepted beyond the drift of poses (four sigmas).
        ///
        /// Unit: metres. Range: 0.05…0.5. Origin: by hand.
        var driftMargin = 0.2
        /// Part of a correction that is made in one frame.
        ///
        /// Unit: fraction. Range: 0.05…0.5. Origin: by hand.
        var correctionRate = 0.15
        /// Number of inliers that a place recognised while tracking needs.
        ///
        /// Unit: correspondences. Range: 12…40. Origin: by hand.
        var correctionInliers = 20
    }

    private static let tuning = Tuning()

    /// From the source's world to the user's; nil until the first pose.
    private(set) var worldFromOdometry: RigidTransform<WorldSpace, OdometrySpace>?
    /// Whether the camera's position in the map is known.
    private(set) var isLocalized = true
    private var lostSinceNanoseconds: Int64?
    /// What a recognised place says of the transform, while the difference is made up.
    private var pendingCorrection: RigidTransform<WorldSpace, OdometrySpace>?
    private var epoch: Int32?
    private var lastWorldFromOptical: RigidTransform<WorldSpace, OpticalSpace>?

    /// Whether a correction is under way.
    var isCorrecting: Bool { pendingCorrection != nil }

    /// The camera of an image in the user's world; nil without a pose.
    func camera(of image: TrackedImage) -> Camera? {
        guard let odometryFromOptical = image.odometryFromOptical, let worldFromOdometry else { return nil }
        let worldFromOptical = worldFromOdometry * odometryFromOptical
        var motion = image.motion
        if let velocity = motion?.velocity { motion?.velocity = worldFromOdometry.rotation * velocity }
        return Camera(worldFromCamera: worldFromOptical * .flip, lens: image.lens, motion: motion)
    }

    /// Remembers the last camera whose position was known, to hold its view when tracking is lost.
    mutating func note(_ camera: Camera) { lastWorldFromOptical = camera.worldFromOptical }

    /// Whether the camera's position has been unknown for longer than a time in seconds.
    func isLost(longerThan timeout: Double, at now: Int64) -> Bool {
        guard let since = lostSinceNanoseconds else { return false }
        return Double(now - since) * 1e-9 > timeout
    }

    // MARK: Start

    /// Notes the source's epoch; returns whether it is another than before.
    mutating func beginEpoch(_ next: Int32) -> Bool {
        defer { epoch = next }
        return epoch != next
    }

    /// The next image begins an epoch whatever its own is.
    mutating func forgetEpoch() { epoch = nil }

    /// Sets the user's world for a first camera: its position is the origin, its heading −Z, up stays up.
    mutating func setOrigin(at odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>) {
        worldFromOdometry = Self.origin(at: odometryFromOptical)
    }

    /// Forgets where the camera is: the next pose is a new origin.
    mutating func reset() {
        worldFromOdometry = nil
        isLocalized = true
    }

    /// Gives the old place up; sets a new origin at the camera unless the world is kept.
    mutating func restart(at odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>, keepsWorld: Bool) {
        if !keepsWorld { setOrigin(at: odometryFromOptical) }
        isLocalized = true
    }

    /// Ends a correction and the search for a lost place.
    mutating func forgetPlace() {
        pendingCorrection = nil
        lostSinceNanoseconds = nil
    }

    private static func origin(
        at odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>
    ) -> RigidTransform<WorldSpace, OdometrySpace> {
        let upright = RigidTransform<WorldSpace, OdometrySpace>.flip
        let forward = upright.rotation * (odometryFromOptical.rotation * Vector3(0, 0, 1))
        let level = Vector3(forward.x, 0, forward.z)
        let heading = level.length > 1e-3 ? level : Vector3(0, 0, -1)
        let rotation = Rotation(from: heading, to: Vector3(0, 0, -1)).aboutVertical * upright.rotation
        return RigidTransform(rotation: rotation, translation: -(rotation * odometryFromOptical.translation))
    }

    // MARK: Loss and correction

    /// The source has another world, in which it knows where the camera is: the camera stays where it was in the user's.
    ///
    /// Returns the new transform; nil before the first pose.
    mutating func move(
        from formerFromOptical: RigidTransform<OdometrySpace, OpticalSpace>,
        to odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>
    ) -> RigidTransform<WorldSpace, OdometrySpace>? {
        guard let former = worldFromOdometry else { return nil }
        pendingCorrection = nil
        worldFromOdometry = Self.aligned(former.rotation, odometryFromOptical, with: former * formerFromOptical)
        return worldFromOdometry
    }

    /// The transform that has a camera at a place of the user's world with the heading that it has there; the source's
    /// vertical stays the user's.
    private static func aligned(
        _ upright: Rotation,
        _ odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>,
        with held: RigidTransform<WorldSpace, OpticalSpace>
    ) -> RigidTransform<WorldSpace, OdometrySpace> {
        let heading = (held.rotation * (upright * odometryFromOptical.rotation).inverse).aboutVertical
        let rotation = heading * upright
        return RigidTransform(
            rotation: rotation,
            translation: held.translation - rotation * odometryFromOptical.translation
        )
    }

    /// The source has a new world: the last view is held until the old place is recognised.
    mutating func hold(at odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>, since now: Int64) {
        pendingCorrection = nil
        isLocalized = false
        lostSinceNanoseconds = now
        let held = lastWorldFromOptical ?? .identity
        let fresh = Self.origin(at: odometryFromOptical)
        worldFromOdometry = Self.aligned(fresh.rotation, odometryFromOptical, with: held)
    }

    /// Uses the pose that the map gives an image: at once while lost, bit by bit while tracking.
    ///
    /// Returns by how many metres the world is corrected; nil if the place is not plausible or the world is right
    /// already.
    mutating func recognise(_ place: Relocalizer.Place, driftVariance: Double) -> Double? {
        guard let worldFromOdometry else { return nil }
        let odometryFromOptical = place.worldFromOdometry.inverse * place.worldFromOptical
        let shift = (worldFromOdometry * odometryFromOptical).translation - place.worldFromOptical.translation
        if !isLocalized {
            self.worldFromOdometry = place.worldFromOdometry
            isLocalized = true
            lostSinceNanoseconds = nil
            return shift.length
        }
        // Things that look alike stand in a room more than once.
        let plausible = Self.tuning.driftMargin + 4 * (3 * max(0, driftVariance)).squareRoot()
        guard shift.length > Self.tuning.deadZone, shift.length < plausible,
            place.inlierCount >= Self.tuning.correctionInliers
        else { return nil }
        pendingCorrection = place.worldFromOdometry
        return shift.length
    }

    /// Makes a part of a pending correction, so that nothing jumps before a user's eyes.
    mutating func correct() {
        guard let target = pendingCorrection, let current = worldFromOdometry else { return }
        let next = current.interpolated(to: target, fraction: Self.tuning.correctionRate)
        worldFromOdometry = next
        let isDone =
            (next.translation - target.translation).length < 0.001
            && (next.rotation.inverse * target.rotation).angle < 0.001
        if isDone { pendingCorrection = nil }
    }
}
