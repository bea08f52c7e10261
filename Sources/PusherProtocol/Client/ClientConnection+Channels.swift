extension ClientConnection {
    /// The user wants a channel; it is joined again after every reconnect.
    public mutating func subscribe(to channel: ChannelName) -> Action {
        guard channels[channel.text] == nil else { return .ignore }
        channels[channel.text] = Held(name: channel)
        guard let socketID else { return .ignore }
        channels[channel.text]?.isPending = true
        return channel.kind.needsSignature ? .authorize(channel, socketID) : .send(.subscribe(channel))
    }

    /// The application vouches for a channel; an answer for an older socket is passed over.
    public mutating func authorized(
        _ channel: ChannelName,
        _ authorization: ChannelAuthorization,
        for socket: SocketID
    )
        -> Action
    {
        guard socket == socketID, let held = channels[channel.text], held.isPending else { return .ignore }
        return .send(.subscribe(channel, authorization, after: held.position))
    }

    /// The application does not vouch for a channel.
    public mutating func unauthorized(_ channel: ChannelName, reason: String) -> Action {
        guard channels.removeValue(forKey: channel.text) != nil else { return .ignore }
        let error = Message.subscriptionError(.unauthorized(reason), channel: channel.text)
        return .notify(.subscriptionFailed(channel: channel.text, data: error.data ?? .null))
    }

    /// The user does not want a channel any more.
    public mutating func unsubscribe(from channel: ChannelName) -> Action {
        guard let held = channels.removeValue(forKey: channel.text), held.isSubscribed || held.isPending else {
            return .ignore
        }
        return socketID == nil ? .ignore : .send(.unsubscribe(channel))
    }

    /// The user wants to be known by name, now and after every reconnect.
    public mutating func signIn() -> Action {
        signsIn = true
        guard let socketID else { return .ignore }
        return .established(socketID, authorize: [], send: [], signsIn: true)
    }

    /// The application vouches for the user.
    public mutating func authorized(_ user: UserAuthorization, for socket: SocketID) -> Action {
        socket == socketID ? .send(.signIn(user)) : .ignore
    }

    /// The message for a client event; nil when the channel does not take it now.
    public func clientEvent(_ name: String, on channel: ChannelName, data: JSONText) -> Message? {
        guard name.hasPrefix("client-"), channel.kind.takesClientEvents, isSubscribed(to: channel) else { return nil }
        return Message(event: name, channel: channel.text, data: data)
    }
}
