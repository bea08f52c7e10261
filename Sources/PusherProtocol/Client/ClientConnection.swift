/// A client's state machine over all connection attempts: subscriptions, reconnects and messages.
///
/// A value without sockets, clocks and randomness: times are milliseconds of any monotonic clock, and the caller draws
/// `jitter` from 0 to 1.
public struct ClientConnection: Sendable {
    /// What the caller must do.
    public enum Action: Sendable, Equatable {
        /// Nothing.
        case ignore
        /// Open a socket.
        case open(isTLS: Bool)
        /// Close the socket.
        case close
        /// Send this message.
        case send(Message)
        /// Get authorisations for these, sign in if it is set, and send these.
        case established(SocketID, authorize: [ChannelName], send: [Message], signsIn: Bool)
        /// Get an authorisation, then call `authorized`.
        case authorize(ChannelName, SocketID)
        /// Notify the user, and join the signed-in user's own channel.
        case signedIn(User, send: Message)
        /// Pass the notice to the user.
        case notify(ClientNotice)
        /// Call `reconnect` after this time.
        case wait(milliseconds: Int64)
        /// Give up.
        case fail(CloseCode)
    }

    /// The settings of a client.
    public struct Options: Sendable, Equatable {
        /// Silence after which it pings, seconds; a smaller value of the server is used instead.
        public var activityTimeout = 120
        /// How long it waits for a pong, seconds.
        public var pongTimeout = 30
        /// Time without a connection after which its state is unavailable, seconds.
        public var unavailableTimeout = 10
        /// The longest wait between attempts, milliseconds.
        public var longestWait: Int64 = 30_000
        /// Whether the first attempt uses TLS.
        public var isTLS = false

        /// The defaults of pusher-js.
        public init() {}
    }

    private struct Held: Sendable {
        let name: ChannelName
        var isSubscribed = false
        var isPending = false
        var position: HistoryPosition?
        var options = DeliveryOptions()
        var deltas = DeltaReader()
    }

    /// The settings.
    public let options: Options
    /// The state for its user.
    public private(set) var state: ConnectionState = .initialized
    private var channels: [String: Held] = [:]
    private var isTLS: Bool
    private var signsIn = false
    private var attempts = 0
    private var lastActivity: Int64 = 0
    private var pingedAt: Int64?
    private var disconnectedAt: Int64?
    private var activityTimeout: Int64

    /// A connection that is not connected yet.
    public init(options: Options = Options()) {
        self.options = options
        isTLS = options.isTLS
        activityTimeout = Int64(options.activityTimeout) * 1000
    }

    /// The socket's identity; nil while not connected.
    public var socketID: SocketID? {
        if case .connected(let id) = state { id } else { nil }
    }

    /// Whether a channel is subscribed now.
    public func isSubscribed(to channel: ChannelName) -> Bool { channels[channel.text]?.isSubscribed ?? false }
}

extension ClientConnection {
    /// Connects at the user's request.
    public mutating func connect(milliseconds: Int64) -> Action {
        switch state {
        case .connected, .connecting, .unavailable: return .ignore
        case .initialized, .disconnected, .failed: break
        }
        state = .connecting
        disconnectedAt = milliseconds
        attempts = 0
        return .open(isTLS: isTLS)
    }

    /// Disconnects at the user's request.
    public mutating func disconnect() -> Action {
        switch state {
        case .initialized, .disconnected, .failed: return .ignore
        case .connected, .connecting, .unavailable: break
        }
        state = .disconnected
        dropSubscriptions()
        return .close
    }

    /// Reconnects after a wait.
    public mutating func reconnect() -> Action {
        switch state {
        case .connecting, .unavailable: .open(isTLS: isTLS)
        default: .ignore
        }
    }

    /// The socket is closed, or could not be opened; `code` is the close frame's.
    public mutating func closed(code: Int?, milliseconds: Int64, jitter: Double) -> Action {
        guard state != .disconnected else { return .ignore }
        if socketID != nil { disconnectedAt = milliseconds }
        dropSubscriptions()
        state = isOverdue(milliseconds) ? .unavailable : .connecting
        attempts += 1
        switch ReconnectPolicy(closeCode: code) {
        case .refused:
            let refusal = CloseCode(rawValue: code ?? CloseCode.pathNotFound.rawValue)
            state = .failed(refusal)
            return .fail(refusal)
        case .upgradeToTLS:
            guard !isTLS else {
                state = .failed(.onlyTLS)
                return .fail(.onlyTLS)
            }
            isTLS = true
            return .wait(milliseconds: 0)
        case .immediately:
            // If a server requests reconnection repeatedly, the client waits longer each time.
            return .wait(milliseconds: attempts <= 1 ? Int64(jitter * 250) : delay(jitter))
        case .backOff:
            return .wait(milliseconds: delay(jitter))
        }
    }

    /// Advances the time; call it about once per second.
    public mutating func tick(milliseconds: Int64) -> Action {
        switch state {
        case .connecting:
            if isOverdue(milliseconds) { state = .unavailable }
            return .ignore
        case .connected:
            if let pingedAt {
                return milliseconds - pingedAt >= Int64(options.pongTimeout) * 1000 ? .close : .ignore
            }
            guard milliseconds - lastActivity >= activityTimeout else { return .ignore }
            pingedAt = milliseconds
            return .send(.clientPing)
        default:
            return .ignore
        }
    }

    /// Doubles from one second; the jitter subtracts up to half, so that clients do not reconnect at the same time.
    private func delay(_ jitter: Double) -> Int64 {
        let full = min(options.longestWait, 1000 << Int64(min(attempts, 10) - 1))
        return max(1000, full - Int64(jitter * Double(full) / 2))
    }

    private func isOverdue(_ milliseconds: Int64) -> Bool {
        disconnectedAt.map { milliseconds - $0 >= Int64(options.unavailableTimeout) * 1000 } ?? false
    }

    private mutating func dropSubscriptions() {
        pingedAt = nil
        for name in channels.keys {
            channels[name]?.deltas = DeltaReader()
            channels[name]?.isSubscribed = false
            channels[name]?.isPending = false
        }
    }
}

extension ClientConnection {
    /// Subscribes to a channel; it is joined again after every reconnect.
    public mutating func subscribe(to channel: ChannelName, options: DeliveryOptions = DeliveryOptions()) -> Action {
        guard channels[channel.text] == nil else { return .ignore }
        channels[channel.text] = Held(name: channel, options: options)
        guard let socketID else { return .ignore }
        channels[channel.text]?.isPending = true
        let needsSignature = channel.kind.needsSignature
        return needsSignature ? .authorize(channel, socketID) : .send(.subscribe(channel, options: options))
    }

    /// The application has authorized a channel; an answer for an older socket is ignored.
    public mutating func authorized(
        _ channel: ChannelName,
        _ authorization: ChannelAuthorization,
        for socket: SocketID
    )
        -> Action
    {
        guard socket == socketID, let held = channels[channel.text], held.isPending else { return .ignore }
        return .send(.subscribe(channel, authorization, after: held.position, options: held.options))
    }

    /// The application has not authorized a channel.
    public mutating func unauthorized(_ channel: ChannelName, reason: String) -> Action {
        guard channels.removeValue(forKey: channel.text) != nil else { return .ignore }
        let error = Message.subscriptionError(.unauthorized(reason), channel: channel.text)
        return .notify(.subscriptionFailed(channel: channel.text, data: error.data ?? .null))
    }

    /// Unsubscribes from a channel.
    public mutating func unsubscribe(from channel: ChannelName) -> Action {
        guard let held = channels.removeValue(forKey: channel.text), held.isSubscribed || held.isPending else {
            return .ignore
        }
        return socketID == nil ? .ignore : .send(.unsubscribe(channel))
    }

    /// Signs the user in, now and after every reconnect.
    public mutating func signIn() -> Action {
        signsIn = true
        guard let socketID else { return .ignore }
        return .established(socketID, authorize: [], send: [], signsIn: true)
    }

    /// The application has authorized the user.
    public mutating func authorized(_ user: UserAuthorization, for socket: SocketID) -> Action {
        socket == socketID ? .send(.signIn(user)) : .ignore
    }

    /// The message for a client event; nil if the channel does not accept it now.
    public func clientEvent(_ name: String, on channel: ChannelName, data: JSONText) -> Message? {
        guard name.hasPrefix("client-"), channel.kind.takesClientEvents, isSubscribed(to: channel) else { return nil }
        return Message(event: name, channel: channel.text, data: data)
    }
}

extension ClientConnection {
    /// Processes a text message.
    public mutating func received(_ bytes: [UInt8], milliseconds: Int64) -> Action {
        lastActivity = milliseconds
        pingedAt = nil
        guard let message = try? Message(parsing: bytes) else { return .ignore }
        let data = message.data?.unwrapped
        switch message.event {
        case EventName.connectionEstablished: return established(data)
        case EventName.ping: return .send(.clientPong)
        case EventName.pong: return .ignore
        case EventName.error: return .notify(fault(data))
        case EventName.signInSuccess: return signedIn(data)
        case EventName.watchlistEvents: return .notify(watchlist(data))
        default: break
        }
        guard let channel = message.channel, channels[channel] != nil else { return .ignore }
        switch message.event {
        case EventName.subscriptionSucceeded: return subscribed(channel, data)
        case EventName.subscriptionError:
            channels.removeValue(forKey: channel)
            return .notify(.subscriptionFailed(channel: channel, data: data ?? .null))
        case EventName.memberAdded:
            return member(channel, data).map { .notify(.memberAdded(channel: channel, $0)) } ?? .ignore
        case EventName.memberRemoved:
            return member(channel, data).map { .notify(.memberRemoved(channel: channel, userID: $0.userID)) } ?? .ignore
        case EventName.delta: return delta(message, channel)
        case EventName.deltasEnabled: return .ignore
        case EventName.subscriptionCount:
            guard let count = data?["subscription_count"]?.integer else { return .ignore }
            return .notify(.subscriptionCount(channel: channel, Int(count)))
        default: return event(message, channel)
        }
    }

    private mutating func established(_ data: JSONText?) -> Action {
        guard socketID == nil, state == .connecting || state == .unavailable,
            let socketID = data?["socket_id"]?.string.flatMap({ try? SocketID($0) }),
            let timeout = data?["activity_timeout"]?.integer, timeout > 0
        else { return .close }
        state = .connected(socketID)
        attempts = 0
        disconnectedAt = nil
        activityTimeout = min(Int64(options.activityTimeout), timeout) * 1000
        let held = channels.values.map(\.name).sorted { $0.text < $1.text }
        for name in held { channels[name.text]?.isPending = true }
        // A user's own channel can be joined only after sign-in.
        let open = held.filter { $0.kind.access == .open }.compactMap { channels[$0.text] }
        return .established(
            socketID,
            authorize: held.filter(\.kind.needsSignature),
            send: open.map { .subscribe($0.name, after: $0.position, options: $0.options) },
            signsIn: signsIn
        )
    }

    private mutating func subscribed(_ channel: String, _ data: JSONText?) -> Action {
        guard let name = channels[channel]?.name else { return .ignore }
        channels[channel]?.isSubscribed = true
        channels[channel]?.isPending = false
        if let position = data?["position"].flatMap({ HistoryPosition(json: $0) }),
            channels[channel]?.position?.epoch != position.epoch
        {
            channels[channel]?.position = position
        }
        if name.kind.access == .presence, let snapshot = data.flatMap({ try? PresenceSnapshot(json: $0) }) {
            return .notify(.present(name, snapshot))
        }
        return .notify(.subscribed(name))
    }

    /// An event that comes as the difference to an earlier one.
    private mutating func delta(_ message: Message, _ channel: String) -> Action {
        switch channels[channel]?.deltas.take(message) {
        case .event(let rebuilt): event(rebuilt, channel)
        case .request(let key): .send(.deltaFault(on: channel, key))
        case .ignore, nil: .ignore
        }
    }

    /// An event, unless it is a duplicate: recovered events may overlap with live ones.
    private mutating func event(_ message: Message, _ channel: String) -> Action {
        if let mark = message.mark { channels[channel]?.deltas.keep(message, mark) }
        if let position = message.position {
            if let seen = channels[channel]?.position, seen.epoch == position.epoch, position.serial <= seen.serial {
                return .ignore
            }
            channels[channel]?.position = position
        }
        return .notify(.event(message))
    }

    private func member(_ channel: String, _ data: JSONText?) -> Member? {
        data.flatMap { try? Member(channelData: $0) }
    }

    private func fault(_ data: JSONText?) -> ClientNotice {
        .fault(code: data?["code"]?.integer.map { Int($0) }, message: data?["message"]?.string ?? "")
    }

    private mutating func signedIn(_ data: JSONText?) -> Action {
        guard let text = data?["user_data"]?.string, let json = try? JSONText(parsing: Array(text.utf8)),
            let user = try? User(userData: json)
        else { return .ignore }
        guard let own = try? ChannelName(serverToUser: user.id) else { return .notify(.signedIn(user)) }
        channels[own.text] = Held(name: own, isPending: true)
        return .signedIn(user, send: .subscribe(own))
    }

    private func watchlist(_ data: JSONText?) -> ClientNotice {
        func users(_ name: String) -> [String] {
            let lists = data?["events"]?.elements.filter { $0["name"]?.string == name } ?? []
            return lists.flatMap { $0["user_ids"]?.elements.compactMap(\.string) ?? [] }
        }
        return .watchlist(online: users("online"), offline: users("offline"))
    }
}
