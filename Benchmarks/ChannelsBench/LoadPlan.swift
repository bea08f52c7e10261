import PusherProtocol

/// What a run puts on a peer.
struct LoadPlan: Sendable {
    var wire: Wire
    var port: Int
    /// Where subscribers and publishers connect.
    var subscriberTarget: String
    var publisherTarget: String
    /// The channel of peers with the Pusher protocol.
    var channel: String
    var subscribers: Int
    var seconds: Double
    /// Publications per second; nil for as many as the peer accepts.
    var rate: Double?
    /// How many publications may be on their way when there is no rate.
    var window: Int
    var credentials: Credentials
}
