import Geometry
import Imaging
import Odometry
import WorldTracking

/// Runs the odometry, or a whole session, over a recording and keeps the data for the evaluation.
///
/// A truncated recording keeps what was tracked before: `frames` has it, and `interruption` states the reason.
public struct TrackingRun: Sendable {
    /// One frame of the run.
    public struct Frame: Sendable {
        /// The state of the odometry.
        public var odometry: OdometryFrame
        /// Processing time, seconds.
        public var seconds: Double
    }

    /// Every frame, in order.
    public private(set) var frames: [Frame] = []
    /// How many samples and images the odometry refused.
    public private(set) var refusedCount = 0
    /// Why the recording could not be read completely; nil if it was.
    public private(set) var interruption: RecordingError?

    /// Runs the odometry over a recording, up to its end or to the first error in it.
    ///
    /// `progress` is called after each image with the number of images read.
    public init(
        reader: inout RecordingReader,
        configuration: OdometryConfiguration,
        progress: (Int) -> Void = { _ in }
    ) {
        let odometry = VisualInertialOdometry(configuration: configuration)
        frames.reserveCapacity(reader.imageCount)
        var readCount = 0
        do throws(RecordingError) {
            while let event = try reader.next() {
                switch event {
                case .inertial(let sample):
                    odometry.add(sample)
                case .image(let image):
                    odometry.add(image.gray, timestampNanoseconds: image.timestampNanoseconds)
                    readCount += 1
                    progress(readCount)
                }
                appendFrames(of: odometry)
            }
        } catch {
            interruption = error
        }
        odometry.finish()
        appendFrames(of: odometry)
        refusedCount = odometry.refusedCount
    }

    private mutating func appendFrames(of odometry: VisualInertialOdometry) {
        let clock = ContinuousClock()
        while true {
            let start = clock.now
            guard let frame = odometry.nextFrame() else { return }
            frames.append(Frame(odometry: frame, seconds: (clock.now - start) / .seconds(1)))
        }
    }

    /// Runs a whole session over a recording: poses are the session's, in its world, corrected by recognised places.
    ///
    /// There is no pose while the session relocalises in a saved map. The session must have the recording's
    /// calibration. `progress` is called with the number of images read.
    public init(reader: RecordingReader, session: Session, progress: (Int) -> Void = { _ in }) {
        frames.reserveCapacity(reader.imageCount)
        let run = SessionRun(reader: reader, session: session)
        do throws(RecordingError) {
            while let frame = try run.next() {
                progress(run.readCount)
                guard var odometry = frame.odometry else { continue }
                odometry.odometryFromBody = Self.odometryFromBody(frame, odometry.calibration)
                frames.append(Frame(odometry: odometry, seconds: run.frameSeconds))
            }
        } catch {
            interruption = error
        }
    }

    /// The body's pose with +Z up in the session's world; nil without one, and during relocalisation.
    private static func odometryFromBody(
        _ frame: WorldTracking.Frame,
        _ calibration: OdometryCalibration
    ) -> RigidTransform<OdometrySpace, BodySpace>? {
        guard frame.trackingState != .limited(.relocalizing), let camera = frame.camera else { return nil }
        let upright = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse
        return upright * camera.worldFromOptical * calibration.bodyFromOptical.inverse
    }

    /// The poses by the images' timestamps, from the first pose on.
    public var trajectory: [TimedPose] {
        frames.compactMap { frame in
            frame.odometry.odometryFromBody.map { pose in
                TimedPose(timestampNanoseconds: frame.odometry.timestampNanoseconds, worldFromBody: pose)
            }
        }
    }

    /// The poses on the inertial clock, with the estimated time offset, to compare them with ground truth.
    public var trajectoryOnInertialClock: [TimedPose] {
        frames.compactMap { frame in
            frame.odometry.odometryFromBody.map { pose in
                TimedPose(timestampNanoseconds: frame.odometry.inertialTimestampNanoseconds, worldFromBody: pose)
            }
        }
    }

    /// The standard deviations of the positions' components, by the same timestamps, metres.
    public var positionSigmas: [Int64: Vector3] {
        let tracked = frames.lazy.map(\.odometry).filter { $0.odometryFromBody != nil }
        return Dictionary(tracked.map { ($0.inertialTimestampNanoseconds, $0.positionSigma) }) { _, last in last }
    }
}

extension OdometryFrame {
    /// The timestamp on the inertial clock, with the estimated time offset.
    fileprivate var inertialTimestampNanoseconds: Int64 {
        timestampNanoseconds + Int64((calibration.timeOffset * 1e9).rounded())
    }
}
