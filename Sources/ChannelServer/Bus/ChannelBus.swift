import NIOCore
import PusherProtocol

/// What a server's connections share, on one machine or many: events, who is where, what is kept.
///
/// Two members of equal standing: `LocalBus` within one process, `RedisBus` between processes. Calls of one caller take
/// effect in the order made. Futures complete on the loop given; `LocalBus` completes all but `online` before it returns.
public protocol ChannelBus: Sendable {
    /// Connects, and passes published events to the receiver from now on.
    func start(_ receiver: any BusReceiver) async throws
    /// Withdraws this process's subscriptions and sign-ins.
    func stop() async
    /// Whether the bus reaches what it needs.
    var isReady: Bool { get }

    /// Publishes an event to a channel's subscribers.
    func publish(_ publication: Publication)
    /// Sends every process a notice that is not a channel's event.
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
    /// The summary of one channel.
    func channel(_ name: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<ChannelSummary>
    /// The members of a presence channel.
    func members(_ channel: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<[Member]>
    /// The event in a cache channel.
    func cached(_ channel: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<CachedEvent?>
}

/// The receiver of a bus's events.
public protocol BusReceiver: AnyObject, Sendable {
    /// An event for the subscribers of a channel in this process; events with `isOrdered` keep their order.
    func deliver(_ delivery: Delivery)
    /// A notice that is not a channel's event.
    func notice(_ notice: BusNotice)
    /// Members of a dead process have been removed; the channels' subscribers have already received this.
    func swept(_ left: [Swept])
    /// The bus reaches all processes again; who is online may have changed meanwhile.
    func reunited()
}
