import ArgumentParser
import ChannelServer
import Hummingbird
import Logging
import NIOPosix
import PusherProtocol
import ServiceLifecycle

/// Runs a channel server alone, for tests by foreign clients and for measuring.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Run a channel server.")

    @Option(help: "The port; 0 for any.") var port = 6001
    @Option(help: "Event loops.") var loops = 2
    @Option(help: "The application's number.") var id = "3"
    @Option(help: "The application's key.") var key = "278d425bdf160c739803"
    @Option(help: "The application's secret.") var secret = "7ad3773142a6692b25b8"
    @Option(help: "Client events a second for each connection; 0 for no limit.") var clientEvents = 10
    @Option(help: "Where webhooks go.") var webhook: String?
    @Option(help: "Silence before a client pings, seconds.") var activityTimeout = 120
    @Option(help: "Channels with a history begin with this.") var history: String?
    @Option(help: "A Redis server to share with other processes.") var redis: String?
    @Flag(help: "Tell subscribers how many they are.") var subscriptionCount = false

    func run() async throws {
        var limits = Limits()
        limits.clientEventsPerSecond = clientEvents
        if clientEvents == 0 { (limits.messagesPerSecond, limits.bytesPerSecond) = (0, 0) }
        var options = ChannelApplication.Options()
        options.subscriptionCount = subscriptionCount
        options.activityTimeout = activityTimeout
        let application = ChannelApplication(
            id: id,
            credentials: Credentials(key: key, secret: secret),
            limits: limits,
            options: options,
            history: history.map { [HistoryRule(prefix: $0)] } ?? [],
            webhooks: webhook.map { [WebhookTarget(url: $0)] } ?? []
        )
        let logger = {
            var logger = Logger(label: "channels")
            logger.logLevel = .warning
            return logger
        }()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: loops)
        let host = ChannelHost(
            applications: ApplicationDirectory([application]),
            bus: try bus(group, logger),
            eventLoopGroup: group,
            logger: logger
        )
        let router = Router()
        host.addRoutes(to: router)
        host.addOperationRoutes(to: router)
        let server = Application(
            router: router,
            server: host.server(),
            configuration: .init(address: .hostname("127.0.0.1", port: port), backlog: 4096),
            services: [host],
            onServerRunning: { channel in
                do {
                    try await Listener.prepare(channel, host: host)
                } catch {
                    logger.error("The listening socket cannot be prepared", metadata: ["error": "\(error)"])
                }
                print("listening on \(channel.localAddress?.port ?? 0)")
            },
            eventLoopGroupProvider: .shared(group),
            logger: logger
        )
        try await server.runService()
    }

    private func bus(_ group: MultiThreadedEventLoopGroup, _ logger: Logger) throws -> any ChannelBus {
        guard let redis else { return LocalBus() }
        guard let address = RedisAddress(redis) else {
            throw ValidationError("--redis takes redis://HOST[:PORT][/NUMBER]")
        }
        return RedisBus(address, eventLoopGroup: group, logger: logger)
    }
}
