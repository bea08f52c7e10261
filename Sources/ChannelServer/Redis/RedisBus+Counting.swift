import NIOCore
import PusherProtocol

extension RedisBus {
    /// Counts a subscription in.
    public func join(_ join: Join, on loop: any EventLoop) -> EventLoopFuture<JoinOutcome> {
        let promise = loop.makePromise(of: JoinOutcome.self)
        let local: JoinOutcome? = state.withLockedValue { state in
            let outcome = state.registry.join(join)
            guard outcome.refusal == nil, state.subscriber?.isConnected == true else { return outcome }
            let ticket = state.nextTicket
            state.nextTicket += 1
            guard state.commands?.send(words(join, ticket)) == true else { return outcome }
            state.pending[ticket] = Pending(join: join, local: outcome, promise: promise)
            return nil
        }
        if let local { promise.succeed(local) }
        return promise.futureResult
    }

    private func words(_ join: Join, _ ticket: UInt64) -> [[UInt8]] {
        let channel = join.subscription.channel
        let keeps = channel.kind.isCached || join.application.historyRule(for: channel) != nil
        let member = join.subscription.member
        return script(
            RedisScripts.join,
            [
                String(ticket), join.application.id, channel.text, member?.userID ?? "", member?.json.text ?? "",
                String(join.application.limits.presenceMembers), keeps ? "1" : "0", join.returningUser ?? "",
            ]
        )
    }

    /// Counts a subscription out.
    public func leave(_ leave: Leave, on loop: any EventLoop) -> EventLoopFuture<LeaveOutcome> {
        let promise = loop.makePromise(of: LeaveOutcome.self)
        let rule = leave.application.historyRule(for: leave.subscription.channel)
        let words = script(
            RedisScripts.leave,
            [
                leave.application.id, leave.subscription.channel.text, leave.subscription.member?.userID ?? "",
                rule == nil ? "" : leave.returningUser ?? "", String(rule?.seconds ?? 0),
            ]
        )
        let (local, isSent) = state.withLockedValue { state in
            let outcome = state.registry.leave(leave)
            let isSent = state.commands?.send(words) { reply in
                guard let numbers = reply?.elements.compactMap(\.number), numbers.count == 2 else {
                    return promise.succeed(outcome)
                }
                let count = Int(numbers[0])
                promise.succeed(LeaveOutcome(isLast: count <= 0, isMemberGone: numbers[1] == 1, count: max(0, count)))
            }
            return (outcome, isSent == true)
        }
        if !isSent { promise.succeed(local) }
        return promise.futureResult
    }

    /// Counts a user's connection in.
    public func signIn(_ user: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<Bool> {
        count(
            RedisScripts.signIn,
            user,
            application,
            on: loop,
            isEdge: { $0 == 1 },
            local: { $0.signIn(user, of: application) }
        )
    }

    /// Counts a user's connection out.
    public func signOut(_ user: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<Bool> {
        count(
            RedisScripts.signOut,
            user,
            application,
            on: loop,
            isEdge: { $0 <= 0 },
            local: { $0.signOut(user, of: application) }
        )
    }

    private func count(
        _ text: String,
        _ user: String,
        _ application: String,
        on loop: any EventLoop,
        isEdge: @escaping @Sendable (Int64) -> Bool,
        local: (inout Registry) -> Bool
    ) -> EventLoopFuture<Bool> {
        let promise = loop.makePromise(of: Bool.self)
        let words = script(text, [application, user])
        let (isLocalEdge, isSent) = state.withLockedValue { state in
            let isLocalEdge = local(&state.registry)
            let isSent = state.commands?.send(words) { promise.succeed($0?.number.map(isEdge) ?? isLocalEdge) }
            return (isLocalEdge, isSent == true)
        }
        if !isSent { promise.succeed(isLocalEdge) }
        return promise.futureResult
    }

    // MARK: - Asking

    /// Those of the users that are somewhere.
    public func online(
        _ users: [String],
        of application: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<Set<String>> {
        let local = state.withLockedValue { $0.registry.users[application] ?? [:] }
        return ask(
            ["HMGET", Self.prefix + "u:" + application] + users,
            on: loop,
            otherwise: Set(users.filter { local[$0] != nil })
        ) {
            Set(zip(users, $0.elements).filter { $0.1 != .none }.map(\.0))
        }
    }

    /// The occupied channels whose names begin with a prefix.
    public func channels(
        prefix: String,
        of application: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<[ChannelSummary]> {
        let local = state.withLockedValue { state in
            (state.registry.channels[application] ?? [:]).keys.map { state.registry.summary($0, of: application) }
        }
        let fallback = local.filter { $0.name.hasPrefix(prefix) }
        let names = ask(["HKEYS", Self.prefix + "c:" + application], on: loop, otherwise: fallback.map(\.name)) {
            $0.elements.compactMap(\.string).filter { $0.hasPrefix(prefix) }
        }
        return names.flatMap { names in
            EventLoopFuture.whenAllSucceed(names.map { self.channel($0, of: application, on: loop) }, on: loop)
        }
    }

    /// One channel.
    public func channel(
        _ name: String,
        of application: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<ChannelSummary> {
        let local = state.withLockedValue { $0.registry.summary(name, of: application) }
        let text =
            "return {redis.call('HGET', ARGV[1]..'c:'..ARGV[3], ARGV[4]) or '0', redis.call('HLEN', ARGV[1]..'k:'..ARGV[3]..'/'..ARGV[4])}"
        return ask(script(text, [application, name]), on: loop, otherwise: local) { reply in
            let count = reply.elements.first?.string.flatMap { Int($0) } ?? 0
            return ChannelSummary(
                name: name,
                subscriptionCount: count,
                userCount: Int(reply.elements.last?.number ?? 0)
            )
        }
    }

    /// Who is on a presence channel.
    public func members(_ channel: String, of application: String, on loop: any EventLoop) -> EventLoopFuture<[Member]>
    {
        let local = state.withLockedValue { $0.registry.channels[application]?[channel]?.list ?? [] }
        return ask(["HVALS", Self.prefix + "m:" + application + "/" + channel], on: loop, otherwise: local) { reply in
            reply.elements.compactMap { item in
                item.bytes.flatMap { try? JSONText(parsing: $0) }.flatMap { try? Member(channelData: $0) }
            }
        }
    }

    /// What a cache channel holds.
    public func cached(
        _ channel: String,
        of application: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<CachedEvent?> {
        let text = "local k = ARGV[1]..'e:'..ARGV[3] return {redis.call('LINDEX', k, -1), redis.call('TTL', k)}"
        return ask(script(text, [application + "/" + channel]), on: loop, otherwise: nil) { reply in
            guard let bytes = reply.elements.first?.bytes, let space = bytes.firstIndex(of: 0x20),
                let message = try? Message(parsing: Array(bytes[(space + 1)...])),
                let seconds = reply.elements.last?.number
            else { return nil }
            return CachedEvent(message: message, secondsLeft: Int(seconds))
        }
    }

    private func ask<Value: Sendable>(
        _ words: [String],
        on loop: any EventLoop,
        otherwise: Value,
        _ read: @escaping @Sendable (RedisReply) -> Value
    ) -> EventLoopFuture<Value> {
        ask(words.map { Array($0.utf8) }, on: loop, otherwise: otherwise, read)
    }

    private func ask<Value: Sendable>(
        _ words: [[UInt8]],
        on loop: any EventLoop,
        otherwise: Value,
        _ read: @escaping @Sendable (RedisReply) -> Value
    ) -> EventLoopFuture<Value> {
        let promise = loop.makePromise(of: Value.self)
        let isSent = state.withLockedValue(\.commands)?.send(words) { reply in
            if let reply, case .fault = reply { return promise.succeed(otherwise) }
            promise.succeed(reply.map(read) ?? otherwise)
        }
        if isSent != true { promise.succeed(otherwise) }
        return promise.futureResult
    }
}
