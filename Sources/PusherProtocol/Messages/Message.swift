/// One message of the protocol, in either direction.
public struct Message: Sendable, Equatable {
    /// The event's name.
    public var event: String
    /// The channel it belongs to, if any.
    public var channel: String?
    /// The data as it stands on the wire: what servers send is a JSON string.
    public var data: JSONText?
    /// Who sent it; only on client events of presence channels.
    public var userID: String?
    /// Where it stands in its channel's history, when the channel keeps one.
    public var position: HistoryPosition?
    /// Whether it comes late, since the server's processes could not reach each other when it was published.
    public var isLate: Bool

    /// A message with its data as it shall stand on the wire.
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

    /// Reads one message; unknown members are passed over, known ones may stand there once.
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
        userID = fields["user_id"].flatMap(Member.identity)
        position = fields["position"].flatMap { HistoryPosition(json: $0) }
        isLate = fields["late"]?.boolean == true
    }

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
        writer.raw("}")
        return writer.bytes
    }
}
