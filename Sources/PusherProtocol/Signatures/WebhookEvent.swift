/// One event of a webhook.
public struct WebhookEvent: Sendable, Equatable {
    /// The kind of a webhook's event.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// A channel has its first subscriber.
        case channelOccupied = "channel_occupied"
        /// A channel has lost its last subscriber.
        case channelVacated = "channel_vacated"
        /// A user joined a presence channel.
        case memberAdded = "member_added"
        /// A user left a presence channel.
        case memberRemoved = "member_removed"
        /// A client published an event.
        case clientEvent = "client_event"
        /// A cache channel was empty when someone subscribed.
        case cacheMiss = "cache_miss"
        /// The number of subscribers changed.
        case subscriptionCount = "subscription_count"
    }

    /// The kind of the event.
    public let name: Name
    /// The channel.
    public let channel: String
    /// The event's own members, in order, as JSON.
    public let members: [(name: String, value: JSONText)]

    /// An event on a channel.
    public init(_ name: Name, channel: String, members: [(name: String, value: JSONText)] = []) {
        self.name = name
        self.channel = channel
        self.members = members
    }

    /// The body of a request: `{"time_ms":…,"events":[…]}`.
    public static func body(timeMilliseconds: Int64, events: [WebhookEvent]) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw("{\"time_ms\":")
        writer.integer(timeMilliseconds)
        writer.raw(",\"events\":[")
        writer.list(events) { writer, event in
            writer.raw("{\"name\":")
            writer.string(event.name.rawValue)
            writer.raw(",\"channel\":")
            writer.string(event.channel)
            for member in event.members {
                writer.raw(",")
                writer.string(member.name)
                writer.raw(":")
                writer.value(member.value)
            }
            writer.raw("}")
        }
        writer.raw("]}")
        return writer.bytes
    }

    /// Events are equal if their JSON is equal.
    public static func == (left: WebhookEvent, right: WebhookEvent) -> Bool {
        left.name == right.name && left.channel == right.channel
            && left.members.elementsEqual(right.members) { $0.name == $1.name && $0.value == $1.value }
    }
}
