import AsyncHTTPClient
import NIOCore
import NIOPosix
import PusherProtocol

/// A client of any Pusher-compatible server: keeps one connection, its channels and its user over every reconnect.
public final class ChannelClient: Sendable {
    /// The server's address and the connection's settings.
    public struct Options: Sendable {
        /// The server's name.
        public var host: String
        /// Its port.
        public var port: Int
        /// The path before `/app/KEY`.
        public var pathPrefix = ""
        /// How the client is authorized.
        public var authentication = Authentication.none
        /// Time-outs, and whether the first attempt uses TLS.
        public var connection = ClientConnection.Options()
        /// A PEM file of certificates to trust instead of the system's.
        public var trustedCertificates: String?

        /// A server with a name and a port.
        public init(host: String, port: Int, authentication: Authentication = .none) {
            self.host = host
            self.port = port
            self.authentication = authentication
        }

        /// The hosted service, by the name of a cluster such as "eu" or "ap1", over TLS.
        ///
        /// Throws `ChannelClientError.invalidCluster` if the name has other characters than small letters, digits and
        /// hyphens.
        public init(cluster: String, authentication: Authentication = .none) throws(ChannelClientError) {
            let isName =
                !cluster.isEmpty && cluster.utf8.count <= 32
                && cluster.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                }
            guard isName else { throw .invalidCluster(cluster) }
            self.init(host: "ws-\(cluster).pusher.com", port: 443, authentication: authentication)
            connection.isTLS = true
        }
    }

    /// The application's key.
    public let key: String
    private let core: LoopCore
    private let listeners = Listeners()
    private let loop: any EventLoop

    /// A client that is not connected yet.
    public init(
        key: String,
        options: Options,
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        httpClient: HTTPClient = .shared
    ) {
        self.key = key
        loop = eventLoopGroup.next()
        core = LoopCore(key: key, options: options, listeners: listeners, loop: loop, httpClient: httpClient)
    }

    /// Connects, and reconnects whenever needed; the client lives until `disconnect()` even if nothing refers to it.
    public func connect() { loop.execute { self.core.connect() } }

    /// Disconnects permanently.
    public func disconnect() { loop.execute { self.core.disconnect() } }

    /// Joins a channel now or when connected, and again after every reconnect.
    ///
    /// `options` asks the server for some of the channel's events only, or for deltas; other servers ignore that. They
    /// hold until the channel is left.
    public func subscribe(to channel: ChannelName, options: DeliveryOptions = DeliveryOptions()) {
        loop.execute { self.core.subscribe(to: channel, options: options) }
    }

    /// Leaves a channel.
    public func unsubscribe(from channel: ChannelName) { loop.execute { self.core.unsubscribe(from: channel) } }

    /// Signs the user in now or when connected, and again after every reconnect.
    public func signIn() { loop.execute { self.core.signIn() } }

    /// Publishes a client event to the channel's other subscribers; throws if it cannot be sent now.
    public func trigger(_ event: String, on channel: ChannelName, data: JSONText) async throws {
        try await loop.submit { try self.core.trigger(event, on: channel, data: data) }.get()
    }

    /// The states of the connection from now on, starting with the present one.
    public var states: AsyncStream<ConnectionState> {
        AsyncStream { listeners.add($0) }
    }

    /// All that the client receives from now on: events, members, refusals, errors.
    public var notices: AsyncStream<ClientNotice> {
        AsyncStream { listeners.add($0) }
    }

    /// The events of a channel (nil for all) with a name (nil for any), from now on.
    public func events(on channel: String? = nil, named name: String? = nil) -> AsyncStream<ChannelEvent> {
        AsyncStream { continuation in
            let handler = Listeners.Handler(name: name, channel: channel) { continuation.yield($0) }
            listeners.add(handler, feeding: continuation)
        }
    }

    /// Calls back, on the client's event loop, for events of a channel (nil for all) with a name (nil for any).
    public func bind(
        _ name: String? = nil,
        on channel: String? = nil,
        _ handler: @escaping @Sendable (ChannelEvent) -> Void
    ) {
        listeners.add(Listeners.Handler(name: name, channel: channel, call: handler))
    }

    /// Waits until a channel is subscribed; throws the server's refusal of the channel or of the connection.
    public func subscribed(to channel: ChannelName) async throws {
        let notices = notices
        if try await loop.submit({ self.core.connection.isSubscribed(to: channel) }).get() { return }
        for await notice in notices {
            switch notice {
            case .subscribed(channel), .present(channel, _): return
            case .subscriptionFailed(channel.text, let data):
                throw ChannelClientError.cannotAuthorize(data["error"]?.string ?? data.text)
            case .fault(let code?, let message) where (4001...4099).contains(code):
                throw ChannelClientError.refusedConnection(code: code, message)
            default: continue
            }
        }
        throw ChannelClientError.cannotAuthorize("disconnected")
    }

    /// Waits as `subscribed(to:)` does, but no longer than `limit`; throws `ChannelClientError.noAnswer` then.
    public func subscribed(to channel: ChannelName, within limit: Duration) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.subscribed(to: channel) }
            group.addTask {
                try await Task.sleep(for: limit)
                throw ChannelClientError.noAnswer
            }
            try await group.next()
            group.cancelAll()
        }
    }

    /// The members of a presence channel that the client knows, sorted by identity.
    public func members(of channel: ChannelName) async -> [Member] {
        (try? await loop.submit { self.core.members[channel.text]?.values.sorted { $0.userID < $1.userID } ?? [] }.get())
            ?? []
    }
}
