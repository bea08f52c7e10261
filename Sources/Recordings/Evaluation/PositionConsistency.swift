import Foundation
import Geometry

/// Whether the stated uncertainty of the positions agrees with their errors: ground truth aligned at the first pose,
/// errors in units of the filter's sigma.
///
/// Source: Y. Bar-Shalom et al., "Estimation with applications to tracking and navigation", 2001, section 5.4, axis by
/// axis.
public struct PositionConsistency: Equatable, Sendable {
    /// The mean of the squared errors over their stated variances (NEES per dimension): 1 if both agree, larger if the
    /// filter is overconfident.
    public let normalizedSquaredError: Double
    /// The number of evaluated times.
    public let count: Int

    /// Compares the errors with the stated sigmas of the position's components, metres by timestamp; nil if fewer than
    /// two times have both.
    ///
    /// The first second is omitted, because both are near zero then.
    public init?(_ pairing: TrajectoryPairing, sigmas: [Int64: Vector3]) {
        guard let first = pairing.pairs.first else { return nil }
        // The estimate's heading is free: ground truth is rotated about the vertical to agree with it at the start.
        let difference = first.estimate.rotation * first.truth.rotation.inverse
        let ahead = difference * Vector3(1, 0, 0)
        let turn = Rotation(exp: Vector3(0, 0, atan2(ahead.y, ahead.x)))
        var sum = 0.0
        var count = 0
        for pair in pairing.pairs where pair.timestampNanoseconds - first.timestampNanoseconds > 1_000_000_000 {
            guard let sigma = sigmas[pair.timestampNanoseconds], sigma.x > 0, sigma.y > 0, sigma.z > 0 else { continue }
            let truth = turn * (pair.truth.translation - first.truth.translation) + first.estimate.translation
            let error = pair.estimate.translation - truth
            let ratios = Vector3(error.x / sigma.x, error.y / sigma.y, error.z / sigma.z)
            sum += dot(ratios, ratios) / 3
            count += 1
        }
        guard count > 1 else { return nil }
        normalizedSquaredError = sum / Double(count)
        self.count = count
    }
}
