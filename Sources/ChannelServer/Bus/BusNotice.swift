/// What processes send each other besides events.
public struct BusNotice: Sendable, Equatable {
    /// What happened.
    public enum Kind: String, Sendable {
        /// A user's first connection signed in.
        case userCame
        /// A user's last connection is gone.
        case userWent
        /// A user's connections must be closed.
        case terminate
    }

    /// What happened.
    public let kind: Kind
    /// The application's number.
    public let application: String
    /// Whom it is about.
    public let user: String
}
