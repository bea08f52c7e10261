extension ServerConnection {
    mutating func subscribe(_ message: Message) -> Action {
        guard let data = message.data?.unwrapped, let name = data["channel"]?.string else {
            return .send(.error(nil, "Malformed message: channel"))
        }
        switch checked(name, data) {
        case .success(let subscription): return begin(subscription)
        case .failure(let refusal): return .send(.subscriptionError(refusal.reason, channel: String(name.prefix(200))))
        }
    }

    mutating func unsubscribe(_ message: Message) -> Action {
        guard let name = message.data?.unwrapped?["channel"]?.string,
            let held = subscriptions.removeValue(forKey: name)
        else { return .ignore }
        return .leave(held.subscription)
    }

    /// The channel has been joined; false when the client has left it meanwhile and nothing is to be said.
    public mutating func joined(_ channel: ChannelName) -> Bool {
        guard subscriptions[channel.text] != nil, !isClosing else { return false }
        subscriptions[channel.text]?.progress = .joined
        if channel.kind.needsSignature { isAuthorized = true }
        return true
    }

    /// The channel could not be joined; nil when the client has left it meanwhile.
    public mutating func refused(_ channel: ChannelName, _ refusal: SubscriptionRefusal) -> Message? {
        guard subscriptions.removeValue(forKey: channel.text) != nil, !isClosing else { return nil }
        return .subscriptionError(refusal, channel: channel.text)
    }

    private struct Refused: Error { let reason: SubscriptionRefusal }

    private mutating func begin(_ subscription: Subscription) -> Action {
        let name = subscription.channel.text
        if let held = subscriptions[name] {
            return held.progress == .joined ? .confirm(held.subscription) : .ignore
        }
        guard subscriptions.count < application.limits.subscriptionsPerConnection else {
            return .send(.subscriptionError(.tooManySubscriptions, channel: name))
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
            return .success(Subscription(channel: channel, member: member, position: position))
        } catch let refusal as Refused {
            return .failure(refusal)
        } catch ProtocolError.channelNameTooLong {
            return .failure(Refused(reason: .nameTooLong))
        } catch {
            return .failure(Refused(reason: .invalidName(name)))
        }
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
