import AsyncHTTPClient
import Hummingbird
import HummingbirdCore
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import PusherProtocol
import ServiceLifecycle

/// A Pusher-compatible server that an application mounts on its own port, or runs on one of its own.
///
/// Mount it in three steps: `addRoutes(to:)` on the router, `server(isTLS:)` as the application's server, and the host
/// itself among the application's services.
public final class ChannelHost: Service {
    /// How a host behaves.
    public struct Configuration: Sendable {
        /// What stands before `/app/KEY`.
        public var pathPrefix = ""
        /// The longest frame taken, bytes; every application's message limit should be within it.
        public var longestFrame = 1 << 20
        /// How long a client may take to send its first request.
        public var handshakeTimeout = TimeAmount.seconds(10)
        /// A request's body must bring `slowestBody` bytes per second in every window of this length.
        public var bodyWindow = TimeAmount.seconds(15)
        /// The slowest that a request's body may come, bytes per second.
        public var slowestBody = 512
        /// An answer of which nothing was read in a window of this length is given up; nginx's `send_timeout`.
        public var readerWindow = TimeAmount.seconds(60)
        /// How many connections one address may have; this machine's own, such as a proxy's, has no limit unless
        /// `limitsLoopback` is set.
        public var connectionsPerAddress = 200
        /// How many connections there may be in all; others are refused with 4100.
        public var connections = 100_000
        /// How many sessions of clients without WebSockets there may be; they count as connections, too.
        public var pollingSessions = 5_000
        /// After so long without a request for what waits such a client is gone.
        public var pollingGrace = TimeAmount.seconds(10)
        /// After so long without a message such a client receives a sign of life.
        public var pollingHeartbeat = TimeAmount.seconds(25)
        /// Whether this machine's own address has a limit, too.
        public var limitsLoopback = false
        /// How long a stop waits for clients to go.
        public var drainDeadline = TimeAmount.seconds(5)
        /// How many connections are closed at once when the server stops, a tenth of a second apart.
        public var drainBatch = 1_000

        /// The defaults.
        public init() {}
    }

    let hub: Hub
    let configuration: Configuration
    private let bus: any ChannelBus
    private let webhooks: WebhookSender
    let addresses: AddressLimiter
    private let plain = NIOLockedValueBox<UpgradingChannel?>(nil)

    /// A host for given applications on a bus.
    public init(
        applications: ApplicationDirectory,
        bus: any ChannelBus = LocalBus(),
        configuration: Configuration = Configuration(),
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        httpClient: HTTPClient = .shared,
        logger: Logger = Logger(label: "channels")
    ) {
        self.bus = bus
        self.configuration = configuration
        addresses = AddressLimiter(
            most: configuration.connectionsPerAddress,
            includesLoopback: configuration.limitsLoopback
        )
        webhooks = WebhookSender(client: httpClient, group: eventLoopGroup, logger: logger)
        hub = Hub(
            applications: applications,
            bus: bus,
            group: eventLoopGroup,
            webhooks: webhooks,
            drainBatch: configuration.drainBatch
        )
        let hub = hub
        webhooks.report = { event in hub.observers.notify(event) }
        webhooks.counters = hub.counters
    }

    /// The applications; may be changed while the host runs.
    public var applications: ApplicationDirectory { hub.applications }

    /// The server of a Hummingbird application whose port channels share.
    public func server(isTLS: Bool = false) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            let connection = self.childChannel(isTLS: isTLS, responder: responder)
            if !isTLS { self.plain.withLockedValue { $0 = connection } }
            return connection
        }
    }

    /// The connections of `server()` without TLS; nil if there is none.
    var plainConnection: UpgradingChannel? { plain.withLockedValue { $0 } }

    /// The connection of a server that wraps it, in TLS for instance.
    public func childChannel(isTLS: Bool, responder: @escaping HTTPChannelHandler.Responder) -> UpgradingChannel {
        UpgradingChannel(responder: responder, host: self, isTLS: isTLS)
    }

    /// Adds the HTTP interface of the protocol, and long polling and streaming for clients without WebSockets.
    ///
    /// Their sessions count as connections of an address if the context is a `RemoteAddressRequestContext`.
    public func addRoutes<Context: RequestContext>(to router: Router<Context>) {
        HTTPInterface(hub: hub).addRoutes(to: router)
        PollingRoutes(hub: hub, configuration: configuration, addresses: addresses).add(to: router)
    }

    /// Adds the operators' routes: `/health`, `/ready` and `/metrics`.
    ///
    /// `metrics` gives further numbers for `/metrics`, in Prometheus' text format.
    public func addOperationRoutes<Context: RequestContext>(
        to router: Router<Context>,
        metrics: @escaping @Sendable () -> String = { "" }
    ) {
        HTTPInterface(hub: hub).addOperationRoutes(to: router, isReady: { self.isReady }, metrics: metrics)
    }

    /// Adds the routes of the console's page, under `/api/console`.
    ///
    /// The application must serve the page's files. `admit` throws the answer to those who have no access; it is called
    /// before anything else.
    public func addConsoleRoutes<Context: RequestContext>(
        to router: Router<Context>,
        admit: @escaping @Sendable (Request) throws -> Void
    ) {
        ConsoleRoutes(hub: hub, console: Console(host: self)).add(to: router, admit: admit)
    }

    /// Publishes an event as the application itself.
    public func publish(_ message: Message, to channel: ChannelName, of application: ChannelApplication) {
        hub.publish(message, to: channel, of: application)
    }

    /// Calls back for every event of the server, from any thread; returns a number to stop with.
    public func observe(_ callback: @escaping @Sendable (HubEvent) -> Void) -> Int {
        hub.observers.add(callback)
    }

    /// Stops calling back.
    public func stopObserving(_ number: Int) { hub.observers.remove(number) }

    /// How many channel clients are connected.
    public var clientCount: Int { hub.counters.connections.current }

    /// How many connections each address has, this machine's own only if they are limited.
    public var connectionsByAddress: [String: Int] { addresses.connections }

    /// Whether the host takes connections and reaches its bus.
    public var isReady: Bool { hub.admission.isAccepting && bus.isReady }

    /// Starts the bus and keeps time until the service group stops it, then drains.
    public func run() async throws {
        try await bus.start(hub)
        let ticking = hub.startTicking()
        defer { for task in ticking { task.cancel() } }
        try? await gracefulShutdown()
        await drain()
    }

    /// Refuses new connections, sends every client the code to reconnect elsewhere, and waits until they are gone.
    public func drain() async {
        hub.beginDraining()
        let deadline = NIODeadline.now() + configuration.drainDeadline
        while hub.counters.connections.current > 0, NIODeadline.now() < deadline {
            await hub.pause(milliseconds: 20)
        }
        await webhooks.flush()
        await bus.stop()
    }
}

extension ChannelHost {
    /// The identities of those on a presence channel.
    public func members(of channel: ChannelName, in application: ChannelApplication) async throws -> [String] {
        try await hub.bus.members(channel.text, of: application.id, on: hub.shards.anyLoop).get().map(\.userID)
    }

    /// Whether a channel has a subscriber.
    public func isOccupied(_ channel: ChannelName, in application: ChannelApplication) async throws -> Bool {
        try await hub.bus.channel(channel.text, of: application.id, on: hub.shards.anyLoop).get().subscriptionCount > 0
    }

    /// Closes this process's connections that are subscribed to a channel with 4009, after which stock clients do not
    /// reconnect.
    ///
    /// On a presence channel a member may be named, whose connections alone are closed.
    public func disconnect(_ member: String?, from channel: ChannelName, in application: ChannelApplication) {
        let key = Hub.key(application.id, channel.text)
        for bound in hub.shards.all {
            bound.loop.execute { [hub] in
                for subscriber in bound.shard.topic(key)?.subscribers ?? [] {
                    let held = subscriber.state.channels.first { $0.channel == channel }
                    guard member == nil || held?.member?.userID == member else { continue }
                    hub.end(subscriber, .unauthorized, on: bound.shard)
                }
            }
        }
    }
}
