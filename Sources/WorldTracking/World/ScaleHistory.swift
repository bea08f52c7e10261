import Geometry

/// How well the world's scale is known, and how it came to be known so well.
///
/// Points stay where they were set while the scale becomes better known. What was set before such a step, with a scale less
/// well known, may have moved by it against what is set later: about the camera of that time, which both worlds share.
public struct ScaleHistory: Equatable, Sendable {
    /// The scale became better known.
    public struct Step: Equatable, Sendable {
        /// The image's timestamp, nanoseconds.
        public let timestampNanoseconds: Int64
        /// The standard deviation of the scale since, as a fraction.
        public let sigma: Double
        /// Where the camera was, metres.
        public let cameraInWorld: Vector3
    }

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Part of its variance by which the scale becomes better known in one step.
        ///
        /// Unit: fraction. Range: 0.05…0.3. Origin: by hand: a tenth of a standard deviation.
        var leastStep = 0.2
        /// Number of steps that are kept.
        ///
        /// Unit: steps. Range: 50…500. Origin: by hand: from 100 % to 0.1 % it takes 62.
        var capacity = 200
    }

    private static let tuning = Tuning()

    /// The standard deviation of the scale now, as a fraction; infinite while it is not observable.
    public private(set) var sigma: Double
    /// Oldest first.
    public private(set) var steps: [Step] = []
    /// The variance after the last step, or to which it has grown since.
    private var variance: Double

    /// A scale that is known so well, and always was.
    public init(sigma: Double = .infinity) {
        self.sigma = sigma
        variance = Self.variance(ofSigma: sigma)
    }

    /// The variance of a scale: that of 100 % at most, since the standard deviation may be infinite.
    package static func variance(ofSigma sigma: Double) -> Double { min(sigma, 1) * min(sigma, 1) }

    /// Adds what is known of the scale in a frame that a camera saw.
    mutating func add(sigma next: Double, camera: Camera, timestampNanoseconds: Int64) {
        sigma = next
        let now = Self.variance(ofSigma: sigma)
        guard now < (1 - Self.tuning.leastStep) * variance else {
            variance = max(variance, now)
            return
        }
        let place = camera.positionInWorld
        if steps.count == Self.tuning.capacity { steps.removeFirst() }
        steps.append(Step(timestampNanoseconds: timestampNanoseconds, sigma: sigma, cameraInWorld: place))
        variance = now
    }
}
