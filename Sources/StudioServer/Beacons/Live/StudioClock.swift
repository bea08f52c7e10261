import Dispatch
import Foundation

/// Nanoseconds since 1970 that never go back: the wall clock at the start, carried on by the monotonic one.
struct StudioClock: Sendable {
    private let offset = Int64(Date().timeIntervalSince1970 * 1e9) - Int64(DispatchTime.now().uptimeNanoseconds)

    /// The time now.
    var nanoseconds: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) + offset }
}
