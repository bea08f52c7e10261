/// An error of a client.
public enum ChannelClientError: Error, Sendable, Equatable {
    /// The chosen authentication cannot authorize this.
    case cannotAuthorize(String)
    /// The server has not answered in time.
    case noAnswer
    /// The server refuses the connection; the client does not retry.
    case refusedConnection(code: Int, String)
    /// The application's endpoint answered with a status other than 200.
    case refused(status: Int)
    /// The event cannot be sent now: not connected, not subscribed, or not a client event's name or channel.
    case cannotTrigger(String)
    /// No cluster of the hosted service can have this name.
    case invalidCluster(String)
}

extension ChannelClientError: CustomStringConvertible {
    /// A short description for a person.
    public var description: String {
        switch self {
        case .cannotAuthorize(let reason): "not authorised: \(reason)"
        case .noAnswer: "the server does not answer"
        case .refusedConnection(let code, let reason): "the server refuses the connection: \(code), \(reason)"
        case .refused(let status): "refused with status \(status)"
        case .cannotTrigger(let event): "\(event) cannot be sent now"
        case .invalidCluster(let name): "\(name) is not the name of a cluster, such as eu or ap1"
        }
    }
}
