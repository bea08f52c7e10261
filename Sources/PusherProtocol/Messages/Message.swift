/// One message of the protocol, in either direction.
public struct Message: Sendable, Equatable {
    /// The event's name.
    public var event: String
    /// The channel it belongs to, if any.
    public var channel: String?
    /// The data in wire form: servers send a JSON string.
    public var data: JSONText?
    /// The sender; only on client events of presence channels.
    public var userID: String?
    /// Its position in the channel's history, if the channel keeps one.
    public var position: HistoryPosition?
    /// Whether it is late because the server's processes could not reach each other when it was published.
    public var isLate: Bool
    /// Marks an event that later ones may be deltas of.
    public var mark: DeltaMark?
    /// What its publisher states for the server alone; `encoded()` leaves it out.
    public var extras = EventExtras.none

    /// A message with its data in wire form.
    public init(
        event: String,
        channel: String? = nil,
        data: JSONText? = nil,
        userID: String? = nil,
        position: HistoryPosition? = nil,
        isLate: Bool = false
    ) {
        self.event = event
        self.channel = channel
        self.data = data
        self.userID = userID
        self.position = position
        self.isLate = isLate
    }

    /// Parses one message; ignores unknown members, and rejects a known member that occurs twice.
    public init(parsing bytes: [UInt8], depthLimit: Int = 32) throws(ProtocolError) {
        let document = try JSONText(parsing: bytes, depthLimit: depthLimit)
        guard document.kind == .object else { throw .malformedMessage(member: "event") }
        var fields: [String: JSONText] = [:]
        for (name, value) in document.members {
            guard fields.updateValue(value, forKey: name) == nil else { throw .malformedMessage(member: name) }
        }
        guard let event = fields["event"]?.string else { throw .malformedMessage(member: "event") }
        self.event = event
        if let channel = fields["channel"], channel.kind != .null {
            guard let text = channel.string else { throw .malformedMessage(member: "channel") }
            self.channel = text
        }
        data = fields["data"]
        isLate = false
        // Most messages have no other members, and looking for each takes longer than counting.
        guard fields.count > 1 + (channel == nil ? 0 : 1) + (data == nil ? 0 : 1) else { return }
        userID = fields["user_id"].flatMap(Member.identity)
        position = fields["position"].flatMap { HistoryPosition(json: $0) }
        isLate = fields["late"]?.boolean == true
        mark = fields["delta"].flatMap { DeltaMark(json: $0) }
        extras = fields["extras"].map { EventExtras(json: $0) } ?? .none
    }

    /// The message as JSON for other processes of the server: what its publisher states for the server stands first.
    public func encodedForServers() -> [UInt8] { extras.inserted(into: encoded()) }

    /// The message as JSON.
    public func encoded() -> [UInt8] {
        var writer = JSONWriter(capacity: 64 + event.utf8.count + (data?.bytes.count ?? 0))
        writer.raw("{\"event\":")
        writer.string(event)
        if let channel {
            writer.raw(",\"channel\":")
            writer.string(channel)
        }
        if let data {
            writer.raw(",\"data\":")
            writer.value(data)
        }
        if let userID {
            writer.raw(",\"user_id\":")
            writer.string(userID)
        }
        if let position {
            writer.raw(",\"position\":")
            writer.value(position.json)
        }
        if isLate { writer.raw(",\"late\":true") }
        if let mark {
            writer.raw(",\"delta\":")
            mark.write(to: &writer)
        }
        writer.raw("}")
        return writer.bytes
    }
}

extension Message {
    /// A message of a server, whose data is a JSON document in a JSON string.
    public init(event: String, channel: String? = nil, wrapping data: JSONText) {
        var writer = JSONWriter(capacity: data.bytes.count + 16)
        writer.string(utf8: data.bytes)
        self.init(event: event, channel: channel, data: writer.text)
    }

    /// The first message of a server.
    public static func connectionEstablished(socketID: SocketID, activityTimeout: Int) -> Message {
        var data = JSONWriter()
        data.raw("{\"socket_id\":")
        data.string(socketID.description)
        data.raw(",\"activity_timeout\":")
        data.integer(activityTimeout)
        data.raw("}")
        return Message(event: EventName.connectionEstablished, wrapping: data.text)
    }

    /// An error; its data is an object, as in the protocol's documentation.
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
    /// A server's ping.
    public static let ping = Message(event: EventName.ping, wrapping: .emptyObject)

    /// A subscription succeeded; `data` is `{}` except on presence channels.
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

    /// The cache channel is empty.
    public static func cacheMiss(_ channel: ChannelName) -> Message {
        Message(event: EventName.cacheMiss, channel: channel.text, wrapping: .emptyObject)
    }

    /// The number of a channel's subscribers.
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

    /// A sign-in succeeded; the data contains the user's data unchanged.
    public static func signInSuccess(userData: String) -> Message {
        var data = JSONWriter()
        data.raw("{\"user_data\":")
        data.string(userData)
        data.raw("}")
        return Message(event: EventName.signInSuccess, wrapping: data.text)
    }

    /// Users of a watchlist that are online, and those that are offline; empty lists are omitted.
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

extension Message {
    /// A request to join a channel; `position` requests the events after it.
    public static func subscribe(
        _ channel: ChannelName,
        _ authorization: ChannelAuthorization? = nil,
        after position: HistoryPosition? = nil,
        options: DeliveryOptions = DeliveryOptions()
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
        if let filter = options.filter {
            data.raw(",\"filter\":")
            data.value(filter.json)
        }
        if options.takesDeltas { data.raw(",\"delta\":true") }
        data.raw("}")
        return Message(event: EventName.subscribe, data: data.text)
    }

    /// A request to leave a channel.
    public static func unsubscribe(_ channel: ChannelName) -> Message {
        var data = JSONWriter()
        data.raw("{\"channel\":")
        data.string(channel.text)
        data.raw("}")
        return Message(event: EventName.unsubscribe, data: data.text)
    }

    /// A request to sign the user in.
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
