import AsyncHTTPClient
import NIOCore
import PusherProtocol

/// The state of a client, confined to its event loop.
///
/// Its socket and its timer keep it alive until `disconnect()`.
final class LoopCore: @unchecked Sendable {
    let key: String
    let options: ChannelClient.Options
    let loop: any EventLoop
    let httpClient: HTTPClient
    var connection: ClientConnection
    var socket: ClientSocket?
    let listeners: Listeners
    var members: [String: [String: Member]] = [:]
    var secrets: [String: EncryptedChannel] = [:]
    private var ticking: RepeatedTask?

    init(
        key: String,
        options: ChannelClient.Options,
        listeners: Listeners,
        loop: any EventLoop,
        httpClient: HTTPClient
    ) {
        self.listeners = listeners
        self.key = key
        self.options = options
        self.loop = loop
        self.httpClient = httpClient
        connection = ClientConnection(options: options.connection)
    }

    var now: Int64 { Int64(NIODeadline.now().uptimeNanoseconds / 1_000_000) }

    func connect() {
        if ticking == nil {
            ticking = loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
                self.perform(self.connection.tick(milliseconds: self.now))
            }
        }
        perform(connection.connect(milliseconds: now))
    }

    func disconnect() {
        ticking?.cancel()
        ticking = nil
        perform(connection.disconnect())
        listeners.finish()
    }

    func subscribe(to channel: ChannelName, options: DeliveryOptions) {
        perform(connection.subscribe(to: channel, options: options))
    }

    func unsubscribe(from channel: ChannelName) {
        secrets[channel.text] = nil
        members[channel.text] = nil
        perform(connection.unsubscribe(from: channel))
    }

    func signIn() { perform(connection.signIn()) }

    func trigger(_ event: String, on channel: ChannelName, data: JSONText) throws {
        guard let message = connection.clientEvent(event, on: channel, data: data), let socket else {
            throw ChannelClientError.cannotTrigger(event)
        }
        socket.send(message)
    }

    /// Executes an action of the connection's state machine.
    func perform(_ action: ClientConnection.Action) {
        defer { listeners.show(connection.state) }
        switch action {
        case .ignore: break
        case .open(let isTLS): open(isTLS: isTLS)
        case .close: socket?.close()
        case .send(let message): socket?.send(message)
        case .established(let id, let channels, let messages, let signsIn):
            for message in messages { socket?.send(message) }
            for channel in channels { authorize(channel, id) }
            if signsIn { authorizeUser(id) }
        case .authorize(let channel, let id): authorize(channel, id)
        case .signedIn(let user, let message):
            socket?.send(message)
            notify(.signedIn(user))
        case .notify(let notice): notify(notice)
        case .wait(let milliseconds):
            loop.scheduleTask(in: .milliseconds(milliseconds)) { self.perform(self.connection.reconnect()) }
        case .fail(let code): notify(.fault(code: code.rawValue, message: code.reason))
        }
    }

    // MARK: - The socket

    private func open(isTLS: Bool) {
        let path = "\(options.pathPrefix)/app/\(key)?protocol=7&client=sightline-swift&version=1.0.0"
        let attempt = ClientSocket(loop: loop)
        socket = attempt
        attempt.onText = { text in
            guard self.socket === attempt else { return }
            self.perform(self.connection.received(text, milliseconds: self.now))
        }
        attempt.onClose = { code in
            guard self.socket === attempt else { return }
            self.socket = nil
            self.members = [:]
            let jitter = Double.random(in: 0...1)
            self.perform(self.connection.closed(code: code, milliseconds: self.now, jitter: jitter))
        }
        attempt.open(
            isTLS ? .tls(options.trustedCertificates) : .plain,
            host: options.host,
            port: options.port,
            path: path
        )
    }
}

extension LoopCore {
    func authorize(_ channel: ChannelName, _ id: SocketID) {
        let (authentication, key, client) = (options.authentication, key, httpClient)
        Task {
            do {
                let word = try await authentication.authorize(channel, for: id, key: key, client: client)
                loop.execute { self.authorized(channel, word, id) }
            } catch {
                loop.execute { self.perform(self.connection.unauthorized(channel, reason: "\(error)")) }
            }
        }
    }

    private func authorized(_ channel: ChannelName, _ word: ChannelAuthorization, _ id: SocketID) {
        if channel.kind.access == .encrypted {
            guard let secret = word.sharedSecret.flatMap({ try? EncryptedChannel(sharedSecret: $0) }) else {
                return perform(connection.unauthorized(channel, reason: "the authorisation holds no shared secret"))
            }
            secrets[channel.text] = secret
        }
        perform(connection.authorized(channel, word, for: id))
    }

    func authorizeUser(_ id: SocketID) {
        let (authentication, key, client) = (options.authentication, key, httpClient)
        Task {
            do {
                let word = try await authentication.authorizeUser(for: id, key: key, client: client)
                loop.execute { self.perform(self.connection.authorized(word, for: id)) }
            } catch {
                loop.execute { self.notify(.fault(code: nil, message: "\(error)")) }
            }
        }
    }

    func notify(_ notice: ClientNotice) {
        switch notice {
        case .event(let message): return notify(message)
        case .present(let channel, let snapshot):
            members[channel.text] = Dictionary(snapshot.members.map { ($0.userID, $0) }) { first, _ in first }
        case .memberAdded(let channel, let member): members[channel, default: [:]][member.userID] = member
        case .memberRemoved(let channel, let user): members[channel]?[user] = nil
        default: break
        }
        listeners.notify(notice)
    }

    private func notify(_ message: Message) {
        guard let channel = message.channel, ChannelKind(name: channel).access == .encrypted else {
            return pass(message, data: nil)
        }
        if let data = opened(message, channel) { return pass(message, data: data) }
        refetch(message, channel)
    }

    private func opened(_ message: Message, _ channel: String) -> String? {
        guard let payload = message.data?.unwrapped, let bytes = try? secrets[channel]?.open(payload) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Requests the secret once more, because it may have changed, and drops the event if that does not decrypt it
    /// either.
    private func refetch(_ message: Message, _ channel: String) {
        guard let name = try? ChannelName(channel, limit: 1000), let id = connection.socketID else { return }
        let (authentication, key, client) = (options.authentication, key, httpClient)
        Task {
            let word = try? await authentication.authorize(name, for: id, key: key, client: client)
            loop.execute {
                self.secrets[channel] = word?.sharedSecret.flatMap { try? EncryptedChannel(sharedSecret: $0) }
                if let data = self.opened(message, channel) {
                    self.pass(message, data: data)
                } else {
                    self.notify(.fault(code: nil, message: "An event on \(channel) cannot be opened"))
                }
            }
        }
    }

    private func pass(_ message: Message, data: String?) {
        listeners.notify(.event(message))
        listeners.notify(ChannelEvent(message, data: data))
    }
}
