import Geometry
import Imaging
import Odometry
import WorldTracking

/// Runs an AR session over a recording, frame by frame, like a live session.
///
/// A truncated recording still returns the frames of everything that was read; then `next()` throws.
public final class SessionRun {
    /// The session; the caller may add anchors between frames.
    public let session: Session
    /// The number of images read.
    public private(set) var readCount = 0
    /// The session's processing time of the last frame, seconds.
    public private(set) var frameSeconds = 0.0

    private var reader: RecordingReader
    private let poses: PoseTrack?
    private var isDone = false
    private var interruption: RecordingError?

    /// A run over a recording with the poses of the odometry.
    public convenience init(reader: RecordingReader, configuration: SessionConfiguration = .init()) {
        let session = Session()
        session.run(configuration, odometry: reader.calibration.odometryConfiguration)
        self.init(reader: reader, session: session)
    }

    /// A run of a session that was started with the recording's calibration.
    public init(reader: RecordingReader, session: Session) {
        self.reader = reader
        self.session = session
        poses = nil
    }

    /// A run over a recording's images with known poses of the body, ordered by time; inertial samples are not used.
    public init(reader: RecordingReader, poses: [TimedPose], configuration: SessionConfiguration = .init()) {
        self.reader = reader
        self.poses = PoseTrack(poses)
        session = Session()
        session.run(withKnownPoses: configuration)
    }

    /// The next frame; nil at the end of the recording.
    ///
    /// Throws the reader's error after the last frame.
    public func next() throws(RecordingError) -> Frame? {
        while true {
            if let frame = nextFrame() { return frame }
            if isDone {
                if let interruption { throw interruption }
                return nil
            }
            read()
        }
    }

    private func nextFrame() -> Frame? {
        let clock = ContinuousClock()
        let start = clock.now
        let frame = session.nextFrame()
        if frame != nil { frameSeconds = (clock.now - start) / .seconds(1) }
        return frame
    }

    /// Passes the next event to the session, and ends the session at the recording's end or at an error in it.
    private func read() {
        do throws(RecordingError) {
            if let event = try reader.next() { return add(event) }
        } catch {
            interruption = error
        }
        isDone = true
        session.finish()
    }

    private func add(_ event: RecordingEvent) {
        switch event {
        case .inertial(let sample):
            session.add(sample)
        case .image(let image):
            readCount += 1
            let stamp = image.timestampNanoseconds
            guard let poses else { return session.add(image.gray, timestampNanoseconds: stamp) }
            guard let pose = poses.pose(at: stamp) else { return }
            let calibration = reader.calibration
            session.add(
                image.gray,
                odometryFromOptical: pose * calibration.bodyFromOptical,
                lens: calibration.camera,
                motion: poses.motion(
                    at: stamp,
                    readoutTime: calibration.readoutTime,
                    bodyFromOptical: calibration.bodyFromOptical
                ),
                timestampNanoseconds: stamp
            )
        }
    }

    /// The frames as an asynchronous stream.
    ///
    /// The stream ends with the recording, or throws the reader's error after the last frame.
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
