import Geometry

/// Learns how unevenly images are stamped, from how late each image's landmarks say it is, and adds that to its clone's
/// uncertainty.
final class TimestampUpdater {
    struct Tuning: Equatable, Sendable {
        /// The fewest landmarks that determine how late an image is.
        ///
        /// Unit: 1. Range: 4…12. Origin: by hand.
        let minimumLandmarkCount = 6
        /// The least speed of a landmark in the image that counts.
        ///
        /// Unit: pixels/s. Range: 0.5…10. Origin: by hand.
        let minimumSpeed = 1.0
    }

    static let tuning = Tuning()

    private let filter: SlidingWindowFilter
    private let tracks: FeatureTracks
    private let cameras: WindowCameras
    /// How late the present image is, by each of its landmarks.
    private var delays = WeightedMedian(capacity: StateLayout.landmarkCapacity)
    /// How unevenly images are stamped.
    private(set) var jitter = TimestampJitter()

    init(filter: SlidingWindowFilter, tracks: FeatureTracks, cameras: WindowCameras) {
        self.filter = filter
        self.tracks = tracks
        self.cameras = cameras
    }

    /// Learns from the newest image, and adds the timestamps' uncertainty to its clone.
    func updateTimestamp(clone: Int) {
        gatherDelays(clone: clone)
        if delays.count >= Self.tuning.minimumLandmarkCount, let delay = delays.median {
            let sigma = filter.pointNoise.sigma
            // The variance of a median of points with normal errors.
            let variance = 0.5 * .pi * sigma * sigma / delays.weight
            jitter.record(
                delay,
                variance: variance,
                squaredSpeeds: delays.weight,
                usesVague: filter.configuration.tuning.usesVagueTimestamps
            )
        }
        filter.addTimeNoise(toClone: clone, seconds: jitter.sigma)
    }

    /// The delay of the image by each landmark: the residual along its path, divided by its speed.
    private func gatherDelays(clone: Int) {
        delays.removeAll()
        let rate = filter.clones[clone].rate
        for track in 0..<tracks.end {
            guard let slot = filter.landmarks.slot(ofTrack: track), tracks[track].isSeen(by: clone) else { continue }
            let landmark = filter.landmarks[slot]
            guard
                let jacobian = PixelJacobian(
                    landmark.parameters,
                    anchor: landmark.anchor,
                    clone: clone,
                    pixel: tracks.observation(track, clone).pixel,
                    cameras: cameras,
                    lens: filter.calibration.camera
                )
            else { continue }
            let speed = jacobian.pixelSpeed(rate)
            let square = dot(speed, speed)
            guard square > Self.tuning.minimumSpeed * Self.tuning.minimumSpeed else { continue }
            delays.add(dot(jacobian.residual, speed) / square, weight: square)
        }
    }
}

/// How unevenly the images' timestamps fall, learnt from how far the landmarks lie ahead of their predictions or behind
/// them.
///
/// A browser's timestamps scatter by milliseconds; unmodelled, that is a pixel in every point of the image at once.
struct TimestampJitter: Equatable {
    struct Tuning: Equatable, Sendable {
        /// The scatter that is expected before any image.
        ///
        /// Unit: s. Range: 1e-4…3e-3. Origin: by hand.
        let expectedSigma = 3e-4
        /// The weight of that expectation.
        ///
        /// Unit: (pixels/s)². Range: 1e6…1e7. Origin: by hand.
        let expectedWeight = 4e6
        /// The weight that an image keeps with each next one.
        ///
        /// Unit: 1. Range: 0.9…0.999. Origin: by hand.
        let memory = 0.98
        /// The least delay at which outliers are clipped.
        ///
        /// Unit: s. Range: 5e-4…5e-3. Origin: by hand.
        let minimumLimit = 0.001
    }

    static let tuning = Tuning()

    private var sum = 0.0
    private var weight = 0.0
    private var lastDelay = 0.0

    /// The standard deviation of a timestamp, seconds.
    var sigma: Double {
        let tuning = Self.tuning
        let expected = tuning.expectedWeight * tuning.expectedSigma * tuning.expectedSigma
        return max(0, (sum + expected) / (weight + tuning.expectedWeight)).squareRoot()
    }

    /// Adds an image's measured delay, seconds, with the variance of that measurement and the sum of its points'
    /// squared speeds, (pixels/s)².
    ///
    /// Timestamps scatter independently: what an image shares with the last is an error of the motion, which the filter
    /// models.
    mutating func record(_ delay: Double, variance: Double, squaredSpeeds: Double, usesVague: Bool = true) {
        let limit = max(3 * (sigma * sigma + (usesVague ? variance : 0)).squareRoot(), Self.tuning.minimumLimit)
        let clipped = min(max(delay, -limit), limit)
        sum = Self.tuning.memory * sum + squaredSpeeds * (clipped * (clipped - lastDelay) - variance)
        weight = Self.tuning.memory * weight + squaredSpeeds
        lastDelay = clipped
    }
}
