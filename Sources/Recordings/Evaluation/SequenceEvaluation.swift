import Foundation

/// The odometry's result on one sequence of a data set: causal poses against the sequence's ground truth.
public struct SequenceEvaluation: Codable, Equatable, Sendable {
    /// The sequence's folder name.
    public let name: String
    /// How many images it has.
    public let imageCount: Int
    /// The root mean square position error after alignment of position and yaw, metres; nil without poses or truth.
    public let positionError: Double?
    /// The scale error of the path, per cent, positive if it is too long; nil without poses or ground truth.
    public let scalePercent: Double?
    /// The length of the true path, metres; nil without poses or truth.
    public let pathLength: Double?
    /// The NEES of the position per dimension; nil without poses or ground truth.
    public let normalizedSquaredError: Double?
    /// The time of the first pose, seconds after the first image; nil without poses.
    public let firstPoseSeconds: Double?
    /// The share of images with a pose, from the first pose on.
    public let coverage: Double
    /// How often tracking was lost.
    public let lostCount: Int
    /// The processing time of an image.
    public let millisecondsPerFrame: DurationStatistics
    /// Why the sequence could not be read completely; nil if it was.
    public let interruption: String?

    /// The evaluation of a run.
    public init(name: String, run: TrackingRun, truth: [TruthState]) {
        let stamps = run.frames.map(\.odometry.timestampNanoseconds)
        let isTracked = run.frames.map { $0.odometry.odometryFromBody != nil }
        let first = isTracked.firstIndex(of: true)
        let pairing = TrajectoryPairing(estimate: run.trajectoryOnInertialClock, truth: truth)
        let error = TrajectoryError(pairing)
        self.name = name
        imageCount = run.frames.count
        positionError = error?.rmse
        scalePercent = error.map { 100 * (1 / $0.scale - 1) }
        pathLength = error?.pathLength
        normalizedSquaredError = PositionConsistency(pairing, sigmas: run.positionSigmas)?.normalizedSquaredError
        firstPoseSeconds = first.map { Double(stamps[$0] - stamps[0]) * 1e-9 }
        coverage = first.map { Double(isTracked.count { $0 }) / Double(isTracked.count - $0) } ?? 0
        lostCount = zip(isTracked, isTracked.dropFirst()).count { $0 && !$1 }
        millisecondsPerFrame = DurationStatistics(seconds: run.frames.map(\.seconds))
        interruption = run.interruption?.description
    }
}
