import Odometry

/// One event of a device; a recording is a sequence of events in the order of a live device.
public enum RecordingEvent: Equatable, Sendable {
    /// Samples of both inertial sensors at one time.
    case inertial(InertialSample)
    /// An image.
    case image(RecordedImage)

    /// The recorded timestamp, nanoseconds.
    public var timestampNanoseconds: Int64 {
        switch self {
        case .inertial(let sample): sample.timestampNanoseconds
        case .image(let image): image.timestampNanoseconds
        }
    }
}
