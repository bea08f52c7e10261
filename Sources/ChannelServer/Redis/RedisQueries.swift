import NIOCore
import PusherProtocol

/// Queries to Redis; while it is down, this process's own state is the answer.
struct RedisQueries {
    let command: RedisCommand
    let commands: RedisCommands?
    /// This process's own state.
    let registry: Registry
    let application: String
    let loop: any EventLoop

    func channels(prefix: String) -> EventLoopFuture<[ChannelSummary]> {
        let local = (registry.channels[application] ?? [:]).keys.filter { $0.hasPrefix(prefix) }
        let names = ask(["HKEYS", RedisCommand.prefix + "c:" + application], otherwise: Array(local)) {
            $0.elements.compactMap(\.string).filter { $0.hasPrefix(prefix) }
        }
        return names.flatMap { names in
            EventLoopFuture.whenAllSucceed(names.map { self.channel($0) }, on: loop)
        }
    }

    func channel(_ name: String) -> EventLoopFuture<ChannelSummary> {
        let text = """
            return {redis.call('HGET', ARGV[1]..'c:'..ARGV[3], ARGV[4]) or '0', \
            redis.call('HLEN', ARGV[1]..'k:'..ARGV[3]..'/'..ARGV[4])}
            """
        let local = registry.summary(name, of: application)
        return ask(command.script(text, [application, name]), otherwise: local) { reply in
            let count = reply.elements.first?.string.flatMap { Int($0) } ?? 0
            return ChannelSummary(
                name: name,
                subscriptionCount: count,
                userCount: Int(reply.elements.last?.number ?? 0)
            )
        }
    }

    func members(_ channel: String, known: [Member]) -> EventLoopFuture<[Member]> {
        ask(["HVALS", RedisCommand.prefix + "m:" + application + "/" + channel], otherwise: known) { reply in
            reply.elements.compactMap { $0.bytes.flatMap { Member(redis: $0) } }
        }
    }

    func cached(_ channel: String) -> EventLoopFuture<CachedEvent?> {
        let text = "local k = ARGV[1]..'e:'..ARGV[3] return {redis.call('LINDEX', k, -1), redis.call('TTL', k)}"
        return ask(command.script(text, [application + "/" + channel]), otherwise: nil) { CachedEvent(reply: $0) }
    }

    private func ask<Value: Sendable>(
        _ words: [String],
        otherwise: Value,
        _ read: @escaping @Sendable (RedisReply) -> Value
    ) -> EventLoopFuture<Value> {
        ask(words.map { Array($0.utf8) }, otherwise: otherwise, read)
    }

    private func ask<Value: Sendable>(
        _ words: [[UInt8]],
        otherwise: Value,
        _ read: @escaping @Sendable (RedisReply) -> Value
    ) -> EventLoopFuture<Value> {
        let promise = loop.makePromise(of: Value.self)
        let isSent = commands?.send(words) { reply in
            if let reply, case .error = reply { return promise.succeed(otherwise) }
            promise.succeed(reply.map(read) ?? otherwise)
        }
        if isSent != true { promise.succeed(otherwise) }
        return promise.futureResult
    }
}

extension CachedEvent {
    /// Reads `SERIAL JSON` and the seconds left; nil if it is something else.
    init?(reply: RedisReply) {
        guard let bytes = reply.elements.first?.bytes, let space = bytes.firstIndex(of: 0x20),
            let message = try? Message(parsing: Array(bytes[(space + 1)...])),
            let seconds = reply.elements.last?.number
        else { return nil }
        self.init(message: message, secondsLeft: Int(seconds))
    }
}
