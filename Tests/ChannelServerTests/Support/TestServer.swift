import AsyncHTTPClient
import ChannelClient
import ChannelServer
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import PusherProtocol
import ServiceLifecycle
import TestThreads
import Testing

/// What a server answered.
struct Answer: Equatable {
    let status: Int
    let body: String

    init(_ status: Int, _ body: String) {
        self.status = status
        self.body = body
    }
}

/// What the test server's routes know of a request: where it comes from.
struct TestContext: RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}

/// A real server on a free port, stopped when the work is done.
struct TestServer {
    static let credentials = Credentials(key: "278d425bdf160c739803", secret: "7ad3773142a6692b25b8")

    /// Nil for a server in another process.
    var host: ChannelHost?
    let port: Int
    /// Tells the server to stop, as a signal does.
    let stop: @Sendable () async -> Void
    /// Whoever still is connected when the work is done is sent away: it would go on to look for the server on its port.
    private let clients = NIOLockedValueBox<[ChannelClient]>([])

    init(host: ChannelHost? = nil, port: Int, stop: @escaping @Sendable () async -> Void = {}) {
        self.host = host
        self.port = port
        self.stop = stop
    }

    static func application(
        history: [HistoryRule] = [],
        webhooks: [WebhookTarget] = [],
        _ change: (inout ChannelApplication.Options, inout Limits) -> Void = { _, _ in }
    ) -> ChannelApplication {
        var options = ChannelApplication.Options()
        var limits = Limits()
        change(&options, &limits)
        return ChannelApplication(
            id: "3",
            credentials: credentials,
            limits: limits,
            options: options,
            history: history,
            webhooks: webhooks
        )
    }

    /// How many bytes `/large` answers.
    static let largeAnswer = 32 << 20

    static func run<Result: Sendable>(
        _ application: ChannelApplication = application(),
        bus: any ChannelBus = LocalBus(),
        configuration: ChannelHost.Configuration = .init(),
        mostConnections: Int = ConnectionLimit.current(),
        _ work: @escaping @Sendable (TestServer) async throws -> Result
    ) async throws -> Result {
        try await OwnThreads.run {
            try await running(
                application,
                bus: bus,
                configuration: configuration,
                mostConnections: mostConnections,
                work
            )
        }
    }

    private static func running<Result: Sendable>(
        _ application: ChannelApplication,
        bus: any ChannelBus,
        configuration: ChannelHost.Configuration,
        mostConnections: Int,
        _ work: @escaping @Sendable (TestServer) async throws -> Result
    ) async throws -> Result {
        var logger = Logger(label: "test")
        logger.logLevel = .error
        let host = ChannelHost(
            applications: ApplicationDirectory([application]),
            bus: bus,
            configuration: configuration,
            logger: logger
        )
        let router = Router(context: TestContext.self)
        host.addRoutes(to: router)
        host.addOperationRoutes(to: router)
        // An answer that no system keeps for its reader.
        router.get("large") { _, _ in ByteBuffer(repeating: 0x20, count: TestServer.largeAnswer) }
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let server = Application(
            router: router,
            server: host.server(),
            configuration: .init(address: .hostname("127.0.0.1", port: 0), backlog: 4096),
            services: [host],
            onServerRunning: { channel in
                try? await Listener.prepare(channel, host: host, mostConnections: mostConnections)
                continuation.yield(channel.localAddress?.port ?? 0)
            },
            logger: logger
        )
        let services = ServiceGroup(configuration: .init(services: [server], logger: logger))
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                defer { continuation.finish() }
                try await services.run()
                return nil
            }
            var iterator = ports.makeAsyncIterator()
            guard let port = await iterator.next() else {
                _ = try await group.next()
                throw CancellationError()
            }
            let test = TestServer(host: host, port: port) { await services.triggerGracefulShutdown() }
            defer { test.dismissClients() }
            let result = try await work(test)
            test.dismissClients()
            await test.stop()
            try await group.waitForAll()
            return result
        }
    }

    /// A client that is connecting.
    func client(_ authentication: Authentication = .inline(secret: TestServer.credentials.secret)) -> ChannelClient {
        let options = ChannelClient.Options(host: "127.0.0.1", port: port, authentication: authentication)
        let client = ChannelClient(key: TestServer.credentials.key, options: options)
        clients.withLockedValue { $0.append(client) }
        client.connect()
        return client
    }

    func dismissClients() {
        for client in clients.withLockedValue({ $0 }) { client.disconnect() }
    }

    func member(_ id: String) -> ChannelClient {
        client(.inline(secret: TestServer.credentials.secret, member: Member(userID: id)))
    }

    /// A client that can sign in as a user who watches others.
    func client(user id: String, watching: [String] = []) -> ChannelClient {
        let watchlist = watching.map { "\"\($0)\"" }.joined(separator: ",")
        let data = #"{"id":"\#(id)","watchlist":[\#(watchlist)]}"#
        return client(.inline(secret: TestServer.credentials.secret, userData: data))
    }

    /// The same client, signing in.
    func user(_ id: String, watching: [String] = []) -> ChannelClient {
        let client = client(user: id, watching: watching)
        client.signIn()
        return client
    }

    /// A client that is subscribed.
    func client(on channel: String, member: String? = nil) async throws -> ChannelClient {
        let client = member.map { self.member($0) } ?? client()
        let name = try ChannelName(channel)
        client.subscribe(to: name)
        try await client.subscribed(to: name)
        return client
    }

    /// A signed request; returns status and body.
    func request(
        _ method: String,
        _ path: String,
        _ body: String = "",
        query: [(name: String, value: String)] = [],
        credentials: Credentials = TestServer.credentials,
        age: Int64 = 0
    ) async throws -> Answer {
        let bytes = Array(body.utf8)
        let now = Int64(NIODeadline.wallSeconds) - age
        let signed = SignedRequest.signed(
            method: method,
            path: path,
            parameters: query,
            body: bytes,
            credentials: credentials,
            nowSeconds: now
        )
        let text = signed.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)?\(text)")
        request.method = .RAW(value: method)
        if !bytes.isEmpty { request.body = .bytes(ByteBuffer(bytes: bytes)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let answer = try await response.body.collect(upTo: 1 << 20)
        return Answer(Int(response.status.code), String(buffer: answer))
    }

    func publish(
        _ name: String,
        to channel: String,
        _ data: String,
        except: String? = nil,
        extras: EventExtras = .none
    ) async throws -> Int {
        var writer = JSONWriter()
        writer.raw("{\"name\":")
        writer.string(name)
        writer.raw(",\"channel\":")
        writer.string(channel)
        writer.raw(",\"data\":")
        writer.string(data)
        if let except {
            writer.raw(",\"socket_id\":")
            writer.string(except)
        }
        extras.writeMembers(to: &writer)
        writer.raw("}")
        return try await request("POST", "/apps/3/events", writer.text.text).status
    }
}

extension TestServer {
    /// Waits until the identities on a presence channel are these.
    func untilMembers(of channel: String, are users: [String]) async throws {
        let expected = #"{"users":["# + users.map { #"{"id":"\#($0)"}"# }.joined(separator: ",") + "]}"
        let isSo = await until {
            try await self.request("GET", "/apps/3/channels/\(channel)/users").body == expected
        }
        try #require(isSo, "the members of \(channel) never were \(users)")
    }

    /// Waits until a channel has so many subscriptions.
    func untilSubscriptions(of channel: String, are count: Int) async throws {
        let query = [(name: "info", value: "subscription_count")]
        let isSo = await until {
            let answer = try await self.request("GET", "/apps/3/channels/\(channel)", query: query)
            return answer.body.hasSuffix(#""subscription_count":\#(count)}"#)
        }
        try #require(isSo, "\(channel) never had \(count) subscriptions")
    }
}

/// Asks again and again whether something holds; false when it does not within a time that only a fault outlasts.
func until(_ seconds: Double = 60, _ holds: () async throws -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        if (try? await holds()) == true { return true }
        try? await Task.sleep(for: .milliseconds(20))
    }
    return false
}

extension NIODeadline {
    /// Seconds since 1970.
    static var wallSeconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec
    }
}

/// The first element that fits, or nil when none comes in time.
func first<Element: Sendable>(
    _ stream: AsyncStream<Element>,
    within seconds: Double = 60,
    where fits: @escaping @Sendable (Element) -> Bool = { _ in true }
) async -> Element? {
    await withTaskGroup(of: Element?.self) { group in
        group.addTask {
            for await element in stream where fits(element) { return element }
            return nil
        }
        group.addTask {
            try? await Task.sleep(for: .seconds(seconds))
            return nil
        }
        let found = await group.next() ?? nil
        group.cancelAll()
        return found
    }
}
