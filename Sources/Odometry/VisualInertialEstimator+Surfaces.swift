import Geometry

extension VisualInertialEstimator {
    /// How many features a surface needs to be taken up: fewer say little of it.
    private static let fewestFeatures = 12

    /// Takes up which features lie on which surfaces, and makes planes of the state of the surfaces with the most features.
    func hold(_ surfaces: [FlatSurface]) {
        guard isTracking else { return }
        for place in 0..<tracks.end { tracks.tracks[place].plane = -1 }
        for slot in filter.planes.indices where filter.planes[slot].isUsed {
            let isNamed = surfaces.contains { $0.identifier == filter.planes[slot].identifier }
            if !isNamed { filter.removePlane(slot) }
        }
        for surface in surfaces {
            guard let slot = slot(for: surface, among: surfaces) else { continue }
            for feature in surface.features {
                if let place = tracks.knownPlace(of: feature) { tracks.tracks[place].plane = slot }
            }
        }
    }

    /// The slot of the plane of a surface; taken up where one is free and no other surface has more features.
    private func slot(for surface: FlatSurface, among surfaces: [FlatSurface]) -> Int? {
        let planes = filter.planes
        if let slot = planes.firstIndex(where: { $0.isUsed && $0.identifier == surface.identifier }) { return slot }
        guard surface.features.count >= Self.fewestFeatures, let free = planes.firstIndex(where: { !$0.isUsed })
        else { return nil }
        filter.addPlane(PlaneState(of: surface), isLevel: surface.alignment == .level, at: free)
        return free
    }
}
