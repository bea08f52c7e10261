/// Smooths the strengths of one beacon's packets; a replaceable part of ranging.
public protocol SignalFilter: Sendable {
    /// Takes the strength of a packet, dBm.
    ///
    /// Time goes forward; a step back counts as no time.
    mutating func add(rssi: Double, at nanoseconds: Int64)
    /// The level as known at a time; `nil` before the first packet.
    func level(at nanoseconds: Int64) -> SignalLevel?
}
