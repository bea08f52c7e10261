/// The drift of the poses over which something was seen: landmarks of one surface are seen at different times.
///
/// Drift is a random walk whose clock is its own variance (m² an axis). What was seen is taken as spread evenly over
/// the span.
public struct DriftSpan: Equatable, Sendable {
    /// The mean of the variances, m².
    public let middle: Double
    /// How far the span reaches to both sides of it, m².
    public let half: Double

    /// A span around a mean; `deviation` is the standard deviation of what was seen in it.
    public init(middle: Double = 0, deviation: Double = 0) {
        self.middle = middle
        // An even spread reaches √3 standard deviations to each side.
        half = (3 * deviation * deviation).squareRoot()
    }

    /// The variance between the mean of all that was seen and what is seen at a moment, m² an axis.
    ///
    /// Of a random walk w with clock v, w(v) − mean w(vᵢ) has the variance mean |v − vᵢ| − ½ mean |vᵢ − vⱼ|.
    public func variance(against moment: Double) -> Double {
        let away = abs(moment - middle)
        let mean = away < half ? (half * half + away * away) / (2 * half) : away
        return mean - half / 3
    }
}
