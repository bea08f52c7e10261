import Geometry

extension VisualInertialEstimator {
    /// Forgets the landmarks that the present picture does not show.
    func removeLostLandmarks() {
        for place in 0..<tracks.end where tracks.tracks[place].landmark >= 0 {
            guard tracks.tracks[place].lastPicture != pictureNumber else { continue }
            filter.removeLandmark(tracks.tracks[place].landmark)
            tracks.tracks[place].landmark = -1
            tracks.tracks[place].seenBy = 0
        }
    }

    /// Forgets the landmarks that have not fitted for several pictures, or whose depth went wrong.
    func removeMisfits() {
        for place in 0..<tracks.end where tracks.tracks[place].landmark >= 0 {
            let slot = tracks.tracks[place].landmark
            let landmark = filter.landmarks[slot]
            guard landmark.misfits >= 2 || landmark.parameters.z < 1e-3 || landmark.parameters.z > 20 else { continue }
            filter.removeLandmark(slot)
            forget(place)
        }
    }

    /// Unties tracks from landmarks that are no more.
    func forgetDroppedLandmarks() {
        for place in 0..<tracks.end where tracks.tracks[place].landmark >= 0 {
            if !filter.landmarks[tracks.tracks[place].landmark].isUsed { forget(place) }
        }
    }

    private func forget(_ place: Int) {
        tracks.tracks[place].landmark = -1
        tracks.tracks[place].seenBy = 0
    }

    /// The clone that leaves a full window: the second newest where little time or motion lies around it, else the oldest.
    func cloneToRemove() -> Int {
        let newest = filter.newestClone
        let reference = filter.cloneOrder[filter.cloneCount - 3]
        let candidate = filter.cloneOrder[filter.cloneCount - 2]
        let oldest = filter.cloneOrder[0]
        if filter.time - filter.clones[oldest].time > configuration.windowSeconds { return oldest }
        let seconds = filter.clones[newest].time - filter.clones[reference].time
        if seconds < configuration.keyframeSeconds { return candidate }
        return parallax(newest, reference) < configuration.keyframeParallax ? candidate : oldest
    }

    /// The mean distance of the points that two clones saw, pixels, their rotation taken out; infinite where they share too few.
    private func parallax(_ a: Int, _ b: Int) -> Double {
        let turn =
            (filter.calibration.bodyFromOptical.rotation.inverse * filter.clones[a].rotation.inverse
            * filter.clones[b].rotation * filter.calibration.bodyFromOptical.rotation).matrix
        let both = UInt32(1) << UInt32(a) | UInt32(1) << UInt32(b)
        var sum = 0.0
        var count = 0
        for place in 0..<tracks.end where tracks.tracks[place].seenBy & both == both {
            let before = tracks.observation(place, b).normalized
            let turned = turn * Vector3(before.x, before.y, 1)
            guard turned.z > 0.1 else { continue }
            let shift = tracks.observation(place, a).normalized - Vector2(turned.x, turned.y) / turned.z
            sum += shift.length
            count += 1
        }
        guard count >= 10 else { return .infinity }
        return sum / Double(count) * filter.calibration.camera.focalLengthPixels.x
    }

    /// Uses the tracks that have ended, those that begin in the clone that leaves, and makes landmarks of the best of those that go on.
    func useTracks(leaving: Int?) {
        let isOldest = leaving != nil && leaving == filter.cloneOrder[0]
        let leavingBit = isOldest ? UInt32(1) << UInt32(leaving ?? 0) : 0
        addLandmarks(preferring: leavingBit)
        var budget = configuration.maximumWindowFeatures
        for place in 0..<tracks.end where tracks.tracks[place].identifier >= 0 && tracks.tracks[place].landmark < 0 {
            let track = tracks.tracks[place]
            let isLost = track.lastPicture != pictureNumber
            guard isLost || track.seenBy & leavingBit != 0 else { continue }
            if track.seenCount >= 3, budget > 0 {
                visual.addFeature(place)
                budget -= 1
            }
            if isLost || track.seenCount >= 3 { tracks.tracks[place].seenBy = 0 }
        }
    }

    /// Fills the free slots of landmarks with tracks seen long enough.
    private func addLandmarks(preferring leavingBit: UInt32) {
        var budget = 8
        let free = filter.landmarks.reduce(0) { $0 + ($1.isUsed ? 0 : 1) }
        guard free > 0 else { return }
        for place in 0..<tracks.end where tracks.tracks[place].identifier >= 0 && tracks.tracks[place].landmark < 0 {
            let track = tracks.tracks[place]
            guard budget > 0, track.lastPicture == pictureNumber else { continue }
            guard track.seenCount >= configuration.landmarkObservations || track.seenBy & leavingBit != 0 else {
                continue
            }
            guard track.seenCount >= 3 else { continue }
            if visual.addLandmark(place) { budget -= 1 }
        }
    }
}
