import Geometry
import Imaging
import Odometry
import WorldTracking

/// Runs an AR session over a recording, frame by frame, as a live session would have gone.
public final class SessionRun {
    /// The session; gestures may set anchors between frames.
    public let session = Session()
    /// How many pictures have been read.
    public private(set) var readCount = 0

    private var reader: RecordingReader
    private let poses: [TimedPose]?
    private var isDone = false

    /// A run over a recording with the poses that the odometry finds.
    public init(reader: RecordingReader, configuration: SessionConfiguration = .init()) {
        self.reader = reader
        poses = nil
        session.run(configuration, odometry: reader.calibration.odometryConfiguration)
    }

    /// A run over a recording's pictures with poses of the body from outside, by time; the motion sensors are not used.
    public init(reader: RecordingReader, poses: [TimedPose], configuration: SessionConfiguration = .init()) {
        self.reader = reader
        self.poses = poses
        session.run(withKnownPoses: configuration)
    }

    /// The next frame; nil at the end of the recording.
    public func next() throws(RecordingError) -> Frame? {
        while true {
            if let frame = session.nextFrame() { return frame }
            guard !isDone else { return nil }
            guard let event = try reader.next() else {
                isDone = true
                session.finish()
                continue
            }
            take(event)
        }
    }

    private func take(_ event: RecordingEvent) {
        switch event {
        case .inertial(let sample):
            session.add(sample)
        case .picture(let picture):
            readCount += 1
            guard poses != nil else {
                return session.add(picture.gray, timestampNanoseconds: picture.timestampNanoseconds)
            }
            guard let pose = pose(at: picture.timestampNanoseconds) else { return }
            session.add(
                picture.gray,
                odometryFromOptical: pose * reader.calibration.bodyFromOptical,
                lens: reader.calibration.camera,
                timestampNanoseconds: picture.timestampNanoseconds
            )
        }
    }

    /// The pose at a time, between the two poses around it; nil where they are more than a tenth of a second off.
    private func pose(at stamp: Int64) -> RigidTransform<OdometrySpace, BodySpace>? {
        guard let poses else { return nil }
        let limit: Int64 = 100_000_000
        let after = poses.firstIndex { $0.timestampNanoseconds >= stamp }
        guard let after else {
            return poses.last.flatMap { stamp - $0.timestampNanoseconds < limit ? $0.worldFromBody : nil }
        }
        let next = poses[after]
        guard next.timestampNanoseconds - stamp < limit else { return nil }
        guard after > 0, next.timestampNanoseconds > stamp else { return next.worldFromBody }
        let last = poses[after - 1]
        let span = Double(next.timestampNanoseconds - last.timestampNanoseconds)
        guard stamp - last.timestampNanoseconds < limit else { return next.worldFromBody }
        let fraction = Double(stamp - last.timestampNanoseconds) / span
        return last.worldFromBody.interpolated(to: next.worldFromBody, fraction: fraction)
    }

    /// The frames as an asynchronous stream, for those who wait for them elsewhere.
    ///
    /// The stream ends with the recording, or with the reader's error.
    public static func frames(
        of path: String,
        configuration: SessionConfiguration = .init()
    ) -> AsyncThrowingStream<Frame, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task.detached {
                do {
                    let run = SessionRun(reader: try RecordingReader(path: path), configuration: configuration)
                    while !Task.isCancelled, let frame = try run.next() { continuation.yield(frame) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
