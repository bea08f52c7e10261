extension Message {
    /// A wish to join a channel; `position` asks for what came after it.
    public static func subscribe(
        _ channel: ChannelName,
        _ authorization: ChannelAuthorization? = nil,
        after position: HistoryPosition? = nil
    ) -> Message {
        var data = JSONWriter()
        data.raw("{\"channel\":")
        data.string(channel.text)
        if let authorization {
            data.raw(",\"auth\":")
            data.string(authorization.auth)
            if let channelData = authorization.channelData {
                data.raw(",\"channel_data\":")
                data.string(channelData)
            }
        }
        if let position {
            data.raw(",\"recover\":")
            data.value(position.json)
        }
        data.raw("}")
        return Message(event: EventName.subscribe, data: data.text)
    }

    /// The wish to leave a channel.
    public static func unsubscribe(_ channel: ChannelName) -> Message {
        var data = JSONWriter()
        data.raw("{\"channel\":")
        data.string(channel.text)
        data.raw("}")
        return Message(event: EventName.unsubscribe, data: data.text)
    }

    /// Says who the user is.
    public static func signIn(_ authorization: UserAuthorization) -> Message {
        var data = JSONWriter()
        data.raw("{\"auth\":")
        data.string(authorization.auth)
        data.raw(",\"user_data\":")
        data.string(authorization.userData)
        data.raw("}")
        return Message(event: EventName.signIn, data: data.text)
    }

    /// A client's ping.
    public static let clientPing = Message(event: EventName.ping, data: .emptyObject)
    /// A client's answer to a ping.
    public static let clientPong = Message(event: EventName.pong, data: .emptyObject)
}
