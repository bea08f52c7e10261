/// A user on a presence channel.
public struct Member: Sendable, Equatable {
    /// Who it is.
    public let userID: String
    /// What the application says of the user, any JSON; nil when it says nothing.
    public let userInfo: JSONText?

    /// A member of given identity.
    public init(userID: String, userInfo: JSONText? = nil) {
        self.userID = userID
        self.userInfo = userInfo
    }

    /// Reads `{"user_id":…,"user_info":…}`; a number becomes the text it is written as.
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
