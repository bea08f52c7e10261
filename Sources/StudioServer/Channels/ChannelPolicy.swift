import Hummingbird
import PusherProtocol

/// Who may join the private and presence channels whose names begin alike.
struct ChannelPolicy: Sendable {
    /// How the names begin, such as "presence-room-"; of two that fit the longer counts.
    let prefix: String
    /// Decides on one who asks; nil refuses.
    let admit: @Sendable (Request, StudioContext, ChannelRequest) async throws -> ChannelGrant?
}

/// What someone who wants to join a channel says.
struct ChannelRequest: Sendable {
    /// The connection's number.
    let socketID: SocketID
    /// The channel's name.
    let channel: String
    /// Every field of the form, such as a token of the part's own.
    let fields: [String: String]
}

/// That someone may join, and on a presence channel as whom.
struct ChannelGrant: Sendable {
    /// The member's identity; presence channels need it.
    var userID: String?
    /// What others may know of the member.
    var userInfo: [String: String]

    init(userID: String? = nil, userInfo: [String: String] = [:]) {
        self.userID = userID
        self.userInfo = userInfo
    }
}
