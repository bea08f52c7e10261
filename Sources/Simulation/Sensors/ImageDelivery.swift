/// How a platform hands the images to a program, beside the offset and the scatter of their timestamps.
public struct ImageDelivery: Equatable, Sendable {
    /// The growth of the timestamps' delay, seconds per second.
    public var stampDrift = 0.0
    /// When the device is so hot that the program gets fewer images, seconds from the start; nil for never.
    public var hotSeconds: Double?
    /// Images per second from then on.
    public var hotRate = 8.0

    /// A delivery that changes nothing.
    public init() {}

    init(stampDrift: Double = 0, hotSeconds: Double? = nil, hotRate: Double = 8) {
        (self.stampDrift, self.hotSeconds, self.hotRate) = (stampDrift, hotSeconds, hotRate)
    }

    /// The images that a program gets of those that the camera takes.
    func delivered(_ entries: [ImageSchedule.Entry], rate: Double) -> [ImageSchedule.Entry] {
        guard let hotSeconds else { return entries }
        var last = -Double.infinity
        return entries.filter { entry in
            // Half an image's time is allowed: the camera goes on at its own rate.
            guard entry.time < hotSeconds || entry.time - last > 1 / hotRate - 0.5 / rate else { return false }
            last = entry.time
            return true
        }
    }
}
