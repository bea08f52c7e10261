/// An event published over the HTTP interface, validated.
public struct EventRequest: Sendable, Equatable {
    /// The event's name.
    public let name: String
    /// The target channels.
    public let channels: [ChannelName]
    /// The data, the JSON string as received.
    public let data: JSONText
    /// The connection that is excluded from delivery.
    public let socketID: SocketID?
    /// The requested attributes of the channels.
    public let info: ChannelAttributes
    /// The tags and the conflation key.
    public let extras: EventExtras

    /// Reads the body of `POST /apps/ID/events`.
    public init(body: [UInt8], limits: Limits) throws(ProtocolError) {
        let json = try Self.parsed(body, limits)
        let names =
            json["channels"].map { $0.elements.compactMap(\.string) } ?? [json["channel"]?.string].compactMap { $0 }
        guard json["channels"].map({ $0.elements.count == names.count }) ?? true else {
            throw .refusedRequest(status: 400, reason: "channels must be strings")
        }
        try self.init(json, names: names, limits: limits)
    }

    init(_ json: JSONText, names: [String], limits: Limits) throws(ProtocolError) {
        guard let name = json["name"]?.string, !name.isEmpty, name.utf8.count <= limits.eventName else {
            throw .refusedRequest(status: 400, reason: "name must be a string of 1 to \(limits.eventName) bytes")
        }
        guard !EventName.isReserved(name) else { throw .refusedRequest(status: 400, reason: "name is reserved") }
        guard let data = json["data"], data.kind == .string else {
            throw .refusedRequest(status: 400, reason: "data must be a string")
        }
        guard data.payloadSize <= limits.eventData else {
            throw .refusedRequest(status: 413, reason: "data is longer than \(limits.eventData) bytes")
        }
        guard (1...limits.channelsPerTrigger).contains(names.count) else {
            throw .refusedRequest(status: 400, reason: "name 1 to \(limits.channelsPerTrigger) channels")
        }
        self.name = name
        self.data = data
        channels = try Self.channels(names, limits)
        socketID = try Self.socketID(json["socket_id"])
        info = ChannelAttributes(json["info"]?.string ?? "")
        extras = try EventExtras(request: json, limits: limits)
    }

    private static func channels(_ names: [String], _ limits: Limits) throws(ProtocolError) -> [ChannelName] {
        var channels: [ChannelName] = []
        for name in names {
            let limit = name.hasPrefix("#") ? 16 + limits.userID : limits.channelName
            guard let channel = try? ChannelName(name, limit: limit) else {
                throw .refusedRequest(status: 400, reason: "not a channel name: \(name.prefix(200))")
            }
            channels.append(channel)
        }
        guard channels.count == 1 || !channels.contains(where: { $0.kind.access == .encrypted }) else {
            throw .refusedRequest(status: 400, reason: "an encrypted channel must be the only one")
        }
        return channels
    }

    private static func socketID(_ value: JSONText?) throws(ProtocolError) -> SocketID? {
        guard let value, value.kind != .null else { return nil }
        guard let text = value.string, let id = try? SocketID(text) else {
            throw .refusedRequest(status: 400, reason: "socket_id is not one")
        }
        return id
    }

    static func parsed(_ body: [UInt8], _ limits: Limits) throws(ProtocolError) -> JSONText {
        guard let json = try? JSONText(parsing: body, depthLimit: limits.depth), json.kind == .object else {
            throw .refusedRequest(status: 400, reason: "the body is not a JSON object")
        }
        return json
    }
}
