/// Why a subscription is refused.
public enum SubscriptionRefusal: Sendable, Equatable {
    /// The signature or the signed data is missing or wrong.
    case unauthorized(String)
    /// The channel's name is not valid.
    case invalidName(String)
    /// The channel's name is too long.
    case nameTooLong
    /// The presence channel is full.
    case channelFull
    /// The member's data is too long.
    case memberTooBig
    /// The connection has reached its limit of subscriptions.
    case tooManySubscriptions
    /// The connection joins channels at a higher rate than allowed.
    case tooManyJoins
    /// The member has reached its limit of connections to the presence channel.
    case tooManyConnections
    /// The subscription's filter is not one, or too large.
    case invalidFilter(String)
    /// A service that the server needs is not reachable; try again.
    case unavailable

    var type: String {
        switch self {
        case .unauthorized: "AuthError"
        case .invalidName: "InvalidName"
        case .invalidFilter: "InvalidFilter"
        case .unavailable: "ServerError"
        default: "LimitReached"
        }
    }

    var status: Int {
        switch self {
        case .unauthorized: 401
        case .invalidName, .invalidFilter: 400
        case .nameTooLong: 4009
        case .channelFull, .tooManySubscriptions, .tooManyJoins, .tooManyConnections: 4100
        case .memberTooBig: 4301
        case .unavailable: 503
        }
    }

    var message: String {
        switch self {
        case .unauthorized(let text): text
        case .invalidName(let name): "Not a channel name: \(name.prefix(200))"
        case .invalidFilter(let reason): "Not a filter: \(reason.prefix(300))"
        case .nameTooLong: "The channel's name is too long"
        case .channelFull: "The presence channel has as many members as it may"
        case .memberTooBig: "The member's data is too long"
        case .tooManySubscriptions: "The connection has as many subscriptions as it may"
        case .tooManyJoins: "The connection joins too many channels per second, try again in a second"
        case .tooManyConnections: "The member has as many connections to the channel as it may"
        case .unavailable: "The server cannot do this now, try again"
        }
    }
}
