import Geometry

/// Keeps flat surfaces as planes of the state, and holds the landmarks on them to them.
final class PlaneUpdater {
    struct Tuning: Equatable, Sendable {
        /// How many landmarks one image may hold to planes.
        ///
        /// Unit: 1. Range: 6…48. Origin: by hand: time for each image.
        let landmarksPerImage = 12
        /// How well a landmark's inverse depth must be known, relative to itself, before it is held.
        ///
        /// Unit: 1. Range: 0.01…0.1. Origin: by hand.
        let depthLimit = 0.03
        /// So many outliers in a row remove a plane: it is not where it was.
        ///
        /// Unit: 1. Range: 4…20. Origin: by hand.
        let outlierLimit = 8
        /// The fewest features of a surface that becomes a plane.
        ///
        /// Unit: 1. Range: 6…30. Origin: by hand.
        let minimumFeatureCount = 12
        /// The least inverse depth of a landmark that is held.
        ///
        /// Unit: 1/m. Range: 1e-4…1e-2. Origin: by hand.
        let minimumInverseDepth = 1e-3
    }

    static let tuning = Tuning()

    private let filter: SlidingWindowFilter
    private let tracks: FeatureTracks
    private let cameras: WindowCameras
    private let update: KalmanUpdate

    init(filter: SlidingWindowFilter, tracks: FeatureTracks, cameras: WindowCameras, update: KalmanUpdate) {
        self.filter = filter
        self.tracks = tracks
        self.cameras = cameras
        self.update = update
    }

    /// Takes over which features lie on which surfaces, and makes planes of the state of the surfaces with enough
    /// features.
    func setSurfaces(_ surfaces: [FlatSurface]) {
        tracks.removePlanes()
        for slot in filter.planes.indices where filter.planes[slot].isUsed {
            let isNamed = surfaces.contains { $0.identifier == filter.planes[slot].identifier }
            if !isNamed { filter.removePlane(slot) }
        }
        for surface in surfaces {
            guard let slot = slot(for: surface) else { continue }
            for feature in surface.features {
                if let track = tracks.index(of: feature) { tracks.setPlane(slot, of: track) }
            }
        }
    }

    /// The slot of a surface's plane; a new one if one is free and the surface has enough features.
    private func slot(for surface: FlatSurface) -> Int? {
        let planes = filter.planes
        if let slot = planes.firstIndex(where: { $0.isUsed && $0.identifier == surface.identifier }) { return slot }
        guard surface.features.count >= Self.tuning.minimumFeatureCount,
            let free = planes.firstIndex(where: { !$0.isUsed })
        else { return nil }
        filter.addPlane(PlaneState(of: surface), isLevel: surface.alignment == .level, at: free)
        return free
    }

    /// Holds the landmarks that lie on a plane of the state to it, each once.
    ///
    /// A landmark's distance from its plane is the same in every image, so a second measurement would count it twice.
    func holdLandmarks() {
        guard filter.planes.contains(where: { $0.isUsed }) else { return }
        update.removeAll()
        for track in 0..<tracks.end where tracks[track].plane >= 0 {
            guard let landmark = filter.landmarks.slot(ofTrack: track) else { continue }
            guard update.count < 2 * Self.tuning.landmarksPerImage else { break }
            let plane = tracks[track].plane
            guard filter.planes[plane].isUsed, isReady(landmark) else { continue }
            filter.landmarks.noteHeld(landmark)
            filter.noteHeldLandmark(plane: plane, fits: hold(landmark, to: plane))
        }
        guard update.count > 0 else { return }
        update.apply(to: filter)
        cameras.update(from: filter)
        for slot in filter.planes.indices where filter.planes[slot].outliersInRow >= Self.tuning.outlierLimit {
            filter.removePlane(slot)
        }
    }

    /// Whether a landmark's depth is known well enough to show that it does not lie on the plane.
    private func isReady(_ slot: Int) -> Bool {
        let landmark = filter.landmarks[slot]
        guard !landmark.isHeld, landmark.parameters.z > Self.tuning.minimumInverseDepth else { return false }
        let index = StateLayout.landmark(slot) + 2
        return filter.covariance[index, index].squareRoot() < Self.tuning.depthLimit * landmark.parameters.z
    }

    /// Collects the row of a landmark on a plane; false if it does not fit.
    private func hold(_ slot: Int, to plane: Int) -> Bool {
        let landmark = filter.landmarks[slot]
        let jacobian = PlaneJacobian(landmark, filter.planes[plane], cameras: cameras)
        let rows = update.nextJacobian
        jacobian.write(to: rows, anchor: landmark.anchor, landmark: slot, plane: plane)
        for i in 0..<2 { rows.multiply(i, filter.covariance.matrix, into: update.product(update.count + i)) }
        let sigma = filter.configuration.surfaceSigma * landmark.parameters.z
        let variance = rows.dot(0, update.product(update.count)) + sigma * sigma
        guard jacobian.residual * jacobian.residual < variance * ChiSquare.bound(degrees: 1) else { return false }
        update.append(Vector2(jacobian.residual, 0), sigma: sigma)
        return true
    }
}
