import NIOConcurrencyHelpers
import NIOCore
import PusherProtocol

/// Events on their way to one event loop: however many come, the loop is woken once and takes them all in one turn.
final class Inbox: @unchecked Sendable {
    // The shard is touched on its loop only.
    private let shard: Shard
    private let waiting = NIOLockedValueBox<[Entry]>([])

    struct Entry: Sendable {
        let frame: ByteBuffer
        let key: String
        let except: SocketID?
        let serial: Int64?
        let extras: EventExtras
    }

    init(shard: Shard) {
        self.shard = shard
    }

    /// Puts an event behind those that wait.
    func put(_ entry: Entry) {
        let isFirst = waiting.withLockedValue { waiting in
            waiting.append(entry)
            return waiting.count == 1
        }
        if isFirst { shard.loop.execute(empty) }
    }

    private func empty() {
        let entries = waiting.withLockedValue { waiting in
            defer { waiting = [] }
            return waiting
        }
        for entry in entries {
            shard.deliver(
                entry.frame,
                to: entry.key,
                except: entry.except,
                serial: entry.serial,
                extras: entry.extras
            )
        }
    }
}
