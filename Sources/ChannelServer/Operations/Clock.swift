import NIOCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The host's clocks.
enum Clock {
    /// Milliseconds of the monotonic clock.
    static var milliseconds: Int64 { Int64(NIODeadline.now().uptimeNanoseconds / 1_000_000) }

    /// Milliseconds since 1970.
    static var wallMilliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
