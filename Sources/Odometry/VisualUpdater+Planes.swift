import Geometry

extension VisualUpdater {
    /// How many landmarks one picture may hold to planes.
    private static let holdsAPicture = 12
    /// How well a landmark's inverse depth must be known, relative to itself, before it is held.
    private static let depthLimit = 0.03
    /// With so many misfits in a row a plane is given up: it is not where it was.
    private static let misfitLimit = 8

    /// Holds the landmarks that were found to lie on a plane of the state to it, each once.
    ///
    /// How far a landmark lies off the plane is the same in every picture, so that a second time would count it twice.
    func holdToPlanes() {
        guard filter.planes.contains(where: { $0.isUsed }) else { return }
        update.removeAll()
        for place in 0..<tracks.end where tracks.tracks[place].landmark >= 0 && tracks.tracks[place].plane >= 0 {
            guard update.count < 2 * Self.holdsAPicture else { break }
            let (landmark, plane) = (tracks.tracks[place].landmark, tracks.tracks[place].plane)
            guard filter.planes[plane].isUsed, isReady(landmark) else { continue }
            filter.landmarks[landmark].isHeld = true
            if hold(landmark, to: plane) {
                filter.planes[plane].heldCount += 1
                filter.planes[plane].misfits = 0
            } else {
                filter.planes[plane].misfits += 1
            }
        }
        guard update.count > 0 else { return }
        update.apply(to: filter)
        cameras.update(from: filter)
        for slot in filter.planes.indices where filter.planes[slot].misfits >= Self.misfitLimit {
            filter.removePlane(slot)
        }
    }

    /// Whether a landmark's depth is known well enough for what does not lie on the plane to show.
    private func isReady(_ slot: Int) -> Bool {
        let landmark = filter.landmarks[slot]
        guard landmark.isUsed, !landmark.isHeld, landmark.parameters.z > 1e-3 else { return false }
        let index = StateLayout.landmark(slot) + 2
        return filter.covariance[index, index].squareRoot() < Self.depthLimit * landmark.parameters.z
    }

    /// Collects the row that a landmark lies on a plane; false where it does not fit.
    private func hold(_ slot: Int, to plane: Int) -> Bool {
        let landmark = filter.landmarks[slot]
        let jacobian = PlaneJacobian(landmark, filter.planes[plane], cameras: cameras)
        let rows = update.nextJacobian
        jacobian.write(to: rows, anchor: landmark.anchor, landmark: slot, plane: plane)
        for i in 0..<2 { rows.multiply(i, filter.covariance, into: update.product(update.count + i)) }
        let sigma = filter.configuration.surfaceSigma * landmark.parameters.z
        let variance = rows.dot(0, update.product(update.count)) + sigma * sigma
        guard jacobian.residual * jacobian.residual < variance * ChiSquare.bound(degrees: 1) else { return false }
        update.append(Vector2(jacobian.residual, 0), sigma: sigma)
        return true
    }
}
