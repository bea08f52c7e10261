import AsyncHTTPClient
import Hummingbird
import HummingbirdCore
import Logging
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
        /// How long a client may take to ask for what it wants.
        public var handshakeTimeout = TimeAmount.seconds(10)
        /// A request's body must bring `slowestBody` bytes per second in every window of this length.
        public var bodyWindow = TimeAmount.seconds(15)
        /// The slowest that a request's body may come, bytes per second.
        public var slowestBody = 512
        /// How many connections one address may have; this machine's own, such as a proxy's, has no limit unless `limitsLoopback` is set.
        public var connectionsPerAddress = 200
        /// Whether this machine's own address has a limit, too.
        public var limitsLoopback = false
        /// How long a stop waits for clients to go.
        public var drainDeadline = TimeAmount.seconds(5)
        /// How many sockets are told to go at once, a tenth of a second apart.
        public var drainBatch = 1_000

        /// The defaults.
        public init() {}
    }

    let hub: Hub
    let configuration: Configuration
    private let bus: any ChannelBus
    private let webhooks: WebhookSender
    let addresses: AddressLimiter

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
            drainBatch: configuration.drainBatch,
            logger: logger
        )
        let hub = hub
        webhooks.report = { event in hub.observe(event) }
        webhooks.counters = hub.counters
    }

    /// The applications; may be changed while the host runs.
    public var applications: ApplicationDirectory { hub.applications }

    /// The server of a Hummingbird application whose port channels share.
    public func server(isTLS: Bool = false) -> HTTPServerBuilder {
        HTTPServerBuilder { self.childChannel(isTLS: isTLS, responder: $0) }
    }

    /// The connection of a server that wraps it, in TLS for instance.
    public func childChannel(isTLS: Bool, responder: @escaping HTTPChannelHandler.Responder) -> UpgradingChannel {
        UpgradingChannel(responder: responder, host: self, isTLS: isTLS)
    }

    /// Publishes an event as the application itself.
    public func publish(_ message: Message, to channel: ChannelName, of application: ChannelApplication) {
        bus.publish(Publication(application: application, channel: channel, message: message))
        hub.observe(
            HubEvent(
                kind: .published,
                application: application.id,
                channel: channel.text,
                event: message.event,
                data: message.data
            )
        )
    }

    /// Calls back for everything that happens, from any thread; returns a number to stop with.
    public func observe(_ callback: @escaping @Sendable (HubEvent) -> Void) -> Int {
        hub.addObserver(callback)
    }

    /// Stops calling back.
    public func stopObserving(_ number: Int) { hub.removeObserver(number) }

    /// How many channel clients are connected.
    public var clientCount: Int { hub.counters.connections.current }

    /// How many connections each address has, this machine's own only if they are limited.
    public var connectionsByAddress: [String: Int] { addresses.connections }

    /// Whether the host takes connections and reaches its bus.
    public var isReady: Bool { hub.isAccepting && bus.isReady }

    /// Starts the bus and keeps time until the service group stops it, then drains.
    public func run() async throws {
        try await bus.start(hub)
        let ticking = hub.startTicking()
        defer { for task in ticking { task.cancel() } }
        try? await gracefulShutdown()
        await drain()
    }

    /// Refuses newcomers, tells every client to reconnect elsewhere, and waits for them to go.
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
