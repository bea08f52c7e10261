/// What happened to a plane.
public enum PlaneEvent: Equatable, Sendable {
    /// A new plane.
    case added(DetectedPlane)
    /// A plane grew or moved.
    case updated(DetectedPlane)
    /// A plane turned out to be a part of another, which lives on.
    case merged(Int32, into: Int32)
    /// A plane has lost its landmarks.
    case removed(Int32)
}
