import Foundation
import Odometry
import Recordings

/// The report of `sightline track` on a run.
struct TrackReport: Encodable {
    struct AbsoluteError: Encodable {
        /// Metres, after alignment of yaw and translation.
        let rmse: Double
        /// The scale factor that aligns the estimate's lengths.
        let scale: Double
        /// Metres, with that factor too.
        let rmseWithFreeScale: Double
        /// Metres.
        let max: Double
        /// Metres.
        let pathLength: Double
        let poses: Int
    }
    struct RelativeError: Encodable {
        var seconds: Double
        /// Metres.
        let translation: Double
        /// Radians.
        let rotation: Double
    }
    struct Calibration: Encodable {
        /// Seconds.
        let timeOffset: Double
        /// Seconds.
        let readoutTime: Double
        let focalLengthPixels: [Double]
        let principalPointPixels: [Double]
    }

    let frames: Int
    let trackedFrames: Int
    var firstPoseSeconds: Double?
    let coverage: Double
    let lostTimes: Int
    let refused: Int
    var seconds: Double
    let pathLength: Double
    let millisecondsPerFrame: DurationStatistics
    var calibration: Calibration?
    var ate: AbsoluteError?
    var rpe: RelativeError?
    /// The NEES of the position per axis; 1 if error and sigma agree.
    var nees: Double?
    /// Why the recording ended early, with file and line; nil if it was read completely.
    var interruption: String?
    /// The saved or recognised map.
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
        interruption = run.interruption?.description
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

extension TrackReport {
    /// The summary for a person.
    func text(name: String) -> String {
        let terminal = Terminal.standardOutput
        var rows: [(String, String)] = [
            ("recording", "\(name), \(number(seconds, 1)) s, \(frames) images")
        ]
        if let firstPoseSeconds {
            rows.append(("first pose", "after \(number(firstPoseSeconds, 2)) s"))
            let percent = number(coverage * 100, 1)
            let losses = lostTimes == 0 ? "never lost" : terminal.styled("doubtful \(lostTimes)×", .yellow)
            rows.append(("tracked", "\(trackedFrames) images, \(percent) % from there on, \(losses)"))
            rows.append(("path", "\(number(pathLength, 2)) m"))
        } else {
            rows.append(("tracked", terminal.styled("no pose", .red)))
        }
        let time = millisecondsPerFrame
        rows.append(
            (
                "an image took",
                "\(number(time.mean, 1)) ms, 95 % under \(number(time.p95, 1)) ms, at most \(number(time.max, 1)) ms"
            )
        )
        if let calibration {
            let offset = number(calibration.timeOffset * 1e3, 1)
            let focal = number(calibration.focalLengthPixels[0], 1)
            rows.append(("calibration", "time offset \(offset) ms, focal length \(focal) px"))
        }
        if let map { rows.append(("map", map.text)) }
        if refused > 0 { rows.append(("refused", terminal.styled("\(refused) samples or images", .yellow))) }
        rows += errorRows
        return rows.map { terminal.styled($0.0.padding(toLength: 16, withPad: " ", startingAt: 0), .dim) + $0.1 }
            .joined(separator: "\n")
    }

    private var errorRows: [(String, String)] {
        var rows: [(String, String)] = []
        if let ate {
            let share =
                ate.pathLength > 0
                ? ", \(number(ate.rmse / ate.pathLength * 100, 2)) % of \(number(ate.pathLength, 1)) m" : ""
            rows.append(
                (
                    "position error",
                    "\(number(ate.rmse * 100, 1)) cm RMS, at most \(number(ate.max * 100, 1)) cm\(share)"
                )
            )
            let scale = (1 / ate.scale - 1) * 100
            rows.append(("scale error", "\(scale >= 0 ? "+" : "")\(number(scale, 2)) %"))
        }
        if let rpe {
            let degrees = number(rpe.rotation * 180 / .pi, 2)
            rows.append(("drift in \(Int(rpe.seconds)) s", "\(number(rpe.translation * 100, 1)) cm, \(degrees)°"))
        }
        if let nees { rows.append(("in sigmas", "\(number(nees.squareRoot(), 1)) (1 where the stated error fits)")) }
        return rows
    }

    private func number(_ value: Double, _ decimals: Int) -> String { String(format: "%.\(decimals)f", value) }
}
