/// Marks an event that later ones may be deltas of; only subscriptions with deltas receive it.
public struct DeltaMark: Sendable, Hashable {
    /// The event's number on its channel and connection, which rises.
    public let sequence: Int64
    /// The key that the publisher gave, if any.
    public let conflationKey: String?

    /// A mark.
    public init(sequence: Int64, conflationKey: String? = nil) {
        self.sequence = sequence
        self.conflationKey = conflationKey
    }

    /// Reads `{"seq":…,"conflation_key":…}`.
    init?(json: JSONText) {
        guard let sequence = json["seq"]?.integer else { return nil }
        self.init(sequence: sequence, conflationKey: json["conflation_key"]?.string)
    }

    func write(to writer: inout JSONWriter) {
        writer.raw("{\"seq\":")
        writer.integer(sequence)
        if let conflationKey {
            writer.raw(",\"conflation_key\":")
            writer.string(conflationKey)
        }
        writer.raw("}")
    }
}

/// What the events of a channel are compared by: each delta is made of the last event with the same name and key.
public struct DeltaKey: Sendable, Hashable {
    /// The event's name.
    public let event: String
    /// The key that the publisher gave, if any.
    public let conflationKey: String?

    /// A name and a key.
    public init(event: String, conflationKey: String? = nil) {
        self.event = event
        self.conflationKey = conflationKey
    }
}

/// The answer to a client that asks for deltas.
public enum DeltaAnswer: Sendable, Equatable {
    /// It gets deltas.
    case enabled
    /// It gets every event whole, as it said or for a reason.
    case disabled(reason: String?)

    /// The name of the format, as clients ask for it.
    public static let algorithm = "fossil"

    /// Reads `delta` of a subscription: a boolean, a format's name, `"disabled"`, or an object with `enabled`,
    /// `algorithm` and `algorithms`; nil if it is none of these.
    init?(request json: JSONText) {
        switch json.kind {
        case .boolean: self = json.boolean == true ? .enabled : .disabled(reason: nil)
        case .string where json.string == "disabled": self = .disabled(reason: nil)
        case .string: self = Self.answer(to: [json.string ?? ""])
        case .object:
            guard json["enabled"]?.boolean != false else {
                self = .disabled(reason: nil)
                return
            }
            let listed = json["algorithms"]?.elements.compactMap(\.string)
            self = (listed ?? json["algorithm"]?.string.map { [$0] }).map(Self.answer) ?? .enabled
        default: return nil
        }
    }

    private static func answer(to algorithms: [String]) -> DeltaAnswer {
        algorithms.contains(algorithm) ? .enabled : .disabled(reason: "The algorithm is \(algorithm)")
    }
}

extension Message {
    /// Asks for deltas on all channels that the connection joins from now on.
    public static let enableDeltas = Message(event: EventName.enableDeltas, data: .emptyObject)

    /// The answer to a client that asks for deltas, on one channel or on all.
    public static func deltas(_ answer: DeltaAnswer, on channel: ChannelName? = nil) -> Message {
        var data = JSONWriter()
        switch answer {
        case .enabled:
            data.raw("{\"enabled\":true,\"algorithm\":")
            data.string(DeltaAnswer.algorithm)
        case .disabled(let reason):
            data.raw("{\"enabled\":false")
            if let reason {
                data.raw(",\"reason\":")
                data.string(reason)
            }
        }
        if let channel {
            data.raw(",\"channel\":")
            data.string(channel.text)
        }
        data.raw("}")
        return Message(event: EventName.deltasEnabled, channel: channel?.text, wrapping: data.text)
    }

    /// A client cannot apply a delta: it asks for the last event with this key whole.
    public static func deltaFault(on channel: String, _ key: DeltaKey) -> Message {
        var data = JSONWriter()
        data.raw("{\"channel\":")
        data.string(channel)
        data.raw(",\"event\":")
        data.string(key.event)
        if let conflationKey = key.conflationKey {
            data.raw(",\"conflation_key\":")
            data.string(conflationKey)
        }
        data.raw("}")
        return Message(event: EventName.deltaFault, data: data.text)
    }

    /// This event as the delta of another, whose number is `base`.
    public func delta(_ delta: [UInt8], of base: Int64, _ mark: DeltaMark) -> Message {
        var writer = JSONWriter(capacity: delta.count * 4 / 3 + 128 + event.utf8.count)
        writer.raw("{\"event\":")
        writer.string(event)
        writer.raw(",\"delta\":\"")
        writer.base64(delta)
        writer.raw("\",\"seq\":")
        writer.integer(mark.sequence)
        writer.raw(",\"base_seq\":")
        writer.integer(base)
        if let key = mark.conflationKey {
            writer.raw(",\"conflation_key\":")
            writer.string(key)
        }
        writer.raw("}")
        var message = self
        message.event = EventName.delta
        message.data = writer.text
        message.mark = nil
        return message
    }

    /// The data as the text that deltas are made of: a string's contents, or the JSON of any other value.
    public var deltaText: [UInt8]? { data.map { $0.stringBytes ?? Array($0.bytes) } }
}
