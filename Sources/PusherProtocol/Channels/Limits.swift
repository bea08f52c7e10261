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
    /// How many channels one trigger may name.
    public var channelsPerTrigger = 100
    /// How many events one batch may hold.
    public var eventsPerBatch = 10
    /// How many client events a connection may send a second; 0 for no limit.
    public var clientEventsPerSecond = 10
    /// How many members a presence channel may have.
    public var presenceMembers = 100
    /// The longest `channel_data`.
    public var memberData = 1_024
    /// The longest user identity.
    public var userID = 128
    /// How many users a watchlist may name.
    public var watchlist = 100
    /// How many channels a connection may be subscribed to.
    public var subscriptionsPerConnection = 1_000
    /// How many connections the application may have; nil for no limit.
    public var connections: Int?
    /// How long a cached event is kept, seconds.
    public var cacheSeconds = 1_800
    /// How far a request's clock may be off, seconds.
    public var clockSkewSeconds: Int64 = 600
    /// How deep JSON may be nested.
    public var depth = 32
    /// How much may wait for a slow reader before it is cut.
    public var sendBuffer = 1_048_576
    /// How many channels a connection may join per second; 0 for no limit.
    public var joinsPerSecond = 1_000
    /// How many messages a connection may send per second before the server stops reading from it for a while; 0 for
    /// no limit.
    public var messagesPerSecond = 5_000
    /// How many bytes of messages a connection may send per second before the server stops reading; 0 for no limit.
    public var bytesPerSecond = 4_194_304
    /// How many connections one member of a presence channel may have.
    public var connectionsPerMember = 100
    /// How many signed requests the HTTP interface takes per second; 0 for no limit.
    public var requestsPerSecond = 5_000

    /// The hosted service's limits.
    public init() {}
}
