import Geometry

/// Finds planes among landmarks, lets them grow, merges and removes them, and keeps their identities.
///
/// Level and upright planes are held to gravity, so that they have one and two unknowns in place of three. Call
/// `update` a few times per second; its work is bounded by the configuration's capacity.
public struct PlaneDetector: Sendable {
    /// How uneven a surface is, one standard deviation, metres: a sheet, a magazine, the boards of a table.
    public static let unevenness = SurfaceRelief.tuning.unevenness
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Time for which a plane without landmarks is kept.
        ///
        /// Unit: nanoseconds. Range: 0.2…3 s. Origin: by hand.
        var graceNanoseconds: Int64 = 700_000_000
    }

    private static let tuning = Tuning()

    /// What a plane is and which to detect; a change leaves those that were found.
    public var configuration: PlaneDetectorConfiguration
    /// The planes that live now, oldest first.
    public private(set) var planes: [DetectedPlane] = []

    private var store = LandmarkStore()
    private var search = PlaneSearch()
    private var views = ViewHistory()
    private var nextIdentifier: Int32 = 1

    /// A detector that has seen nothing.
    public init(configuration: PlaneDetectorConfiguration = .init()) {
        self.configuration = configuration
    }

    /// Updates the planes with the landmarks of a frame; returns what happened to the planes, in order.
    ///
    /// `cameraInWorld` defines which side of a plane is its front; `scaleSigma` is how well the world's scale is known
    /// now, as a fraction: landmarks of a time when it was far less certain are forgotten; `driftVariance` how far
    /// poses have drifted, m² an axis.
    public mutating func update(
        with visible: [WorldLandmark],
        cameraInWorld: Vector3,
        scaleSigma: Double = 0,
        driftVariance: Double = 0,
        timestampNanoseconds: Int64
    ) -> [PlaneEvent] {
        let context = DetectionContext(
            configuration: configuration,
            cameraInWorld: cameraInWorld,
            scaleSigma: scaleSigma,
            driftVariance: driftVariance,
            timestampNanoseconds: timestampNanoseconds
        )
        store.update(with: visible, context)
        store.assign(to: planes, configuration)
        PlaneEvidence.add(store, to: &planes, context)
        var events = refitPlanes(context)
        if let found = search.newPlane(store, hasViews: !views.isEmpty, context) { events.append(add(found)) }
        events += mergePlanes()
        return events
    }

    /// Lets planes grow if the image agrees, under the plane, with what an earlier one showed from elsewhere.
    public mutating func grow(in view: SurfaceView) {
        guard configuration.growsByImages else { return }
        let comparison = views.comparison(with: view)
        PlaneGrowth.grow(&planes, comparison)
        search.examineCandidate(store, comparison, configuration)
        views.keep(view)
    }

    /// Moves every plane towards a camera or away, to where landmarks on it are now; where too few are seen, by a common
    /// factor.
    ///
    /// What was known of landmarks before is forgotten. Returns the factor of each plane, oldest first.
    package mutating func scale(by common: Scaling, seeing visible: [WorldLandmark]) -> [Scaling] {
        var scalings: [Scaling] = []
        for index in planes.indices {
            var scaling = common
            scaling.factor = store.factor(of: planes[index], seeing: visible, from: common.center) ?? common.factor
            planes[index].scale(by: scaling)
            scalings.append(scaling)
        }
        store.removeAll()
        views.removeAll()
        search.reset()
        return scalings
    }

    /// After this no new landmark is matched with an old one: the source's identifiers restart.
    public mutating func closeIdentifiers() {
        store.closeIdentifiers()
        views.removeAll()
        search.reset()
    }

    /// The identifiers of the landmarks that surely lie on a plane.
    ///
    /// They are known well, near the plane, and inside its outline or just beside it.
    public func sureFeatures(of plane: DetectedPlane) -> [Int32] {
        store.entries.compactMap { entry in
            let landmark = entry.landmark
            let isSure =
                entry.plane == plane.identifier
                && landmark.sigma(along: plane.plane.normal) < configuration.thickness
                && abs(plane.plane.signedDistance(to: landmark.pointInWorld)) < configuration.thickness
                && plane.contains(landmark.pointInWorld, margin: plane.coverage.cell)
            return isSure ? landmark.identifier : nil
        }
    }

    /// How far the surface that a ray meets stands out of a plane, by the landmarks around the ray.
    public func relief(along ray: Ray, on plane: DetectedPlane) -> SurfaceRelief {
        SurfaceRelief.estimate(along: ray, on: plane, store, thickness: configuration.thickness)
    }

    /// How much of what is known around a point of a plane lies just behind it, as seen from `eye`.
    public func transparency(of plane: DetectedPlane, at point: Vector3, from eye: Vector3) -> PlaneTransparency {
        PlaneTransparency.estimate(of: plane, at: point, from: eye, store, configuration)
    }

    private mutating func add(_ found: DetectedPlane) -> PlaneEvent {
        let plane = found.named(nextIdentifier)
        nextIdentifier += 1
        planes.append(plane)
        return .added(plane)
    }

    // MARK: Fit

    /// Refits every plane to its landmarks; reports those that changed and removes those that lost their landmarks.
    private mutating func refitPlanes(_ context: DetectionContext) -> [PlaneEvent] {
        var events: [PlaneEvent] = []
        var kept: [DetectedPlane] = []
        var lost: [DetectedPlane] = []
        for plane in planes {
            let members = store.members(of: plane.identifier)
            guard members.count >= configuration.minimumPointCount / 2, let next = refitted(plane, members),
                stillStandsOut(next)
            else {
                lost.append(plane)
                continue
            }
            let isChanged = next.differsVisibly(from: plane)
            let drift = store.drift(of: plane.identifier)
            kept.append((isChanged ? next : plane).seen(scaleSigma: context.scaleSigma, drift: drift))
            if isChanged { events.append(.updated(next)) }
        }
        planes = kept
        for plane in lost { events += giveUp(plane, context) }
        planes = planes.sorted(byKey: { Double($0.identifier) })
        return events
    }

    private func refitted(_ plane: DetectedPlane, _ members: [WorldLandmark]) -> DetectedPlane? {
        let thickness = configuration.thickness
        guard let fit = PlaneFit.fit(members, near: plane.plane, alignment: plane.alignment, thickness: thickness)
        else { return nil }
        let cluster = LandmarkCluster.largest(among: members, on: plane.coverage, configuration)
        return PlaneOutline.outlined(plane.fitted(fit), members: cluster, configuration)
    }

    /// Whether a plane that was found still stands out, and few things are seen through it; level ones, which most
    /// landmarks hold, do.
    private func stillStandsOut(_ plane: DetectedPlane) -> Bool {
        guard plane.alignment != .horizontal else { return true }
        guard plane.openShare < 0.4 else { return false }
        guard plane.alignment == .tilted else { return true }
        var (on, near) = (0, 0)
        for entry in store.entries where plane.contains(entry.landmark.pointInWorld, margin: configuration.thickness) {
            let distance = abs(plane.plane.signedDistance(to: entry.landmark.pointInWorld))
            guard distance < 8 * configuration.thickness else { continue }
            near += 1
            if entry.plane == plane.identifier { on += 1 }
        }
        return 2 * on >= near
    }

    // MARK: Life cycle

    /// Lets a plane that lost its landmarks go: into the plane that took its place if there is one, whose identity is
    /// then the older.
    ///
    /// While the scale is hardly known, it may change faster than a plane follows; the surface is then found anew
    /// beside it.
    private mutating func giveUp(_ plane: DetectedPlane, _ context: DetectionContext) -> [PlaneEvent] {
        guard let index = planes.firstIndex(where: { isSuccessor($0, of: plane, context) }) else {
            return remove(plane, context.timestampNanoseconds)
        }
        let successor = planes[index]
        guard plane.firstSeenNanoseconds < successor.firstSeenNanoseconds else {
            store.reassign(plane.identifier, to: successor.identifier)
            return [.merged(plane.identifier, into: successor.identifier)]
        }
        planes[index] = successor.named(plane.identifier)
        store.reassign(successor.identifier, to: plane.identifier)
        return [.merged(successor.identifier, into: plane.identifier), .updated(planes[index])]
    }

    /// Removes a plane, but not at once: one that takes its place may be found yet.
    private mutating func remove(_ plane: DetectedPlane, _ now: Int64) -> [PlaneEvent] {
        store.reassign(plane.identifier, to: nil)
        let since = plane.lostSinceNanoseconds ?? now
        guard now - since < Self.tuning.graceNanoseconds else { return [.removed(plane.identifier)] }
        planes.append(plane.lost(since: since))
        return []
    }

    private func isSuccessor(_ other: DetectedPlane, of plane: DetectedPlane, _ context: DetectionContext) -> Bool {
        guard other.alignment == plane.alignment,
            dot(other.plane.normal, plane.plane.normal) > Double.cosine(of: 8 * .pi / 180)
        else { return false }
        let byScale = 2 * plane.scaleSigma * (plane.center - context.cameraInWorld).length
        guard abs(other.plane.signedDistance(to: plane.center)) < 2 * configuration.thickness + byScale else {
            return false
        }
        return plane.touches(other, margin: configuration.reach / 2)
    }

    /// Joins planes that are one surface; the older one lives on.
    private mutating func mergePlanes() -> [PlaneEvent] {
        var events: [PlaneEvent] = []
        var older = 0
        while older < planes.count {
            var younger = older + 1
            while younger < planes.count {
                if isOneSurface(planes[older], planes[younger]), let joined = joined(planes[older], planes[younger]) {
                    events.append(.merged(planes[younger].identifier, into: planes[older].identifier))
                    events.append(.updated(joined))
                    store.reassign(planes[younger].identifier, to: joined.identifier)
                    planes[older] = joined
                    planes.remove(at: younger)
                } else {
                    younger += 1
                }
            }
            older += 1
        }
        return events
    }

    private func isOneSurface(_ a: DetectedPlane, _ b: DetectedPlane) -> Bool {
        guard dot(a.plane.normal, b.plane.normal) > Double.cosine(of: 8 * .pi / 180) else { return false }
        let limit = 2 * configuration.thickness + a.offsetSigma + b.offsetSigma
        guard abs(a.plane.signedDistance(to: b.center)) < limit, abs(b.plane.signedDistance(to: a.center)) < limit
        else { return false }
        return a.touches(b, margin: configuration.reach / 2)
    }

    private func joined(_ a: DetectedPlane, _ b: DetectedPlane) -> DetectedPlane? {
        refitted(a.covering(b), store.members(of: a.identifier, or: b.identifier))
    }
}
