extension Message {
    /// A message of a server, whose data is a JSON document in a JSON string.
    public init(event: String, channel: String? = nil, wrapping data: JSONText) {
        var writer = JSONWriter(capacity: data.bytes.count + 16)
        writer.string(utf8: data.bytes)
        self.init(event: event, channel: channel, data: writer.text)
    }

    /// The greeting.
    public static func connectionEstablished(socketID: SocketID, activityTimeout: Int) -> Message {
        var data = JSONWriter()
        data.raw("{\"socket_id\":")
        data.string(socketID.description)
        data.raw(",\"activity_timeout\":")
        data.integer(activityTimeout)
        data.raw("}")
        return Message(event: EventName.connectionEstablished, wrapping: data.text)
    }

    /// A fault; its data is an object, as the protocol's pages print it.
    public static func error(_ code: CloseCode?, _ message: String, channel: String? = nil) -> Message {
        var data = JSONWriter()
        data.raw("{\"code\":")
        if let code { data.integer(code.rawValue) } else { data.raw("null") }
        data.raw(",\"message\":")
        data.string(message)
        data.raw("}")
        return Message(event: EventName.error, channel: channel, data: data.text)
    }

    /// The answer to a ping.
    public static let pong = Message(event: EventName.pong, wrapping: .emptyObject)
    /// A server's question.
    public static let ping = Message(event: EventName.ping, wrapping: .emptyObject)

    /// A subscription stands; `data` is `{}` but on presence channels.
    public static func subscriptionSucceeded(_ channel: ChannelName, data: JSONText = .emptyObject) -> Message {
        Message(event: EventName.subscriptionSucceeded, channel: channel.text, wrapping: data)
    }

    /// A subscription was refused.
    public static func subscriptionError(_ refusal: SubscriptionRefusal, channel: String) -> Message {
        var data = JSONWriter()
        data.raw("{\"type\":")
        data.string(refusal.type)
        data.raw(",\"error\":")
        data.string(refusal.message)
        data.raw(",\"status\":")
        data.integer(refusal.status)
        data.raw("}")
        return Message(event: EventName.subscriptionError, channel: channel, data: data.text)
    }

    /// Nothing is cached.
    public static func cacheMiss(_ channel: ChannelName) -> Message {
        Message(event: EventName.cacheMiss, channel: channel.text, wrapping: .emptyObject)
    }

    /// How many subscribers there are.
    public static func subscriptionCount(_ channel: ChannelName, _ count: Int) -> Message {
        var data = JSONWriter()
        data.raw("{\"subscription_count\":")
        data.integer(count)
        data.raw("}")
        return Message(event: EventName.subscriptionCount, channel: channel.text, wrapping: data.text)
    }

    /// A user came to a presence channel.
    public static func memberAdded(_ channel: ChannelName, _ member: Member) -> Message {
        Message(event: EventName.memberAdded, channel: channel.text, wrapping: member.json)
    }

    /// A user left a presence channel.
    public static func memberRemoved(_ channel: ChannelName, userID: String) -> Message {
        Message(event: EventName.memberRemoved, channel: channel.text, wrapping: Member(userID: userID).json)
    }

    /// A sign-in stands; the data holds the user's data as it came.
    public static func signInSuccess(userData: String) -> Message {
        var data = JSONWriter()
        data.raw("{\"user_data\":")
        data.string(userData)
        data.raw("}")
        return Message(event: EventName.signInSuccess, wrapping: data.text)
    }

    /// Users of a watchlist that are there, and those that are not; empty lists are left out.
    public static func watchlist(online: [String], offline: [String]) -> Message {
        var data = JSONWriter()
        data.raw("{\"events\":[")
        let lists = [("online", online), ("offline", offline)].filter { !$0.1.isEmpty }
        data.list(lists) { writer, list in
            writer.raw("{\"name\":")
            writer.string(list.0)
            writer.raw(",\"user_ids\":[")
            writer.list(list.1) { $0.string($1) }
            writer.raw("]}")
        }
        data.raw("]}")
        return Message(event: EventName.watchlistEvents, wrapping: data.text)
    }
}
