extension ClientConnection {
    /// A text message came.
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
        // A user's own channel can be joined only once signed in.
        let open = held.filter { $0.kind.access == .open }
        return .established(
            socketID,
            authorize: held.filter(\.kind.needsSignature),
            send: open.map { .subscribe($0, after: channels[$0.text]?.position) },
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

    /// An event, unless it has been seen before: what is recovered may overlap with what comes live.
    private mutating func event(_ message: Message, _ channel: String) -> Action {
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
