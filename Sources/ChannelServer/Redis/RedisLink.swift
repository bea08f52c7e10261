import Atomics
import Logging
import NIOConcurrencyHelpers

/// The two connections of a process to Redis: one for commands, one for what is published.
///
/// Commands are taken only while both stand, since whatever is published must be received. When one breaks, so does the
/// other, and both are made anew.
final class RedisLink: Sendable {
    /// What the connections bring, on their own threads.
    struct Events: Sendable {
        /// A message came, on the channel behind the prefix.
        let received: @Sendable (Substring, [UInt8]) -> Void
        /// The connection for commands stands and Redis's clock is known; true when the process is introduced.
        let introduce: @Sendable (RedisConnection, RedisCommands) -> Bool
        /// The stream of messages is broken.
        let lost: @Sendable () -> Void
    }

    private struct Connections {
        var commands: RedisCommands?
        var subscriber: RedisSubscriber?
    }

    /// A command that has waited for longer must not take effect, milliseconds; less than the reply is waited for.
    private static let patience: Int64 = 2_500

    private let address: RedisAddress
    private let node: String
    private let logger: Logger
    private let connections = NIOLockedValueBox(Connections())
    /// Redis's clock less this process's, milliseconds.
    private let clockOffset = ManagedAtomic<Int64>(0)

    /// Connections that are not made yet.
    init(_ address: RedisAddress, node: String, logger: Logger) {
        self.address = address
        self.node = node
        self.logger = logger
    }

    /// Connects, again and again until it is stopped.
    func start(_ events: Events) {
        let prefix = RedisCommand.prefix
        let subscriber = RedisSubscriber(
            address,
            channels: ["ev", "mb", "to:" + node].map { prefix + $0 },
            received: { events.received($0.dropFirst(prefix.count), $1) },
            lost: events.lost
        )
        connections.withLockedValue { $0.subscriber = subscriber }
        let commands = RedisCommands(
            address,
            connected: { [weak self] connection, commands in
                guard let self, self.setClock(by: connection) else { return false }
                return events.introduce(connection, commands)
            },
            lost: { [weak self] in self?.connections.withLockedValue(\.subscriber)?.breakOff() }
        )
        connections.withLockedValue { $0.commands = commands }
    }

    /// Hangs up.
    func stop() {
        let connections = connections.withLockedValue { $0 }
        connections.commands?.stop()
        connections.subscriber?.stop()
    }

    /// Whether both connections stand.
    var isReady: Bool { connections.withLockedValue { $0.commands }?.isConnected == true && isReceiving }

    /// Whether what is published is received.
    var isReceiving: Bool { connections.withLockedValue { $0.subscriber }?.isConnected == true }

    /// The time on Redis's clock after which a command that is sent now must not take effect, milliseconds.
    var deadline: Int64 { Clock.milliseconds + clockOffset.load(ordering: .relaxed) + Self.patience }

    /// The connection for commands; nil before the start.
    var commands: RedisCommands? { connections.withLockedValue { $0.commands } }

    /// Sends a command; false, and no answer will come, when there is no connection.
    @discardableResult
    func send(_ words: [[UInt8]], _ answer: (@Sendable (RedisReply?) -> Void)? = nil) -> Bool {
        commands?.send(words, answer) == true
    }

    /// Ends the connections, which then reconnect.
    func breakOff() { commands?.breakOff() }

    /// After a command that Redis refused, the states of this process and Redis differ: both connections are restarted.
    func checkTaken(_ reply: RedisReply?) {
        guard case .error(let text)? = reply else { return }
        logger.warning("Redis refused a command; connecting again", metadata: ["reply": "\(text)"])
        breakOff()
    }

    private func setClock(by connection: RedisConnection) -> Bool {
        guard isReceiving,
            let time = connection.call([Array("TIME".utf8)])?.elements.compactMap({ $0.string.flatMap { Int64($0) } }),
            time.count == 2
        else { return false }
        clockOffset.store(time[0] * 1_000 + time[1] / 1_000 - Clock.milliseconds, ordering: .relaxed)
        return true
    }
}
