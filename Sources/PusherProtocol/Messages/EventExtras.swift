/// What a publisher states about an event for the server alone: subscribers do not receive it.
public struct EventExtras: Sendable, Equatable {
    /// Names and values that filters of subscriptions compare.
    public var tags: [String: String]
    /// What the event tells the state of, such as a device: its deltas are made from the last event with the same key.
    public var conflationKey: String?

    /// No tags and no key.
    public static let none = EventExtras()

    /// Tags and a key.
    public init(tags: [String: String] = [:], conflationKey: String? = nil) {
        self.tags = tags
        self.conflationKey = conflationKey
    }

    /// Whether nothing is stated.
    public var isEmpty: Bool { tags.isEmpty && conflationKey == nil }

    /// Reads `tags` and `extras.delta.conflation_key` of a request to publish; throws what is wrong with them.
    init(request: JSONText, limits: Limits) throws(ProtocolError) {
        self.init()
        if let json = request["tags"], json.kind != .null {
            guard json.kind == .object else { throw Self.refused("tags must be an object") }
            let members = json.members
            guard members.count <= limits.tags else { throw Self.refused("more than \(limits.tags) tags") }
            for (name, value) in members {
                guard (1...limits.tagBytes).contains(name.utf8.count) else {
                    throw Self.refused("the name of a tag must have 1 to \(limits.tagBytes) bytes")
                }
                guard let text = value.string, text.utf8.count <= limits.tagBytes else {
                    throw Self.refused("tags.\(name) must be a string of at most \(limits.tagBytes) bytes")
                }
                guard tags.updateValue(text, forKey: name) == nil else {
                    throw Self.refused("tags.\(name) occurs twice")
                }
            }
        }
        if let key = request["extras"]?["delta"]?["conflation_key"], key.kind != .null {
            guard let text = key.string, (1...limits.tagBytes).contains(text.utf8.count) else {
                throw Self.refused("extras.delta.conflation_key must be a string of 1 to \(limits.tagBytes) bytes")
            }
            conflationKey = text
        }
    }

    private static func refused(_ reason: String) -> ProtocolError { .refusedRequest(status: 400, reason: reason) }
}

extension EventExtras {
    /// Writes the members `tags` and `extras` of a request to publish, each with a comma before it.
    public func writeMembers(to writer: inout JSONWriter) {
        if !tags.isEmpty {
            writer.raw(",\"tags\":")
            writeTags(to: &writer)
        }
        if let conflationKey {
            writer.raw(",\"extras\":{\"delta\":{\"conflation_key\":")
            writer.string(conflationKey)
            writer.raw("}}")
        }
    }

    private func writeTags(to writer: inout JSONWriter) {
        writer.raw("{")
        writer.list(tags.sorted { $0.key < $1.key }) { writer, tag in
            writer.string(tag.key)
            writer.raw(":")
            writer.string(tag.value)
        }
        writer.raw("}")
    }

    /// How the JSON of a message begins that has extras.
    public static let prefix = Array("{\"extras\":".utf8)

    /// The JSON of a message with these in front of its members; the message itself if nothing is stated.
    public func inserted(into message: [UInt8]) -> [UInt8] {
        isEmpty ? message : Self.prefix + json.bytes + [UInt8(ascii: ",")] + message.dropFirst()
    }

    /// Reads what `json` writes.
    init(json: JSONText) {
        self.init(conflationKey: json["conflation_key"]?.string)
        for (name, value) in json["tags"]?.members ?? [] { tags[name] = value.string }
    }

    /// `{"tags":{…},"conflation_key":…}`, for other processes of the server.
    var json: JSONText {
        var writer = JSONWriter()
        writer.raw("{\"tags\":")
        writeTags(to: &writer)
        if let conflationKey {
            writer.raw(",\"conflation_key\":")
            writer.string(conflationKey)
        }
        writer.raw("}")
        return writer.text
    }
}
