import Foundation
import Odometry
import Recordings

/// What `sightline track` says about a run.
struct TrackReport: Encodable {
    struct AbsoluteError: Encodable {
        /// Metres, after the best yaw and shift.
        var rmse: Double
        /// The factor that the estimate's lengths need.
        var scale: Double
        /// Metres, with that factor too.
        var rmseWithFreeScale: Double
        /// Metres.
        var max: Double
        /// Metres.
        var pathLength: Double
        var poses: Int
    }
    struct RelativeError: Encodable {
        var seconds: Double
        /// Metres.
        var translation: Double
        /// Radians.
        var rotation: Double
    }
    struct Calibration: Encodable {
        /// Seconds.
        var timeOffset: Double
        /// Seconds.
        var readoutTime: Double
        var focalLengthPixels: [Double]
        var principalPointPixels: [Double]
    }

    var frames: Int
    var trackedFrames: Int
    var firstPoseSeconds: Double?
    var coverage: Double
    var lostTimes: Int
    var refused: Int
    var seconds: Double
    var pathLength: Double
    var millisecondsPerFrame: DurationStatistics
    var calibration: Calibration?
    var ate: AbsoluteError?
    var rpe: RelativeError?
    /// The mean squared error of the position in units of its stated sigma, an axis; 1 where both fit.
    var nees: Double?
    /// The place that was remembered or recognised.
    var map: MapReport?

    init(run: TrackingRun, pairing: TrajectoryPairing?) {
        let stamps = run.frames.map(\.odometry.timestampNanoseconds)
        let first = run.frames.firstIndex { $0.odometry.odometryFromBody != nil }
        let isTracked = run.frames.map { $0.odometry.odometryFromBody != nil && $0.odometry.state == .normal }
        frames = run.frames.count
        let tracked = run.frames.count { $0.odometry.odometryFromBody != nil }
        trackedFrames = tracked
        firstPoseSeconds = first.map { Double(stamps[$0] - stamps[0]) * 1e-9 }
        coverage = first.map { Double(tracked) / Double(run.frames.count - $0) } ?? 0
        lostTimes = zip(isTracked, isTracked.dropFirst()).count { $0 && !$1 }
        refused = run.refusedCount
        seconds = stamps.isEmpty ? 0 : Double(stamps[stamps.count - 1] - stamps[0]) * 1e-9
        let places = run.trajectory.map(\.worldFromBody.translation)
        pathLength = zip(places, places.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).norm }
        millisecondsPerFrame = DurationStatistics(seconds: run.frames.map(\.seconds))
        calibration = run.frames.last.map { Calibration($0.odometry.calibration) }
        guard let pairing else { return }
        ate = TrajectoryError(pairing).map(AbsoluteError.init)
        rpe = RelativePoseError(pairing).map {
            RelativeError(seconds: $0.seconds, translation: $0.translation, rotation: $0.rotation)
        }
        nees = PositionConsistency(pairing, sigmas: run.positionSigmas)?.normalizedSquaredError
    }
}

extension TrackReport.AbsoluteError {
    init(_ error: TrajectoryError) {
        self.init(
            rmse: error.rmse,
            scale: error.scale,
            rmseWithFreeScale: error.rmseWithFreeScale,
            max: error.maximum,
            pathLength: error.pathLength,
            poses: error.samples.count
        )
    }
}

extension TrackReport.Calibration {
    init(_ calibration: OdometryCalibration) {
        let camera = calibration.camera
        self.init(
            timeOffset: calibration.timeOffset,
            readoutTime: calibration.readoutTime,
            focalLengthPixels: [camera.focalLengthPixels.x, camera.focalLengthPixels.y],
            principalPointPixels: [camera.principalPointPixels.x, camera.principalPointPixels.y]
        )
    }
}

extension SIMD3<Double> {
    /// The Euclidean length.
    fileprivate var norm: Double { (self * self).sum().squareRoot() }
}
