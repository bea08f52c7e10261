import Geometry

/// Finds planes among landmarks, lets them grow, merges and removes them, and keeps their identities.
///
/// Level and upright planes are held to gravity, so that they have one and two unknowns in place of three. Call `update` a few
/// times a second; its work is bounded by the configuration's capacity.
public struct PlaneDetector: Sendable {
    /// A landmark that is remembered, and the plane it lies on.
    struct StoredPoint: Sendable {
        var point: SurfacePoint
        var lastSeenNanoseconds: Int64
        var plane: Int32?
        /// How well the world's scale was known then, as a fraction.
        var scaleSigma: Double
        /// How far poses had drifted then, the variance an axis, m².
        var driftVariance: Double
    }

    /// The planes that live now, oldest first.
    public internal(set) var planes: [DetectedPlane] = []

    /// What a plane is and which are looked for; a change leaves those that were found.
    public var configuration: PlaneDetectorConfiguration
    /// Sorted by identifier, so that the same input gives the same planes.
    var points: [StoredPoint] = []
    var generator = SeededGenerator(seed: 1)
    var nextIdentifier: Int32 = 1
    /// What may be an upright or tilted plane.
    var candidate: PlaneCandidate?
    var cameraInWorld = Vector3.zero
    var scaleSigma = 0.0
    var driftVariance = 0.0
    /// Pictures to compare with, oldest first.
    var views: [SurfaceView] = []
    var growthTurn: UInt32 = 0

    /// A detector that has seen nothing.
    public init(configuration: PlaneDetectorConfiguration = .init()) {
        self.configuration = configuration
    }

    /// Takes the landmarks of a frame in; gives what happened to the planes, in order.
    ///
    /// `cameraInWorld` tells which side of a plane is its front; `scaleSigma` how well the world's scale is known now, as a
    /// fraction: landmarks of a time when it was far less certain are forgotten; `driftVariance` how far poses have drifted, m² an axis.
    public mutating func update(
        with visible: [SurfacePoint],
        cameraInWorld: Vector3,
        scaleSigma: Double = 0,
        driftVariance: Double = 0,
        timestampNanoseconds: Int64
    ) -> [PlaneEvent] {
        self.cameraInWorld = cameraInWorld
        self.scaleSigma = scaleSigma
        self.driftVariance = driftVariance
        for point in visible { store(point, timestampNanoseconds) }
        points.removeAll { $0.scaleSigma > 0.01 && $0.scaleSigma > 2 * scaleSigma }
        forgetOldest()
        assignPoints()
        notePoints(of: timestampNanoseconds)
        var events = refitPlanes(timestampNanoseconds)
        if let plane = searchForPlane(timestampNanoseconds) { events.append(.added(plane)) }
        events += mergePlanes()
        return events
    }

    /// Moves all that is known by a correction of the world, as after a relocalisation.
    public mutating func move(by newFromOld: RigidTransform<WorldSpace, WorldSpace>) {
        for index in points.indices {
            points[index].point.pointInWorld = newFromOld * points[index].point.pointInWorld
        }
        for index in planes.indices {
            planes[index].worldFromPlane = newFromOld * planes[index].worldFromPlane
            planes[index].coverage.move(by: newFromOld)
            let normal = newFromOld.rotation * planes[index].plane.normal
            planes[index].plane = Plane(normal: normal, through: planes[index].center)
        }
        for index in views.indices { views[index].move(by: newFromOld) }
        candidate = nil
    }

    /// After this no new landmark is taken for an old one: the source's identifiers start anew.
    public mutating func closeIdentifiers() {
        points.removeAll { $0.plane == nil }
        views.removeAll()
        candidate = nil
        for index in points.indices { points[index].point.identifier = Int32(index) - .max }
    }

    private mutating func store(_ point: SurfacePoint, _ now: Int64) {
        guard point.pointInWorld.isFinite, point.covariance.trace.isFinite,
            point.covariance.trace.squareRoot() < 4 * configuration.maximumPointSigma
        else { return }
        let index = indexOfPoint(point.identifier)
        if index < points.count, points[index].point.identifier == point.identifier {
            points[index] = stored(point, now, plane: points[index].plane)
        } else {
            points.insert(stored(point, now, plane: nil), at: index)
        }
    }

    private func stored(_ point: SurfacePoint, _ now: Int64, plane: Int32?) -> StoredPoint {
        StoredPoint(
            point: point,
            lastSeenNanoseconds: now,
            plane: plane,
            scaleSigma: scaleSigma,
            driftVariance: driftVariance
        )
    }

    /// The first place whose identifier is not below the given one.
    private func indexOfPoint(_ identifier: Int32) -> Int {
        var low = 0
        var high = points.count
        while low < high {
            let middle = (low + high) / 2
            if points[middle].point.identifier < identifier { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func forgetOldest() {
        let excess = points.count - configuration.capacity
        guard excess > 0 else { return }
        let seen = points.map { $0.lastSeenNanoseconds }.sorted()
        let limit = seen[excess]
        points.removeAll { $0.lastSeenNanoseconds < limit }
    }

    /// The identifiers of the landmarks that surely lie on a plane: known well, near it, and inside its outline or just beside it.
    public func sureFeatures(of plane: DetectedPlane) -> [Int32] {
        points.compactMap { stored in
            let point = stored.point
            let isSure =
                stored.plane == plane.identifier && point.sigma(along: plane.plane.normal) < configuration.thickness
                && abs(plane.plane.signedDistance(to: point.pointInWorld)) < configuration.thickness
                && plane.contains(point.pointInWorld, margin: plane.coverage.cell)
            return isSure ? point.identifier : nil
        }
    }

    /// How far a point may lie from a plane of this normal and still belong to it, metres.
    func tolerance(of point: SurfacePoint, along normal: Vector3) -> Double {
        min(max(configuration.thickness, 2.5 * point.sigma(along: normal)), 3 * configuration.thickness)
    }

    /// Gives every remembered point to the nearest plane that it fits.
    private mutating func assignPoints() {
        for index in points.indices {
            let point = points[index].point
            var best: (plane: Int32, distance: Double)?
            for plane in planes where point.sigma(along: plane.plane.normal) < configuration.maximumPointSigma {
                let distance = abs(plane.plane.signedDistance(to: point.pointInWorld))
                guard distance < 1.3 * tolerance(of: point, along: plane.plane.normal),
                    distance < best?.distance ?? .infinity,
                    plane.contains(
                        point.pointInWorld,
                        margin: plane.alignment == .tilted ? configuration.reach / 3 : configuration.reach
                    )
                else { continue }
                best = (plane.identifier, distance)
            }
            points[index].plane = best?.plane
        }
    }
}
