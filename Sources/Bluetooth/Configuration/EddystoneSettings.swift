import Proximity

/// What of a beacon's slot is set over the air; `nil` is left as it is.
package struct EddystoneChange: Hashable, Sendable {
    /// The slot: one frame that the beacon sends.
    package var slot: UInt8
    /// The frame without its power: type and identity, as the service takes it; empty to clear the slot.
    package var frame: [UInt8]?
    /// The interval, ms; the beacon takes its nearest.
    package var interval: UInt16?
    /// The radio's power, dBm; the beacon takes the next that it has.
    package var radioPower: Int8?
    /// The power at 0 m that the frame claims, dBm.
    package var claimedPower: Int8?

    /// Creates a change.
    package init(
        slot: UInt8 = 0,
        frame: [UInt8]? = nil,
        interval: UInt16? = nil,
        radioPower: Int8? = nil,
        claimedPower: Int8? = nil
    ) {
        (self.slot, self.frame, self.interval) = (slot, frame, interval)
        (self.radioPower, self.claimedPower) = (radioPower, claimedPower)
    }
}

/// What a beacon has in a slot, as it says itself.
package struct EddystoneSettings: Hashable, Sendable {
    /// How many frames it can send.
    package var slots = 0
    /// The powers that its radio has, dBm.
    package var powers: [Int] = []
    /// The slot.
    package var slot = 0
    /// The frame with its power, as it is sent; empty if the slot is not used.
    package var frame: [UInt8] = []
    /// The interval, ms.
    package var interval = 0
    /// The radio's power, dBm.
    package var radioPower = 0
    /// The power at 0 m that the frame claims, dBm.
    package var claimedPower = 0
}
