import Geometry

extension VisualUpdater {
    /// Fewer landmarks than this do not tell how late a picture is.
    private static let fewestDelays = 6

    /// Learns from the newest picture how unevenly stamps fall, and lets its clone be as unsure of its time.
    func judgeStamp(clone: Int) {
        gatherDelays(clone: clone)
        if delays.count >= Self.fewestDelays, let delay = delays.median {
            // The variance of a median of points with normal errors.
            let variance = 0.5 * .pi * sigma * sigma / delays.weight
            jitter.take(
                delay,
                variance: variance,
                squaredSpeeds: delays.weight,
                reckonsWithVague: filter.configuration.reckonsWithVagueStamps
            )
        }
        filter.blur(clone, seconds: jitter.sigma)
    }

    /// How late each landmark says the picture is: the residual along its path, by its speed.
    private func gatherDelays(clone: Int) {
        delays.removeAll()
        let rate = filter.clones[clone].rate
        for place in 0..<tracks.end {
            let track = tracks.tracks[place]
            guard track.landmark >= 0, track.seenBy & (1 << UInt32(clone)) != 0 else { continue }
            let landmark = filter.landmarks[track.landmark]
            guard
                let jacobian = PixelJacobian(
                    landmark.parameters,
                    anchor: landmark.anchor,
                    clone: clone,
                    pixel: tracks.observation(place, clone).pixel,
                    cameras: cameras,
                    lens: filter.calibration.camera
                )
            else { continue }
            let speed = jacobian.turn * -rate.turn - jacobian.shift * rate.shift
            let square = dot(speed, speed)
            if square > 1 { delays.add(dot(jacobian.residual, speed) / square, weight: square) }
        }
    }
}
