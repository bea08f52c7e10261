import NIOConcurrencyHelpers
import NIOCore

/// Counts the connections of each address, so that one machine does not take all that the server has.
final class AddressLimiter: Sendable {
    private let most: Int
    private let includesLoopback: Bool
    private let counts = NIOLockedValueBox<[String: Int]>([:])

    init(most: Int, includesLoopback: Bool) {
        (self.most, self.includesLoopback) = (most, includesLoopback)
    }

    /// Counts a connection in; false if its address has too many.
    func admit(_ address: SocketAddress?) -> Bool {
        guard let text = counted(address) else { return true }
        return counts.withLockedValue { counts in
            guard counts[text, default: 0] < most else { return false }
            counts[text, default: 0] += 1
            return true
        }
    }

    /// Counts a connection out that was admitted.
    func dismiss(_ address: SocketAddress?) {
        guard let text = counted(address) else { return }
        counts.withLockedValue { counts in
            let left = counts[text, default: 1] - 1
            counts[text] = left > 0 ? left : nil
        }
    }

    /// How many connections each address has.
    var connections: [String: Int] { counts.withLockedValue { $0 } }

    private func counted(_ address: SocketAddress?) -> String? {
        guard let text = address?.ipAddress else { return nil }
        return includesLoopback || !Self.isLoopback(text) ? text : nil
    }

    private static func isLoopback(_ address: String) -> Bool {
        address.hasPrefix("127.") || address == "::1" || address.hasPrefix("::ffff:127.")
    }
}

/// Closes a connection whose address has too many.
final class AddressLimitHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let limiter: AddressLimiter
    private let counters: Counters
    /// Of a connection that was counted in.
    private var address: SocketAddress?

    init(_ limiter: AddressLimiter, _ counters: Counters) { (self.limiter, self.counters) = (limiter, counters) }

    func channelActive(context: ChannelHandlerContext) {
        guard limiter.admit(context.remoteAddress) else {
            counters.connectionsRefused.add()
            return context.close(promise: nil)
        }
        address = context.remoteAddress
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let address { limiter.dismiss(address) }
        address = nil
        context.fireChannelInactive()
    }
}
