extension ServerConnection {
    /// A text message came.
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

    /// A frame of the WebSocket's own came, or part of a message: the client is alive.
    public mutating func wasActive(milliseconds: Int64) {
        lastActivity = milliseconds
        pingedAt = nil
    }

    private mutating func received(_ message: Message, milliseconds: Int64) -> Action {
        switch message.event {
        case EventName.ping: .send(.pong)
        case EventName.pong: .ignore
        case EventName.subscribe: subscribe(message)
        case EventName.unsubscribe: unsubscribe(message)
        case EventName.signIn: signIn(message)
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
        guard rate.admits(at: milliseconds, limit: limits.clientEventsPerSecond) else {
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

    mutating func close(_ code: CloseCode) -> Action {
        isClosing = true
        return .close(code)
    }
}
