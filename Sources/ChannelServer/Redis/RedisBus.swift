import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import PusherProtocol

/// The bus between processes, on one Redis server.
///
/// Events go to this process's own subscribers at once and to the others through Redis; those that channels keep are
/// numbered by Redis and come back from it in order. While Redis is away every process goes on by itself: its clients
/// stay connected, hear what is published here, and nothing is told to them; when Redis is back, what this process knows
/// of its connections is said again.
public final class RedisBus: ChannelBus {
    struct State {
        var registry = Registry()
        var receiver: (any BusReceiver)?
        var pending: [UInt64: Pending] = [:]
        var nextTicket: UInt64 = 1
        var commands: RedisCommands?
        var subscriber: RedisSubscriber?
        var beating: RepeatedTask?
    }

    struct Pending: Sendable {
        let join: Join
        let local: JoinOutcome
        let promise: EventLoopPromise<JoinOutcome>
    }

    static let prefix = "sightline:channels:"
    /// A process that has not been heard of for this long is dead, milliseconds.
    static let lifetime = 6_000

    let address: RedisAddress
    let node = String(UInt64.random(in: .min ... .max), radix: 36)
    let state = NIOLockedValueBox(State())
    let loop: any EventLoop
    private let logger: Logger

    /// A bus on a Redis server.
    public init(
        _ address: RedisAddress,
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        logger: Logger = Logger(label: "channels.redis")
    ) {
        self.address = address
        self.logger = logger
        loop = eventLoopGroup.next()
    }

    /// Connects, waiting for Redis up to five seconds; a server that comes later is found, too.
    public func start(_ receiver: any BusReceiver) async throws {
        let subscriber = RedisSubscriber(
            address,
            channels: [Self.prefix + "ev", Self.prefix + "to:" + node],
            heard: { [weak self] in self?.heard($0, $1) },
            lost: { [weak self] in self?.lostStream() }
        )
        let commands = RedisCommands(address) { [weak self] connection, commands in
            self?.introduce(connection, commands) ?? false
        }
        let beating = loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(2)) { [weak self] _ in
            self?.beat()
        }
        state.withLockedValue { state in
            state.receiver = receiver
            state.subscriber = subscriber
            state.commands = commands
            state.beating = beating
        }
        for _ in 0..<100 where !isReady { try await Task.sleep(for: .milliseconds(50)) }
        if !isReady { logger.warning("Redis is not there; going on without it", metadata: ["host": "\(address.host)"]) }
    }

    /// Takes back what this process has said, and hangs up.
    public func stop() async {
        let (commands, subscriber, beating) = state.withLockedValue { state in
            state.receiver = nil
            return (state.commands, state.subscriber, state.beating)
        }
        beating?.cancel()
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let words = script(RedisScripts.sweep, ["self"])
            if commands?.send(words, { _ in done.resume() }) != true { done.resume() }
        }
        commands?.stop()
        subscriber?.stop()
        failPending()
    }

    /// Whether Redis is there.
    public var isReady: Bool {
        let (commands, subscriber) = state.withLockedValue { ($0.commands, $0.subscriber) }
        return commands?.isConnected == true && subscriber?.isConnected == true
    }

    // MARK: - Living

    /// Says again all that this process knows, since Redis may have forgotten it.
    private func introduce(_ connection: RedisConnection, _ commands: RedisCommands) -> Bool {
        let epoch = String(UInt64.random(in: .min ... .max), radix: 36)
        let first = [
            ["SET", Self.prefix + "epoch", epoch, "NX"].map { Array($0.utf8) }, script(RedisScripts.sweep, ["self"]),
        ]
        for words in first where connection.call(words) == nil { return false }
        guard connection.call(script(RedisScripts.sweep, ["\(Self.lifetime)"])) != nil else { return false }
        return state.withLockedValue { state in
            for words in recital(state.registry) {
                guard connection.call(words) != nil else { return false }
            }
            commands.open()
            return true
        }
    }

    /// Joins without a ticket for everything in a registry.
    private func recital(_ registry: Registry) -> [[[UInt8]]] {
        var all: [[[UInt8]]] = []
        for (application, channels) in registry.channels {
            for (channel, entry) in channels {
                let held = entry.members.values.flatMap { Array(repeating: Optional($0.member), count: $0.connections) }
                let others = Array(repeating: Member?.none, count: max(0, entry.count - held.count))
                for member in held + others {
                    let id = member?.userID ?? ""
                    let words = ["", application, channel, id, member?.json.text ?? "", "1000000", "0", ""]
                    all.append(script(RedisScripts.join, words))
                }
            }
        }
        for (application, users) in registry.users {
            for (user, count) in users {
                for _ in 0..<count { all.append(script(RedisScripts.signIn, [application, user])) }
            }
        }
        return all
    }

    private func beat() {
        let commands = state.withLockedValue(\.commands)
        commands?.send(script(RedisScripts.sweep, ["\(Self.lifetime)"])) { [weak self] reply in
            if let reply { self?.swept(reply) }
        }
    }

    private func swept(_ reply: RedisReply) {
        guard let receiver = state.withLockedValue(\.receiver) else { return }
        var left: [Swept] = []
        for item in reply.elements {
            let words = item.elements.compactMap(\.string)
            switch words.first {
            case "u" where words.count == 3:
                announce(BusNotice(kind: .userWent, application: words[1], user: words[2]))
            case "m" where words.count == 4:
                left.append(Swept(application: words[1], channel: words[2], members: [words[3]], isVacated: false))
            case "c" where words.count == 3:
                left.append(Swept(application: words[1], channel: words[2], members: [], isVacated: true))
            default: break
            }
        }
        if !left.isEmpty { receiver.swept(left) }
    }

    func script(_ text: String, _ words: [String]) -> [[UInt8]] {
        (["EVAL", text, "0", Self.prefix, node] + words).map { Array($0.utf8) }
    }
}
