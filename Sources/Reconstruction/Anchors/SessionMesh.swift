import Depth
import Geometry
import WorldTracking

/// The surfaces around a session as mesh anchors, made of its depth maps: what meshing it asks of a session beside
/// `startDepth` and `updateDepth`, so that a session without one pays nothing.
///
/// Call `update` after each `updateDepth`. `world.hitTest(pixel, mesh: mesh)` then meets the mesh too, as type `mesh`.
public struct SessionMesh: Sendable {
    private var tracker = MeshTracker()
    private var known: [Int32: MeshAnchor] = [:]
    private var maps = ViewpointMaps()
    private var epoch: Int32?
    private var lastMap: Int64?
    /// From the mesh's own world, in which its anchors stand, to the user's as it was at the last update.
    private var worldFromMesh: RigidTransform<WorldSpace, WorldSpace>?

    /// A mesh without anchors.
    public init() {}

    /// The anchors in the order of their identifiers; none in a new world.
    public var anchors: [MeshAnchor] {
        worldFromMesh == nil ? [] : known.values.sorted(byKey: { Double($0.identifier) })
    }

    /// The memory of the voxels, bytes.
    package var byteCount: Int { tracker.byteCount }

    /// Where an anchor's axes are in the user's world; nil while that is a new world without a depth map.
    public func worldFromAnchor(_ anchor: MeshAnchor) -> RigidTransform<WorldSpace, AnchorSpace>? {
        worldFromMesh.map {
            RigidTransform(rotation: $0.rotation, translation: $0 * Vector3(anchor.origin))
        }
    }

    /// Follows the user's world, and fuses the session's last depth map if it is a new one; returns what changed.
    ///
    /// A new map takes some 7 ms.
    @discardableResult
    public mutating func update(_ session: Session) -> MeshAnchorChanges {
        guard let map = session.world.uprightDepthMap, let seen = session.world.depthMap else {
            worldFromMesh = nil
            return MeshAnchorChanges()
        }
        worldFromMesh = seen.worldFromOptical * map.worldFromOptical.inverse
        guard map.timestampNanoseconds != lastMap || session.epoch != epoch else { return MeshAnchorChanges() }
        if session.epoch != epoch {
            tracker.reset()
            maps = ViewpointMaps()
        }
        (epoch, lastMap) = (session.epoch, map.timestampNanoseconds)
        maps.add(map)
        let changes = tracker.fuse(map)
        for identifier in changes.removed { known[identifier] = nil }
        for anchor in changes.added + changes.updated { known[anchor.identifier] = anchor }
        return changes
    }

    /// Measures what stands on a level surface, by a point of the thing in the user's world, metres; `scaleSigma` is the
    /// frame's.
    ///
    /// Throws if it is not known well enough, and why.
    public func thing(at point: Vector3, scaleSigma: Double) throws(ThingFault) -> MeasuredThing {
        guard let worldFromMesh else { throw .unseen }
        let thing = try ThingMeasurer().measure(maps.maps, at: worldFromMesh.inverse * point, scaleSigma: scaleSigma)
        return thing.moved(by: worldFromMesh)
    }

    /// Where a ray of the user's world meets the mesh; `angleSigma` is how well its direction is known, radians.
    fileprivate func hit(along ray: Ray, angleSigma: Double) -> HitTestResult? {
        guard let worldFromMesh, let crossing = known.values.crossing(along: worldFromMesh.inverse * ray) else {
            return nil
        }
        let normal = worldFromMesh.rotation * crossing.normal
        let slope = max(abs(dot(normal, ray.direction)), MeshTracker.Tuning().leastSlope)
        let along = crossing.sigma / slope
        // A grazing ray is taken for one that is as steep as the least slope: triangles are no planes.
        let steep = abs(dot(normal, ray.direction)) < slope ? -ray.direction : normal
        return HitTestResult(
            type: .mesh,
            distance: crossing.distance,
            pointInWorld: ray.point(at: crossing.distance),
            covariance: ray.covariance(
                ofMeeting: steep,
                alongVariance: along * along,
                sideways: crossing.distance * angleSigma
            ),
            normal: normal,
            anchorIdentifier: nil
        )
    }
}

extension World {
    /// What a pixel of the last frame shows, nearest first, a session's mesh included.
    public func hitTest(_ pixel: Vector2, types: HitTestTypes = .all, mesh: SessionMesh) -> [HitTestResult] {
        guard let camera = currentFrame?.camera, pixel.isFinite else { return [] }
        let angleSigma = pixelSigma / max(camera.lens.focalLengthPixels.x, 1)
        let ray = camera.ray(through: pixel)
        let hit = types.contains(.mesh) ? mesh.hit(along: ray, angleSigma: angleSigma) : nil
        return hitTest(pixel, types: types).adding(hit)
    }

    /// What a ray of the world meets, nearest first, a session's mesh included.
    public func rayCast(_ ray: Ray, types: HitTestTypes = .all, mesh: SessionMesh) -> [HitTestResult] {
        guard ray.origin.isFinite, ray.direction.isFinite else { return [] }
        return rayCast(ray, types: types).adding(types.contains(.mesh) ? mesh.hit(along: ray, angleSigma: 0) : nil)
    }
}

extension [HitTestResult] {
    /// The results with one more, nearest first; a guess that nothing stands on goes if there is one.
    fileprivate func adding(_ hit: HitTestResult?) -> [HitTestResult] {
        guard let hit else { return self }
        let seen = filter { $0.type != .instantPlacement }
        let place = seen.firstIndex { hit.distance < $0.distance } ?? seen.count
        return Array(seen[..<place]) + [hit] + Array(seen[place...])
    }
}
