import NIOCore
import PusherProtocol

/// The life of a connection: over a WebSocket or over requests.
extension Hub {
    /// The reason to refuse a connection; nil if it is accepted, and then it is counted.
    func refusal(of request: ConnectionRequest?, isTLS: Bool, mostConnections: Int) -> CloseCode? {
        guard let request else { return .pathNotFound }
        guard isAccepting, counters.connections.current < mostConnections else { return .overCapacity }
        let application = applications.application(key: request.key)
        if let code = request.refusal(by: application, isTLS: isTLS, connections: 0) { return code }
        guard let application, use.admitConnection(to: application) else { return .overConnectionQuota }
        return nil
    }

    /// The state of an accepted connection.
    static func state(of application: ChannelApplication, version: Int) -> ServerConnection {
        var generator = SystemRandomNumberGenerator()
        return ServerConnection(
            application: application,
            socketID: .random(using: &generator),
            version: version,
            milliseconds: Clock.milliseconds
        )
    }

    /// Adds an opened connection and greets it.
    func opened(_ subscriber: Subscriber, on shard: Shard) {
        shard.add(subscriber)
        counters.connections.add()
        counters.connectionsTotal.add()
        notify(.connected, subscriber)
        shard.send(subscriber.state.greeting, to: subscriber)
    }

    /// Processes a message, and returns the action that the connection's state decided.
    @discardableResult
    func received(_ message: [UInt8], from subscriber: Subscriber, on shard: Shard) -> ServerConnection.Action {
        counters.received.add()
        let action = subscriber.state.received(message, milliseconds: Clock.milliseconds)
        switch action {
        case .ignore: break
        case .send(let message):
            if message.event == EventName.subscriptionError { counters.joinsRefused.add() }
            shard.send(message, to: subscriber)
        case .join(let wanted): join(wanted, LoopIsolated(subscriber), on: LoopIsolated(shard))
        case .confirm(let held): confirm(held, LoopIsolated(subscriber), on: LoopIsolated(shard))
        case .leave(let left): leave(left, subscriber, on: shard)
        case .publish(let event): publish(event, from: subscriber)
        case .signIn(let signIn): self.signIn(signIn, LoopIsolated(subscriber), on: LoopIsolated(shard))
        case .close(let code): close(subscriber, code, on: shard)
        }
        return action
    }

    /// Removes a closed connection.
    func gone(_ subscriber: Subscriber, on shard: Shard) {
        subscriber.wasCut = nil
        for left in subscriber.state.closed() { leave(left, subscriber, on: shard) }
        signOut(subscriber, on: shard)
        shard.remove(subscriber)
        use.dismissConnection(from: subscriber.state.application)
        counters.connections.add(-1)
        notify(.disconnected, subscriber)
    }

    private func notify(_ kind: HubEvent.Kind, _ subscriber: Subscriber) {
        let application = subscriber.state.application.id
        observers.notify(HubEvent(kind: kind, application: application, socketID: subscriber.socketID))
    }
}
