import Glibc
import NIOConcurrencyHelpers

/// Sends commands over one connection in the order given, as many at a time as have gathered.
///
/// It connects again when the connection breaks. Answers come on its own thread; nil stands for a connection that is
/// not there.
final class RedisCommands: Sendable {
    struct Command: Sendable {
        let words: [[UInt8]]
        let answer: (@Sendable (RedisReply?) -> Void)?
    }

    private struct State {
        var queue: [Command] = []
        var isConnected = false
        var isStopped = false
        var descriptor: Int32 = -1
    }

    private let address: RedisAddress
    private let state = ConditionLock(value: 0)
    private let box = NIOLockedValueBox(State())
    /// Called on the thread each time a connection stands, before any command; it calls `open()` when commands may
    /// come.
    private let connected: @Sendable (RedisConnection, RedisCommands) -> Bool
    /// Called on the thread each time a connection is gone that took commands.
    private let lost: @Sendable () -> Void

    init(
        _ address: RedisAddress,
        connected: @escaping @Sendable (RedisConnection, RedisCommands) -> Bool,
        lost: @escaping @Sendable () -> Void
    ) {
        self.address = address
        self.connected = connected
        self.lost = lost
        RedisThread.start { self.run() }
    }

    var isConnected: Bool { box.withLockedValue(\.isConnected) }

    /// From now on commands are taken.
    func open() { box.withLockedValue { $0.isConnected = true } }

    /// Sends a command; false, and no answer will come, when there is no connection.
    @discardableResult
    func send(_ words: [[UInt8]], _ answer: (@Sendable (RedisReply?) -> Void)? = nil) -> Bool {
        let isQueued = box.withLockedValue { state in
            guard state.isConnected, !state.isStopped else { return false }
            state.queue.append(Command(words: words, answer: answer))
            return true
        }
        if isQueued { wake() }
        return isQueued
    }

    /// Stops using a dead connection, and connects again.
    func breakOff() {
        box.withLockedValue { state in
            state.isConnected = false
            if state.descriptor >= 0 { shutdown(state.descriptor, Int32(SHUT_RDWR)) }
        }
        wake()
    }

    func stop() {
        box.withLockedValue { $0.isStopped = true }
        wake()
    }

    private func wake() {
        state.lock()
        state.unlock(withValue: 1)
    }

    private func run() {
        var wait: UInt32 = 50_000
        while !box.withLockedValue(\.isStopped) {
            if let connection = RedisConnection(address), take(connection) {
                wait = 50_000
                serve(connection)
                let lost = box.withLockedValue { state in
                    state.isConnected = false
                    state.descriptor = -1
                    defer { state.queue = [] }
                    return state.queue
                }
                self.lost()
                for command in lost { command.answer?(nil) }
            }
            usleep(wait)
            wait = min(wait * 2, 400_000)
        }
    }

    private func take(_ connection: RedisConnection) -> Bool {
        connection.setTimeout(seconds: 3)
        box.withLockedValue { $0.descriptor = connection.descriptor }
        if connected(connection, self) { return true }
        box.withLockedValue { state in
            state.isConnected = false
            state.descriptor = -1
        }
        return false
    }

    private func serve(_ connection: RedisConnection) {
        while true {
            if state.lock(whenValue: 1, timeoutSeconds: 1) { state.unlock(withValue: 0) }
            let (batch, isStopped) = box.withLockedValue { state in
                defer { state.queue = [] }
                return (state.queue, state.isStopped)
            }
            for command in batch { connection.append(command.words) }
            for (index, command) in batch.enumerated() {
                guard let reply = connection.reply() else {
                    for command in batch[index...] { command.answer?(nil) }
                    return
                }
                command.answer?(reply)
            }
            if isStopped { return }
            if batch.isEmpty, connection.call([Array("PING".utf8)]) == nil { return }
        }
    }
}
