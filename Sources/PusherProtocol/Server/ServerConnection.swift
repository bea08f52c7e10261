/// A server's state machine for one connection.
///
/// A value without sockets and clocks. Each method processes one event, with the time in milliseconds of any monotonic
/// clock, and returns what the caller must do.
public struct ServerConnection: Sendable {
    /// What the caller must do.
    public enum Action: Sendable, Equatable {
        /// Nothing.
        case ignore
        /// Send this message.
        case send(Message)
        /// Join the channel, then call `joined(_:)` or `refused(_:)`.
        case join(Subscription)
        /// Answer a subscription that already exists.
        case confirm(Subscription)
        /// Leave the channel.
        case leave(Subscription)
        /// Send the event to the channel's other subscribers.
        case publish(ClientEvent)
        /// Send the last event with this key whole, and then deltas only of events that follow.
        case resynchronize(ChannelName, DeltaKey)
        /// Bind the connection to the user and answer.
        case signIn(SignIn)
        /// Send the error, then close with the code.
        case close(CloseCode)
    }

    /// The state of a subscription.
    private enum Progress: Sendable { case joining, joined }

    /// The connection's application.
    public let application: ChannelApplication
    /// The connection's identity.
    public let socketID: SocketID
    /// The client's protocol version.
    public let version: Int
    /// The signed-in user, if any.
    public private(set) var user: User?

    private var subscriptions: [String: (subscription: Subscription, progress: Progress)] = [:]
    private var isClosing = false
    private var isAuthorized = false
    /// Whether it has asked for deltas on all channels that it joins.
    private var takesDeltas = false
    /// When it was admitted, milliseconds of the caller's clock.
    public let openedAt: Int64
    private var lastActivity: Int64
    private var pingedAt: Int64?
    private var clientEvents = RateWindow()
    private var joins = RateWindow()

    /// A connection that has just been admitted.
    public init(application: ChannelApplication, socketID: SocketID, version: Int = 7, milliseconds: Int64) {
        self.application = application
        self.socketID = socketID
        self.version = version
        openedAt = milliseconds
        lastActivity = milliseconds
    }

    /// The first message to send.
    public var greeting: Message {
        .connectionEstablished(socketID: socketID, activityTimeout: application.options.activityTimeout)
    }

    /// The channels that it is subscribed to or is joining.
    public var channels: [Subscription] { subscriptions.values.map(\.subscription) }

    /// Whether it is subscribed to a channel.
    public func isSubscribed(to channel: String) -> Bool { subscriptions[channel]?.progress == .joined }
}

extension ServerConnection {
    /// Processes a text message.
    public mutating func received(_ bytes: [UInt8], milliseconds: Int64) -> Action {
        guard !isClosing else { return .ignore }
        wasActive(milliseconds: milliseconds)
        guard bytes.count <= application.limits.message else { return close(.messageTooBig) }
        let message: Message
        do {
            message = try Message(parsing: bytes, depthLimit: application.limits.depth)
        } catch .malformedMessage(let member) {
            return .send(.error(nil, "Malformed message: \(member.prefix(100))"))
        } catch {
            guard String(validating: bytes, as: UTF8.self) != nil else { return close(.inconsistentData) }
            return .send(.error(nil, "Malformed message: not JSON within the limits"))
        }
        return received(message, milliseconds: milliseconds)
    }

    /// A control frame or a part of a message came: the client is alive.
    public mutating func wasActive(milliseconds: Int64) {
        lastActivity = milliseconds
        pingedAt = nil
    }

    private mutating func received(_ message: Message, milliseconds: Int64) -> Action {
        switch message.event {
        case EventName.ping: .send(.pong)
        case EventName.pong: .ignore
        case EventName.subscribe: subscribe(message, milliseconds: milliseconds)
        case EventName.unsubscribe: unsubscribe(message)
        case EventName.signIn: signIn(message)
        case EventName.enableDeltas: enableDeltas()
        case EventName.deltaFault: resynchronize(message, milliseconds: milliseconds)
        case let name where name.hasPrefix("client-"): clientEvent(message, milliseconds: milliseconds)
        case let name where EventName.isReserved(name):
            .send(.error(nil, "Clients may not send \(name.prefix(100))", channel: message.channel))
        default:
            .send(.error(nil, "Names of client events begin with client-", channel: message.channel))
        }
    }

    private mutating func clientEvent(_ message: Message, milliseconds: Int64) -> Action {
        let limits = application.limits
        func reject(_ code: CloseCode?, _ text: String) -> Action {
            .send(.error(code, "Client event rejected: \(text)", channel: message.channel))
        }
        guard application.options.clientEvents else { return reject(nil, "not switched on for this application") }
        guard let name = message.channel, let held = subscriptions[name], held.progress == .joined else {
            return reject(nil, "not subscribed to the channel")
        }
        guard held.subscription.channel.kind.takesClientEvents else {
            return reject(nil, "only private and presence channels take them")
        }
        guard message.event.utf8.count <= limits.eventName else {
            return reject(.clientEventRejected, "name longer than \(limits.eventName) bytes")
        }
        let data = message.data ?? .null
        guard data.payloadSize <= limits.eventData else {
            return reject(.clientEventRejected, "data longer than \(limits.eventData) bytes")
        }
        guard clientEvents.admits(at: milliseconds, limit: limits.clientEventsPerSecond) else {
            return reject(.clientEventRejected, "more than \(limits.clientEventsPerSecond) a second")
        }
        return .publish(
            ClientEvent(
                name: message.event,
                channel: held.subscription.channel,
                data: data,
                userID: held.subscription.member?.userID
            )
        )
    }

    private mutating func enableDeltas() -> Action {
        takesDeltas = true
        return .send(.deltas(.enabled))
    }

    /// The answer is as long as an event, so it counts as a join does.
    private mutating func resynchronize(_ message: Message, milliseconds: Int64) -> Action {
        guard let data = message.data?.unwrapped, let name = data["channel"]?.string, let event = data["event"]?.string,
            let held = subscriptions[name], held.progress == .joined, held.subscription.options.takesDeltas
        else { return .send(.error(nil, "Malformed message: no deltas are sent on this channel")) }
        guard joins.admits(at: milliseconds, limit: application.limits.joinsPerSecond) else {
            return .send(.error(nil, "More than \(application.limits.joinsPerSecond) whole events requested a second"))
        }
        return .resynchronize(
            held.subscription.channel,
            DeltaKey(event: event, conflationKey: data["conflation_key"]?.string)
        )
    }

    private mutating func signIn(_ message: Message) -> Action {
        guard let data = message.data?.unwrapped, let auth = data["auth"]?.string,
            let userData = data["user_data"]?.string,
            application.credentials.authorizes(auth, socketID: socketID, userData: userData),
            let json = try? JSONText(parsing: Array(userData.utf8), depthLimit: application.limits.depth),
            let signedIn = try? User(userData: json, watchlistLimit: application.limits.watchlist),
            signedIn.id.utf8.count <= application.limits.userID,
            user == nil || user?.id == signedIn.id
        else { return close(.unauthorized) }
        let isNew = user == nil
        if isNew { user = signedIn }
        isAuthorized = true
        return .signIn(SignIn(user: signedIn, userData: userData, isNew: isNew))
    }

    private mutating func close(_ code: CloseCode) -> Action {
        isClosing = true
        return .close(code)
    }
}

extension ServerConnection {
    private mutating func subscribe(_ message: Message, milliseconds: Int64) -> Action {
        guard let data = message.data?.unwrapped, let name = data["channel"]?.string else {
            return .send(.error(nil, "Malformed message: channel"))
        }
        switch checked(name, data) {
        case .success(let subscription): return begin(subscription, milliseconds: milliseconds)
        case .failure(let refusal): return .send(.subscriptionError(refusal.reason, channel: String(name.prefix(200))))
        }
    }

    private mutating func unsubscribe(_ message: Message) -> Action {
        guard let name = message.data?.unwrapped?["channel"]?.string,
            let held = subscriptions.removeValue(forKey: name)
        else { return .ignore }
        return .leave(held.subscription)
    }

    /// The channel has been joined; returns false if the client has left it meanwhile, and then nothing is sent.
    public mutating func joined(_ channel: ChannelName) -> Bool {
        guard subscriptions[channel.text] != nil, !isClosing else { return false }
        subscriptions[channel.text]?.progress = .joined
        if channel.kind.needsSignature { isAuthorized = true }
        return true
    }

    /// The channel could not be joined; nil if the client has left it meanwhile.
    public mutating func refused(_ channel: ChannelName, _ refusal: SubscriptionRefusal) -> Message? {
        guard subscriptions.removeValue(forKey: channel.text) != nil, !isClosing else { return nil }
        return .subscriptionError(refusal, channel: channel.text)
    }

    private struct Refused: Error { let reason: SubscriptionRefusal }

    private mutating func begin(_ subscription: Subscription, milliseconds: Int64) -> Action {
        let name = subscription.channel.text
        if let held = subscriptions[name] {
            return held.progress == .joined ? .confirm(held.subscription) : .ignore
        }
        guard subscriptions.count < application.limits.subscriptionsPerConnection else {
            return .send(.subscriptionError(.tooManySubscriptions, channel: name))
        }
        guard joins.admits(at: milliseconds, limit: application.limits.joinsPerSecond) else {
            return .send(.subscriptionError(.tooManyJoins, channel: name))
        }
        subscriptions[name] = (subscription, .joining)
        return .join(subscription)
    }

    private func checked(_ name: String, _ data: JSONText) -> Result<Subscription, Refused> {
        do {
            let limit = name.hasPrefix("#") ? 16 + application.limits.userID : application.limits.channelName
            let channel = try ChannelName(name, limit: limit)
            let member = try authorizedMember(channel, data)
            let position = data["recover"].flatMap { HistoryPosition(json: $0) }
            var subscription = Subscription(channel: channel, member: member, position: position)
            try addOptions(data, to: &subscription)
            return .success(subscription)
        } catch let refusal as Refused {
            return .failure(refusal)
        } catch ProtocolError.invalidFilter(let reason) {
            return .failure(Refused(reason: .invalidFilter(reason)))
        } catch ProtocolError.channelNameTooLong {
            return .failure(Refused(reason: .nameTooLong))
        } catch {
            return .failure(Refused(reason: .invalidName(name)))
        }
    }

    private func addOptions(_ data: JSONText, to subscription: inout Subscription) throws(ProtocolError) {
        if let filter = data["filter"] ?? data["tags_filter"], filter.kind != .null {
            subscription.options.filter = try TagFilter(json: filter, limits: application.limits)
        }
        let asked = data["delta"].flatMap { DeltaAnswer(request: $0) }
        subscription.options.takesDeltas = asked.map { $0 == .enabled } ?? takesDeltas
        subscription.deltaAnswer = asked
        // Texts that were encrypted differ everywhere.
        guard subscription.channel.kind.access == .encrypted, subscription.options.takesDeltas else { return }
        subscription.options.takesDeltas = false
        subscription.deltaAnswer = .disabled(reason: "Encrypted events have no deltas")
    }

    private func authorizedMember(_ channel: ChannelName, _ data: JSONText) throws -> Member? {
        if let owner = channel.user {
            guard user?.id == owner else { throw Refused(reason: .unauthorized("Not signed in as this user")) }
            return nil
        }
        guard channel.kind.needsSignature else { return nil }
        let isPresence = channel.kind.access == .presence
        let channelData = isPresence ? data["channel_data"]?.string : nil
        if let channelData, channelData.utf8.count > application.limits.memberData {
            throw Refused(reason: .memberTooBig)
        }
        let isRight = application.credentials.authorizes(
            data["auth"]?.string ?? "",
            socketID: socketID,
            channel: channel.text,
            channelData: channelData
        )
        guard isRight else { throw Refused(reason: .unauthorized("The connection is unauthorized.")) }
        return isPresence ? try member(channelData) : nil
    }

    private func member(_ channelData: String?) throws -> Member {
        guard let channelData else {
            guard let user else { throw Refused(reason: .unauthorized("channel_data is missing")) }
            return Member(userID: user.id, userInfo: user.info)
        }
        guard let json = try? JSONText(parsing: Array(channelData.utf8), depthLimit: application.limits.depth),
            let member = try? Member(channelData: json)
        else { throw Refused(reason: .unauthorized("channel_data holds no user_id")) }
        guard member.userID.utf8.count <= application.limits.userID else { throw Refused(reason: .memberTooBig) }
        return member
    }
}

extension ServerConnection {
    /// The extra time for a silent client after it should have pinged, milliseconds.
    private static let grace: Int64 = 15_000

    /// Advances the time; call it every few seconds.
    public mutating func tick(milliseconds: Int64) -> Action {
        guard !isClosing else { return .ignore }
        let options = application.options
        if let seconds = options.authorizationSeconds, !isAuthorized, milliseconds - openedAt >= Int64(seconds) * 1000 {
            return close(.unauthorized)
        }
        if version < 5 {
            return milliseconds - lastActivity >= 86_400_000 ? close(.inactive) : .ignore
        }
        if let pingedAt {
            return milliseconds - pingedAt >= Int64(options.pongTimeout) * 1000 ? close(.pongTimeout) : .ignore
        }
        guard milliseconds - lastActivity >= Int64(options.activityTimeout) * 1000 + Self.grace else { return .ignore }
        pingedAt = milliseconds
        return .send(.ping)
    }

    /// Ends the connection for the server, or because of a frame error.
    public mutating func end(_ code: CloseCode) -> Action {
        isClosing ? .ignore : close(code)
    }

    /// The socket is closed; returns the channels to leave.
    public mutating func closed() -> [Subscription] {
        isClosing = true
        let left = channels
        subscriptions = [:]
        return left
    }
}
