import Atomics
import NIOCore
import PusherProtocol

extension Hub {
    /// A client publishes.
    func publish(_ event: ClientEvent, from subscriber: Subscriber) {
        let application = subscriber.state.application
        let message = Message(event: event.name, channel: event.channel.text, data: event.data, userID: event.userID)
        let isHistory = application.historyRule(for: event.channel) != nil
        bus.publish(
            Publication(
                application: application,
                channel: event.channel,
                message: message,
                except: subscriber.socketID,
                isKept: isHistory
            )
        )
        counters.clientEvents.add()
        if webhooks.isWanted(.clientEvent, by: application) { tell(event, subscriber.socketID, application) }
        observe(
            HubEvent(
                kind: .clientEvent,
                application: application.id,
                channel: event.channel.text,
                event: event.name,
                data: event.data,
                socketID: subscriber.socketID
            )
        )
    }

    private func tell(_ event: ClientEvent, _ socketID: SocketID, _ application: ChannelApplication) {
        var members: [(name: String, value: JSONText)] = [
            ("event", JSONText(string: event.name)), ("data", event.data),
            ("socket_id", JSONText(string: socketID.description)),
        ]
        if let user = event.userID { members.append(("user_id", JSONText(string: user))) }
        webhooks.send(WebhookEvent(.clientEvent, channel: event.channel.text, members: members), of: application)
    }

    /// An event came over the HTTP interface.
    func publish(_ request: EventRequest, of application: ChannelApplication) {
        for channel in request.channels {
            let message = Message(event: request.name, channel: channel.text, data: request.data)
            bus.publish(
                Publication(application: application, channel: channel, message: message, except: request.socketID)
            )
            observe(
                HubEvent(
                    kind: .published,
                    application: application.id,
                    channel: channel.text,
                    event: request.name,
                    data: request.data
                )
            )
        }
    }

    /// Calls back for everything that happens; returns a number to stop with.
    func addObserver(_ callback: @escaping @Sendable (HubEvent) -> Void) -> Int {
        observers.withLockedValue { observers in
            let number = (observers.keys.max() ?? 0) + 1
            observers[number] = callback
            isObserved.store(true, ordering: .relaxed)
            return number
        }
    }

    func removeObserver(_ number: Int) {
        observers.withLockedValue { observers in
            observers[number] = nil
            isObserved.store(!observers.isEmpty, ordering: .relaxed)
        }
    }

    /// Shows those who watch the server what happened.
    func observe(_ event: @autoclosure () -> HubEvent) {
        guard isObserved.load(ordering: .relaxed) else { return }
        let watching = observers.withLockedValue { $0 }
        let event = event()
        for watcher in watching.values { watcher(event) }
    }

    /// Whether at least half of a channel's subscribers on this loop take no more just now: its publishers shall wait.
    func isCongested(_ channel: ChannelName, of application: ChannelApplication, on shard: Shard) -> Bool {
        shard.isCongested(Hub.key(application.id, channel.text))
    }
}
