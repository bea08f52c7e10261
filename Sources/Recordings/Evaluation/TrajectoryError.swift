import Geometry

/// The absolute trajectory error (ATE) after alignment by a rotation about the vertical and a translation.
public struct TrajectoryError: Equatable, Sendable {
    /// The aligned estimate and the ground truth at one time.
    public struct Sample: Equatable, Sendable {
        /// The timestamp, nanoseconds.
        public var timestampNanoseconds: Int64
        /// The estimated position in the truth's world, metres.
        public var estimate: Vector3
        /// The true position, metres.
        public var truth: Vector3
        /// The distance between the two, metres.
        public var error: Double { (estimate - truth).length }
    }

    /// All samples, in order.
    public let samples: [Sample]
    /// The root mean square error, metres, with the estimate's own scale.
    public let rmse: Double
    /// The same with the best scale, metres.
    public let rmseWithFreeScale: Double
    /// The scale factor that aligns the estimate with the ground truth; 1 is perfect.
    public let scale: Double
    /// The largest error, metres.
    public let maximum: Double
    /// The length of the true path, metres.
    public let pathLength: Double

    /// The error of a pairing; nil for fewer than two pairs.
    public init?(_ pairing: TrajectoryPairing) {
        guard let alignment = TrajectoryAlignment(pairing, fixedScale: true),
            let free = TrajectoryAlignment(pairing, fixedScale: false)
        else { return nil }
        samples = pairing.pairs.map { Self.sample($0, alignment) }
        rmse = Self.rootMeanSquare(samples.map(\.error))
        rmseWithFreeScale = Self.rootMeanSquare(pairing.pairs.map { Self.sample($0, free).error })
        scale = free.scale
        maximum = samples.map(\.error).max() ?? 0
        pathLength = zip(samples, samples.dropFirst()).reduce(0) { $0 + ($1.1.truth - $1.0.truth).length }
    }

    private static func sample(_ pair: TrajectoryPairing.Pair, _ alignment: TrajectoryAlignment) -> Sample {
        Sample(
            timestampNanoseconds: pair.timestampNanoseconds,
            estimate: alignment(pair.estimate.translation),
            truth: pair.truth.translation
        )
    }

    static func rootMeanSquare(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }
}
