import AsyncHTTPClient
import NIOCore
import PusherProtocol

/// What a client keeps, confined to its event loop.
///
/// Its socket and its clock hold it until `disconnect()`.
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

    func subscribe(to channel: ChannelName) { perform(connection.subscribe(to: channel)) }

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

    /// Carries out what the connection's state asks for.
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
            tell(.signedIn(user))
        case .notify(let notice): tell(notice)
        case .wait(let milliseconds):
            loop.scheduleTask(in: .milliseconds(milliseconds)) { self.perform(self.connection.reconnect()) }
        case .fail(let code): tell(.fault(code: code.rawValue, message: code.reason))
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
