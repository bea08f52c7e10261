import Odometry

/// One thing that a device delivers; a recording is a sequence of them in the order a live device would have delivered
/// them.
public enum RecordingEvent: Equatable, Sendable {
    /// Both inertial sensors at one moment.
    case inertial(InertialSample)
    /// An image.
    case image(RecordedImage)

    /// The stamp as recorded, nanoseconds.
    public var timestampNanoseconds: Int64 {
        switch self {
        case .inertial(let sample): sample.timestampNanoseconds
        case .image(let image): image.timestampNanoseconds
        }
    }
}
