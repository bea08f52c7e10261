import NIOCore
import PusherProtocol

/// What a server's connections share, on one machine or many: events, who is where, what is kept.
///
/// Two members of equal standing: `LocalBus` within one process, `RedisBus` between processes. Calls of one caller take
/// effect in the order made. Futures complete on the loop given; `LocalBus` completes all but `online` before it returns.
public protocol ChannelBus: Sendable {
    /// Connects, and from now on hands what is published to the receiver.
    func start(_ receiver: any BusReceiver) async throws
    /// Takes back what this process has said of its connections.
    func stop() async
    /// Whether the bus reaches what it needs.
    var isReady: Bool { get }

    /// Publishes an event to a channel's subscribers.
    func publish(_ publication: Publication)
    /// Sends every process something that is no channel's event.
    func announce(_ notice: BusNotice)

    /// Counts a subscription in; publishes to the channel if the subscription brings a new member.
    func join(_ join: Join, on loop: any EventLoop) -> EventLoopFuture<JoinOutcome>
    /// Counts a subscription out; publishes to the channel if its member is gone with it.
    func leave(_ leave: Leave, on loop: any EventLoop) -> EventLoopFuture<LeaveOutcome>

    /// Counts a user's connection in; sends every process a notice if it is the first.
    func signIn(_ user: String, of application: String)
    /// Counts a user's connection out; sends every process a notice if it was the last.
    func signOut(_ user: String, of application: String)
    /// Those of the users that have a signed-in connection.
    ///
    /// The answer comes in order with the notices: what is noticed before it is older, what is noticed behind it newer.
    func online(_ users: [String], of application: String, on loop: any EventLoop) -> EventLoopFuture<Set<String>>

    /// The occupied channels whose names begin with a prefix.
    func channels(prefix: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<[ChannelSummary]>
    /// One channel.
    func channel(_ name: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<ChannelSummary>
    /// Who is on a presence channel.
    func members(_ channel: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<[Member]>
    /// What a cache channel holds.
    func cached(_ channel: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<CachedEvent?>
}

/// Where a bus hands what it brings.
public protocol BusReceiver: AnyObject, Sendable {
    /// An event for the subscribers of a channel in this process. `isOrdered` asks for one order with others so marked.
    func deliver(_ delivery: Delivery)
    /// Something that is no channel's event.
    func notice(_ notice: BusNotice)
    /// Members of a process that died have been taken out; the channels' subscribers know already.
    func swept(_ left: [Swept])
    /// The bus reaches all processes again; who is online may have changed meanwhile.
    func reunited()
}
