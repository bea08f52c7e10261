import Foundation

/// Nanoseconds since 1970 that never decrease: the wall clock at the start, continued by the monotonic clock.
package struct HostClock: Sendable {
    private let offset: Int64

    /// Creates a clock, set by the wall clock once.
    package init() { offset = Self.read(CLOCK_REALTIME) - Self.read(CLOCK_MONOTONIC) }

    /// The time now.
    package var nanoseconds: Int64 { Self.read(CLOCK_MONOTONIC) + offset }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
