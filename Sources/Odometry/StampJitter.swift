/// How unevenly the pictures' stamps fall, learnt from how far the landmarks lie ahead of their places or behind them.
///
/// A browser's stamps scatter by milliseconds; unmodelled, that is a pixel in every point of the picture at once.
struct StampJitter: Equatable {
    /// The scatter to expect before anything is seen, seconds, and what that weighs, (pixels/s)².
    static let expectedSigma = 3e-4
    static let expectedWeight = 4e6
    /// What a picture still weighs after the next one.
    static let memory = 0.98
    private var sum = 0.0
    private var weight = 0.0
    private var lastDelay = 0.0

    /// The standard deviation of a stamp, seconds.
    var sigma: Double {
        let expected = Self.expectedWeight * Self.expectedSigma * Self.expectedSigma
        return max(0, (sum + expected) / (weight + Self.expectedWeight)).squareRoot()
    }

    /// Takes up how late a picture seems to be, seconds, with the variance of that measurement and the sum of its points' squared
    /// speeds, (pixels/s)².
    ///
    /// Stamps scatter one by one: what a picture shares with the last is an error of the motion, which the filter knows of.
    mutating func take(_ delay: Double, variance: Double, squaredSpeeds: Double, reckonsWithVague: Bool = true) {
        let limit = max(3 * (sigma * sigma + (reckonsWithVague ? variance : 0)).squareRoot(), 0.001)
        let clipped = min(max(delay, -limit), limit)
        sum = Self.memory * sum + squaredSpeeds * (clipped * (clipped - lastDelay) - variance)
        weight = Self.memory * weight + squaredSpeeds
        lastDelay = clipped
    }
}
