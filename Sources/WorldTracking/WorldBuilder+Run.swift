import Surfaces

extension WorldBuilder {
    /// Takes another configuration on; planes found so far stay.
    mutating func reconfigure(_ configuration: SessionConfiguration) {
        guard configuration != self.configuration else { return }
        let isOtherPlanes =
            configuration.planes != self.configuration.planes
            || configuration.planeDetection != self.configuration.planeDetection
        self.configuration = configuration
        if isOtherPlanes, detector.planes.isEmpty { detector = Self.detector(for: configuration) }
    }

    /// Forgets where the camera is: the next pose is a new origin.
    mutating func restart(keepsAnchors: Bool) {
        forgetPlace(keepsAnchors: keepsAnchors)
        worldFromOdometry = nil
        isPlaced = true
        currentFrame = nil
        events.append(.restarted)
    }

    /// Removes all anchors that a user set.
    mutating func removeAllAnchors() {
        for anchor in anchors where anchor.plane == nil { removeAnchor(anchor.identifier) }
    }
}
