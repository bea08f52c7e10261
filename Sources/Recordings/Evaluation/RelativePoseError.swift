import Geometry

/// The relative pose error (RPE): the error of the estimated motion over an interval of time; needs no alignment.
///
/// Source: J. Sturm et al., "A benchmark for the evaluation of RGB-D SLAM systems", IROS 2012, section IV.
public struct RelativePoseError: Equatable, Sendable {
    /// The length of the intervals, seconds.
    public let seconds: Double
    /// The root mean square of the translation errors, metres.
    public let translation: Double
    /// The root mean square of the rotation errors, radians.
    public let rotation: Double
    /// The number of intervals.
    public let count: Int

    /// The error over all intervals of `seconds`, each from one pair to the first at least that much later; nil if
    /// there is none.
    public init?(_ pairing: TrajectoryPairing, seconds: Double = 1) {
        let span = Int64(seconds * 1e9)
        var shifts: [Double] = []
        var turns: [Double] = []
        var end = 0
        for start in pairing.pairs {
            while end < pairing.pairs.count,
                pairing.pairs[end].timestampNanoseconds - start.timestampNanoseconds < span
            {
                end += 1
            }
            guard end < pairing.pairs.count else { break }
            // Intervals across a loss of tracking are longer and not comparable.
            guard pairing.pairs[end].timestampNanoseconds - start.timestampNanoseconds < span + span / 4 else {
                continue
            }
            let estimate = start.estimate.inverse * pairing.pairs[end].estimate
            let truth = start.truth.inverse * pairing.pairs[end].truth
            let difference = truth.inverse * estimate
            shifts.append(difference.translation.length)
            turns.append(difference.rotation.angle)
        }
        guard !shifts.isEmpty else { return nil }
        self.seconds = seconds
        translation = TrajectoryError.rootMeanSquare(shifts)
        rotation = TrajectoryError.rootMeanSquare(turns)
        count = shifts.count
    }
}
