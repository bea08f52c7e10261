import NIOConcurrencyHelpers
import PusherProtocol

/// How much of its limits each application uses: connections, and requests per second.
final class ApplicationUse: Sendable {
    private struct Use {
        var connections = 0
        var requests = RateWindow()
    }

    private let uses = NIOLockedValueBox<[String: Use]>([:])

    /// How many connections an application has.
    func connections(of application: String) -> Int { uses.withLockedValue { $0[application]?.connections ?? 0 } }

    /// Counts a connection in unless the quota is reached.
    func admitConnection(to application: ChannelApplication) -> Bool {
        uses.withLockedValue { uses in
            let count = uses[application.id]?.connections ?? 0
            if let quota = application.limits.connections, count >= quota { return false }
            uses[application.id, default: Use()].connections = count + 1
            return true
        }
    }

    /// Counts a connection out.
    func dismissConnection(from application: ChannelApplication) {
        uses.withLockedValue { $0[application.id]?.connections -= 1 }
    }

    /// Counts a request unless there were too many within the second.
    func admitRequest(to application: ChannelApplication) -> Bool {
        let limit = application.limits.requestsPerSecond
        return uses.withLockedValue {
            $0[application.id, default: Use()].requests.admits(at: Clock.milliseconds, limit: limit)
        }
    }
}
