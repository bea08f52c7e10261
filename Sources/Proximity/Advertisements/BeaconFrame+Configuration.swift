/// A frame as the Eddystone Configuration Service takes and gives it.
extension BeaconFrame {
    /// An Eddystone frame that a beacon says it sends; `nil` of none.
    package init?(eddystone frame: [UInt8]) {
        // Beacons that have nothing to send say so with no octets or with one; an identifier may lack its reserved ones.
        self.init(advertisement: EddystoneService.advertisement(frame)[...])
    }

    /// The octets to set an Eddystone frame with, without its power: type and content; `nil` of other frames.
    package var settable: [UInt8]? {
        switch self {
        case .eddystoneUID(let frame): [0x00] + frame.identifier.bits.octets
        // Flags and services take 7 octets, the structure's head 4; then type and power.
        case .eddystoneURL(let frame): [0x10] + frame.advertisement.dropFirst(13)
        case .eddystoneTelemetry: [0x20]
        case .iBeacon, .altBeacon: nil
        }
    }

    /// The web address of an Eddystone URL; `nil` of other frames.
    package var address: String? {
        guard case .eddystoneURL(let frame) = self else { return nil }
        return frame.address
    }

    /// The format's name, as commands have it.
    package var format: String {
        switch self {
        case .iBeacon: "ibeacon"
        case .altBeacon: "altbeacon"
        case .eddystoneUID: "eddystone-uid"
        case .eddystoneURL: "eddystone-url"
        case .eddystoneTelemetry: "eddystone-tlm"
        }
    }
}
