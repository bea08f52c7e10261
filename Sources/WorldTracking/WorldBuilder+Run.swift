extension WorldBuilder {
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
