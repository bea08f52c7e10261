import PusherProtocol

/// The amount that one connection has sent within a second, so that a client that sends too much is read later.
struct Inflow {
    private var messages = RateWindow()
    private var bytes = RateWindow()

    /// Counts received data; returns for how long the connection must not be read, milliseconds.
    mutating func wait(afterBytes count: Int, messages number: Int, at milliseconds: Int64, limits: Limits) -> Int64 {
        max(
            messages.wait(after: number, at: milliseconds, limit: limits.messagesPerSecond),
            bytes.wait(after: count, at: milliseconds, limit: limits.bytesPerSecond)
        )
    }
}
