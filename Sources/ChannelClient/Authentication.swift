import AsyncHTTPClient
import PusherProtocol

/// How a client gets an application's word that it may join a channel, or who its user is.
public enum Authentication: Sendable {
    /// Asks an address of the application with a POST form, as every client library does.
    case endpoint(channels: String, users: String? = nil, headers: [String: String] = [:])
    /// Sends a request of the caller's making; it is answered as an endpoint answers. `nil` as channel asks for the user.
    case requestBuilder(@Sendable (SocketID, ChannelName?) -> HTTPClientRequest)
    /// Signs by itself with the application's secret, which no program in foreign hands may hold.
    case inline(secret: String, member: Member? = nil, userData: String? = nil, masterKey: [UInt8]? = nil)
    /// Asks the caller's own code.
    case authorizer(any ChannelAuthorizer)
    /// Joins public channels only.
    case none
}

/// Code of an application that vouches for a client.
public protocol ChannelAuthorizer: Sendable {
    /// The word for a channel; throws when there is none.
    func authorize(_ channel: ChannelName, for socket: SocketID) async throws -> ChannelAuthorization
    /// The word for the user; throws when there is none.
    func authorizeUser(for socket: SocketID) async throws -> UserAuthorization
}
