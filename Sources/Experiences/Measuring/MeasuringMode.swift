/// How far a person is.
public enum MeasuringMode: Int32, Equatable, Sendable {
    /// Tracking, scale or surface are missing; the advice says which.
    case notReady = 0
    /// A measurement can start.
    case ready = 1
    /// One is being made.
    case measuring = 2
}
