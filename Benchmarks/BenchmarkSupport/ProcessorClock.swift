import Foundation

/// The time that this thread has had of a processor, milliseconds: other programs on the machine do not lengthen it.
public func processorMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}
