/// The members of a presence channel at one time.
public struct PresenceSnapshot: Sendable, Equatable {
    /// The members, each user once.
    public var members: [Member]

    /// Creates a snapshot.
    public init(members: [Member]) {
        self.members = members
    }

    /// Reads `{"presence":{"ids":[…],"hash":{…},"count":n}}`.
    public init(json: JSONText) throws(ProtocolError) {
        guard let hash = json["presence"]?["hash"], hash.kind == .object else {
            throw .malformedMessage(member: "presence")
        }
        members = hash.members.map { Member(userID: $0.name, userInfo: $0.value.kind == .null ? nil : $0.value) }
    }

    /// `{"presence":{"ids":[…],"hash":{…},"count":n}}`.
    public var json: JSONText {
        var writer = JSONWriter(capacity: 64 + members.count * 64)
        writer.raw("{\"presence\":{\"ids\":[")
        writer.list(members) { $0.string($1.userID) }
        writer.raw("],\"hash\":{")
        writer.list(members) { writer, member in
            writer.string(member.userID)
            writer.raw(":")
            writer.value(member.userInfo ?? .null)
        }
        writer.raw("},\"count\":")
        writer.integer(members.count)
        writer.raw("}}")
        return writer.text
    }
}
