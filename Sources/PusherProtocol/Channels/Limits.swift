/// Every limit of the protocol, with the hosted service's values as defaults; sizes in bytes.
public struct Limits: Sendable, Equatable {
    /// The longest channel name.
    public var channelName = 164
    /// The longest event name.
    public var eventName = 200
    /// The longest data of an event, before the second encoding.
    public var eventData = 10_240
    /// The longest message a client may send.
    public var message = 65_536
    /// The number of channels in one trigger.
    public var channelsPerTrigger = 100
    /// The number of events in one batch.
    public var eventsPerBatch = 10
    /// The number of client events per second on a connection; 0 for no limit.
    public var clientEventsPerSecond = 10
    /// The number of members of a presence channel.
    public var presenceMembers = 100
    /// The longest `channel_data`.
    public var memberData = 1_024
    /// The longest user identity.
    public var userID = 128
    /// The number of users in a watchlist.
    public var watchlist = 100
    /// The number of channels that a connection may be subscribed to.
    public var subscriptionsPerConnection = 1_000
    /// The number of connections of the application; nil for no limit.
    public var connections: Int?
    /// How long a cached event is kept, seconds.
    public var cacheSeconds = 1_800
    /// The largest clock error of a request, seconds.
    public var clockSkewSeconds: Int64 = 600
    /// The largest nesting depth of JSON.
    public var depth = 32
    /// The bytes that may be queued for a slow reader before it is disconnected.
    public var sendBuffer = 1_048_576
    /// The number of channels that a connection may join per second; 0 for no limit.
    public var joinsPerSecond = 1_000
    /// The number of messages per second on a connection before the server pauses reading from it; 0 for no limit.
    public var messagesPerSecond = 5_000
    /// The bytes of messages per second on a connection before the server pauses reading from it; 0 for no limit.
    public var bytesPerSecond = 4_194_304
    /// The number of connections of one member of a presence channel.
    public var connectionsPerMember = 100
    /// The number of signed requests per second to the HTTP interface; 0 for no limit.
    public var requestsPerSecond = 5_000

    /// The number of nodes of a subscription's filter.
    public var filterNodes = 64
    /// How deep the nodes of a filter may be nested.
    public var filterDepth = 8
    /// The number of values in all lists of a filter.
    public var filterValues = 256
    /// The number of tags of an event.
    public var tags = 32
    /// The longest name or value of a tag, and the longest conflation key.
    public var tagBytes = 256
    /// Shorter data is not sent as a delta.
    public var deltaShortest = 100
    /// The number of events that a channel keeps on an event loop to make deltas of: one for each name and key.
    public var deltaKeys = 100
    /// The bytes of data that a channel keeps on an event loop to make deltas of.
    public var deltaBytes = 1_048_576

    /// The hosted service's limits.
    public init() {}
}
