import Glibc
import NIOConcurrencyHelpers

/// Listens to Redis channels on a thread of its own, and connects again when it breaks.
final class RedisSubscriber: Sendable {
    private let address: RedisAddress
    private let channels: [String]
    private let received: @Sendable (String, [UInt8]) -> Void
    private let lost: @Sendable () -> Void
    private let state = NIOLockedValueBox((isConnected: false, isStopped: false, descriptor: Int32(-1)))

    init(
        _ address: RedisAddress,
        channels: [String],
        received: @escaping @Sendable (String, [UInt8]) -> Void,
        lost: @escaping @Sendable () -> Void
    ) {
        self.address = address
        self.channels = channels
        self.received = received
        self.lost = lost
        RedisThread.start { self.run() }
    }

    var isConnected: Bool { state.withLockedValue(\.isConnected) }

    func stop() {
        state.withLockedValue { $0.isStopped = true }
        breakOff()
    }

    /// Ends a dead connection, which then reconnects.
    func breakOff() {
        state.withLockedValue { state in
            state.isConnected = false
            if state.descriptor >= 0 { shutdown(state.descriptor, Int32(SHUT_RDWR)) }
        }
    }

    private func run() {
        while !state.withLockedValue(\.isStopped) {
            if let connection = RedisConnection(address) {
                listen(on: connection)
                state.withLockedValue {
                    $0.isConnected = false
                    $0.descriptor = -1
                }
                lost()
            }
            usleep(200_000)
        }
    }

    private func listen(on connection: RedisConnection) {
        state.withLockedValue { $0.descriptor = connection.descriptor }
        connection.append((["SUBSCRIBE"] + channels).map { Array($0.utf8) })
        var confirmed = 0
        while let reply = connection.reply() {
            let items = reply.elements
            guard items.count == 3 else { return }
            if items[0].string == "subscribe" {
                confirmed += 1
                if confirmed == channels.count { state.withLockedValue { $0.isConnected = true } }
            } else if let channel = items[1].string, let payload = items[2].bytes {
                received(channel, payload)
            }
        }
    }
}
