import NIOCore
import PusherProtocol

extension Hub {
    /// A connection says who its user is.
    func signIn(_ signIn: SignIn, _ subscriber: LoopIsolated<Subscriber>, on shard: LoopIsolated<Shard>) {
        let application = subscriber.value.state.application
        let user = signIn.user
        shard.value.send(.signInSuccess(userData: signIn.userData), to: subscriber.value)
        guard signIn.isNew else { return }
        shard.value.users[Hub.key(application.id, user.id), default: [:]][subscriber.value.socketID] = subscriber.value
        if user.isWatchlistCut {
            let fault = Message.error(.watchlistCut, "Only the first \(application.limits.watchlist) users are watched")
            shard.value.send(fault, to: subscriber.value)
        }
        bus.signIn(user.id, of: application.id, on: shard.value.loop).whenSuccess { isFirst in
            guard isFirst else { return }
            self.bus.announce(BusNotice(kind: .userCame, application: application.id, user: user.id))
        }
        watch(user, subscriber, on: shard)
    }

    private func watch(_ user: User, _ subscriber: LoopIsolated<Subscriber>, on shard: LoopIsolated<Shard>) {
        guard !user.watchlist.isEmpty else { return }
        let application = subscriber.value.state.application.id
        for watched in user.watchlist {
            shard.value.watchers[Hub.key(application, watched), default: [:]][subscriber.value.socketID] =
                subscriber.value
        }
        bus.online(user.watchlist, of: application, on: shard.value.loop).whenSuccess { online in
            let there = user.watchlist.filter(online.contains)
            let away = user.watchlist.filter { !online.contains($0) }
            shard.value.send(.watchlist(online: there, offline: away), to: subscriber.value)
        }
    }

    /// A connection is gone; its user may be, too.
    func signOut(_ subscriber: Subscriber, on shard: Shard) {
        guard let user = subscriber.state.user else { return }
        let application = subscriber.state.application.id
        Self.drop(subscriber, from: &shard.users, Hub.key(application, user.id))
        for watched in user.watchlist { Self.drop(subscriber, from: &shard.watchers, Hub.key(application, watched)) }
        bus.signOut(user.id, of: application, on: shard.loop).whenSuccess { isLast in
            guard isLast else { return }
            self.bus.announce(BusNotice(kind: .userWent, application: application, user: user.id))
        }
    }

    private static func drop(
        _ subscriber: Subscriber,
        from table: inout [String: [SocketID: Subscriber]],
        _ key: String
    ) {
        table[key]?[subscriber.socketID] = nil
        if table[key]?.isEmpty == true { table[key] = nil }
    }

    /// A notice of the bus, on one shard.
    func take(_ notice: BusNotice, on shard: Shard) {
        let key = Hub.key(notice.application, notice.user)
        switch notice.kind {
        case .userCame:
            for watcher in shard.watchers[key]?.values.map(\.self) ?? [] {
                shard.send(.watchlist(online: [notice.user], offline: []), to: watcher)
            }
        case .userWent:
            for watcher in shard.watchers[key]?.values.map(\.self) ?? [] {
                shard.send(.watchlist(online: [], offline: [notice.user]), to: watcher)
            }
        case .terminate:
            for subscriber in shard.users[key]?.values.map(\.self) ?? [] {
                end(subscriber, .unauthorized, on: shard)
            }
        }
    }

    /// Tells a connection why, and closes it.
    func end(_ subscriber: Subscriber, _ code: CloseCode, on shard: Shard) {
        guard case .close(let code) = subscriber.state.end(code) else { return }
        close(subscriber, code, on: shard)
    }

    /// Carries out the state's decision to close.
    func close(_ subscriber: Subscriber, _ code: CloseCode, on shard: Shard) {
        if code.rawValue >= 4000, !subscriber.isCut { shard.send(.error(code, code.reason), to: subscriber) }
        shard.flush()
        counters.closed(code)
        subscriber.close(code)
    }
}
