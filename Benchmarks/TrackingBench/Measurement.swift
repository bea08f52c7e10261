import BenchmarkSupport
import CAllocationCounter
import Foundation
import Geometry
import Imaging
import Odometry
import Recordings

/// One run of the odometry over a loaded recording, and what came of it.
struct Measurement {
    /// The root mean square error after the best turn about the vertical and shift, metres, and the best scale.
    var error: TrajectoryError?
    /// The squared position error in stated sigmas, by dimension (NEES).
    var nees: Double?
    /// How often tracking was lost after the first pose.
    var lostCount = 0
    /// How long after it began a sensor's fault was noticed first, seconds; how many frames showed one; what it is.
    var noticedSeconds: Double?
    var faultFrames = 0
    var faultMessage: String?
    /// Seconds from the first image to the first pose.
    var firstPose = Double.nan
    /// The share of tracked frames from the first pose on.
    var coverage = 0.0
    /// Processor time of each frame, milliseconds.
    var milliseconds: [Double] = []
    /// The most blocks of memory asked for in a frame of the second half, where all is steady, and the mean.
    var allocations: [UInt64] = []
    var last: OdometryFrame?
    /// The length of the estimated path, metres.
    var path = 0.0

    init(_ recording: LoadedRecording, focalJitter: Double, _ perturbation: Perturbation, change: Change? = nil) {
        var configuration = recording.calibration.odometryConfiguration
        configuration = change?.applied(to: configuration) ?? configuration
        configuration.camera.focalLengthPixels += Vector2(focalJitter, focalJitter)
        if perturbation.isHalved { configuration.camera = configuration.camera.scaled(by: 0.5) }
        let odometry = VisualInertialOdometry(configuration: configuration)
        var feed = PerturbedFeed(perturbation, first: recording.firstPicture)
        var poses: [TimedPose] = []
        var sigmas: [Int64: Vector3] = [:]
        var tracked = 0
        var total = 0
        func take() {
            while true {
                let start = processorMilliseconds()
                let before = allocation_count()
                guard let frame = odometry.nextFrame() else { return }
                allocations.append(allocation_count() - before)
                milliseconds.append(processorMilliseconds() - start)
                if last?.odometryFromBody != nil, frame.odometryFromBody == nil { lostCount += 1 }
                last = frame
                note(frame, perturbation, first: recording.firstPicture)
                if let pose = frame.odometryFromBody {
                    if firstPose.isNaN {
                        firstPose =
                            Double(frame.timestampNanoseconds - recording.firstPicture) * 1e-9 - perturbation.start
                    }
                    let offset = Int64((frame.calibration.timeOffset * 1e9).rounded())
                    if let last = poses.last { path += (pose.translation - last.worldFromBody.translation).length }
                    let stamp = frame.timestampNanoseconds + offset
                    poses.append(TimedPose(timestampNanoseconds: stamp, worldFromBody: pose))
                    sigmas[stamp] = frame.positionSigma
                }
                total += firstPose.isNaN ? 0 : 1
                tracked += frame.state == .normal && frame.odometryFromBody != nil ? 1 : 0
            }
        }
        for event in recording.events {
            guard feed.give(event, to: odometry) else { continue }
            take()
        }
        odometry.finish()
        take()
        coverage = Double(tracked) / Double(max(total, 1))
        if !recording.truth.isEmpty {
            let pairing = TrajectoryPairing(estimate: poses, truth: recording.truth)
            error = TrajectoryError(pairing)
            nees = PositionConsistency(pairing, sigmas: sigmas)?.normalizedSquaredError
        }
    }

    private mutating func note(_ frame: OdometryFrame, _ perturbation: Perturbation, first: Int64) {
        guard let fault = frame.fault else { return }
        faultFrames += 1
        faultMessage = faultMessage ?? fault.message
        let time = Double(frame.timestampNanoseconds - first) * 1e-9
        if let start = perturbation.faultStart, noticedSeconds == nil { noticedSeconds = time - start }
    }
}
