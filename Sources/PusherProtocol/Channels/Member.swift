/// A user on a presence channel.
public struct Member: Sendable, Equatable {
    /// The user's identity.
    public let userID: String
    /// The application's information on the user, any JSON; nil if there is none.
    public let userInfo: JSONText?

    /// Creates a member.
    public init(userID: String, userInfo: JSONText? = nil) {
        self.userID = userID
        self.userInfo = userInfo
    }

    /// Reads `{"user_id":…,"user_info":…}`; a number becomes its text.
    public init(channelData: JSONText) throws(ProtocolError) {
        guard let id = channelData["user_id"], let userID = Self.identity(id) else {
            throw .malformedMessage(member: "user_id")
        }
        self.init(userID: userID, userInfo: channelData["user_info"])
    }

    /// `{"user_id":…,"user_info":…}`.
    public var json: JSONText {
        var writer = JSONWriter()
        writer.raw("{\"user_id\":")
        writer.string(userID)
        if let userInfo {
            writer.raw(",\"user_info\":")
            writer.value(userInfo)
        }
        writer.raw("}")
        return writer.text
    }

    static func identity(_ value: JSONText) -> String? {
        switch value.kind {
        case .string: value.string.flatMap { $0.isEmpty ? nil : $0 }
        case .number: value.text
        default: nil
        }
    }
}
