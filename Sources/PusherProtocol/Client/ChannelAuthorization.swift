/// An application's authorization for a connection to join a channel.
public struct ChannelAuthorization: Sendable, Equatable {
    /// `KEY:SIGNATURE`.
    public var auth: String
    /// The member, as signed; presence channels only.
    public var channelData: String?
    /// The secret of an encrypted channel, Base64.
    public var sharedSecret: String?

    /// Creates an authorization.
    public init(auth: String, channelData: String? = nil, sharedSecret: String? = nil) {
        self.auth = auth
        self.channelData = channelData
        self.sharedSecret = sharedSecret
    }

    /// Reads an endpoint's answer.
    public init(body: [UInt8]) throws(ProtocolError) {
        let json = try JSONText(parsing: body)
        guard let auth = json["auth"]?.string else { throw .malformedMessage(member: "auth") }
        self.init(auth: auth, channelData: json["channel_data"]?.string, sharedSecret: json["shared_secret"]?.string)
    }
}
