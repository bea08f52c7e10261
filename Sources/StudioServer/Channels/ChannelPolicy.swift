import Hummingbird
import PusherProtocol

/// Who may join the private and presence channels with a name prefix.
struct ChannelPolicy: Sendable {
    /// The prefix, such as "presence-room-"; the longest matching one applies.
    let prefix: String
    /// Decides on a request; nil refuses.
    let admit: @Sendable (Request, StudioContext, ChannelRequest) async throws -> ChannelGrant?
}

/// A request to join a channel.
struct ChannelRequest: Sendable {
    /// The connection's identity.
    let socketID: SocketID
    /// The channel's name.
    let channel: String
    /// Every field of the form, such as an access token.
    let fields: [String: String]
}

/// The permission to join, with the member on a presence channel.
struct ChannelGrant: Sendable {
    /// The member's identity; presence channels need it.
    var userID: String?
    /// The member's information for others.
    var userInfo: [String: String]

    init(userID: String? = nil, userInfo: [String: String] = [:]) {
        self.userID = userID
        self.userInfo = userInfo
    }
}
