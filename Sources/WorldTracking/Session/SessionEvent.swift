import Odometry

/// What a session reports besides its frames.
public enum SessionEvent: Equatable, Sendable {
    /// New anchors, a user's or found planes.
    case added(Anchor)
    /// An anchor moved or grew.
    case updated(Anchor)
    /// An anchor is gone.
    case removed(Int32)
    /// A plane's anchor turned out to be a part of another's, which lives on.
    case merged(Int32, into: Int32)
    /// Tracking became better or worse.
    case trackingStateChanged(TrackingState)
    /// Images or motion stopped arriving.
    case interrupted
    /// They arrive again.
    case interruptionEnded
    /// The old place was recognised; the world moved by so many metres to where it belongs.
    case relocalized(correctionMetres: Double)
    /// A tracked ray meets something else, or the same is known better.
    case rayUpdated(TrackedRay)
    /// The old place was not recognised in time, or a new start was asked for: the world's origin is a new one.
    case restarted
}
