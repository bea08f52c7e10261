import Geometry
import Imaging
import Odometry

/// Runs the odometry over a recording and keeps what is needed to judge it.
public struct TrackingRun: Sendable {
    /// One frame of the run.
    public struct Frame: Sendable {
        /// What the odometry knew.
        public var odometry: OdometryFrame
        /// How long the frame took, seconds.
        public var seconds: Double
    }

    /// Every frame, in order.
    public internal(set) var frames: [Frame] = []
    /// How many samples and pictures the odometry refused.
    public private(set) var refusedCount = 0

    /// Runs over all of a recording; throws where the reader does.
    ///
    /// `progress` is called after each picture with how many have been read.
    public init(
        reader: inout RecordingReader,
        configuration: OdometryConfiguration,
        progress: (Int) -> Void = { _ in }
    ) throws(RecordingError) {
        let odometry = VisualInertialOdometry(configuration: configuration)
        frames.reserveCapacity(reader.pictureCount)
        var read = 0
        while let event = try reader.next() {
            switch event {
            case .inertial(let sample):
                odometry.add(sample)
            case .picture(let picture):
                odometry.add(picture.gray, timestampNanoseconds: picture.timestampNanoseconds)
                read += 1
                progress(read)
            }
            take(odometry)
        }
        odometry.finish()
        take(odometry)
        refusedCount = odometry.refusedCount
    }

    private mutating func take(_ odometry: VisualInertialOdometry) {
        let clock = ContinuousClock()
        while true {
            let start = clock.now
            guard let frame = odometry.nextFrame() else { return }
            frames.append(Frame(odometry: frame, seconds: (clock.now - start) / .seconds(1)))
        }
    }

    /// The poses by the pictures' stamps, from the first one on.
    public var trajectory: [TimedPose] {
        frames.compactMap { frame in
            frame.odometry.odometryFromBody.map { pose in
                TimedPose(timestampNanoseconds: frame.odometry.timestampNanoseconds, worldFromBody: pose)
            }
        }
    }

    /// The poses by the inertial clock, as the estimated time offset gives it: what ground truth is compared with.
    public var trajectoryOnInertialClock: [TimedPose] {
        frames.compactMap { frame in
            frame.odometry.odometryFromBody.map { pose in
                TimedPose(timestampNanoseconds: frame.odometry.inertialTimestampNanoseconds, worldFromBody: pose)
            }
        }
    }

    /// The standard deviations of the positions' components by the same stamps, metres.
    public var positionSigmas: [Int64: Vector3] {
        let tracked = frames.lazy.map(\.odometry).filter { $0.odometryFromBody != nil }
        return Dictionary(tracked.map { ($0.inertialTimestampNanoseconds, $0.positionSigma) }) { _, last in last }
    }
}

extension OdometryFrame {
    /// The stamp by the inertial clock, as the estimated time offset gives it.
    fileprivate var inertialTimestampNanoseconds: Int64 {
        timestampNanoseconds + Int64((calibration.timeOffset * 1e9).rounded())
    }
}
