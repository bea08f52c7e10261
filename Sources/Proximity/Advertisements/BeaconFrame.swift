/// The content of one advertisement, after its AD structures are parsed.
public enum BeaconFrame: Hashable, Sendable {
    /// An iBeacon.
    case iBeacon(IBeaconFrame)
    /// An AltBeacon.
    case altBeacon(AltBeaconFrame)
    /// An Eddystone frame with an identity.
    case eddystoneUID(EddystoneUIDFrame)
    /// An Eddystone frame with a web address.
    case eddystoneURL(EddystoneURLFrame)
    /// An Eddystone frame with the state of the beacon.
    case eddystoneTelemetry(EddystoneTelemetryFrame)

    /// The first valid frame in an advertisement's data; `nil` if there is none, or if it is truncated or inconsistent.
    public init?(advertisement octets: ArraySlice<UInt8>) {
        for structure in AdvertisingStructures(octets) {
            if let frame = BeaconFrame(structure) {
                self = frame
                return
            }
        }
        return nil
    }

    private init?(_ structure: AdvertisingStructures.Element) {
        switch structure.type {
        case 0xFF:
            if let frame = IBeaconFrame(manufacturerData: structure.data) {
                self = .iBeacon(frame)
            } else if let frame = AltBeaconFrame(manufacturerData: structure.data) {
                self = .altBeacon(frame)
            } else {
                return nil
            }
        case 0x16: self.init(serviceData: structure.data)
        default: return nil
        }
    }

    private init?(serviceData data: ArraySlice<UInt8>) {
        guard data.starts(with: [0xAA, 0xFE]) else { return nil }
        let body = data.dropFirst(2)
        if let frame = EddystoneUIDFrame(body) {
            self = .eddystoneUID(frame)
        } else if let frame = EddystoneURLFrame(body) {
            self = .eddystoneURL(frame)
        } else if let frame = EddystoneTelemetryFrame(body) {
            self = .eddystoneTelemetry(frame)
        } else {
            return nil
        }
    }

    /// The octets that a beacon sends for the frame: flags, then the frame.
    public var advertisement: [UInt8] {
        switch self {
        case .iBeacon(let frame): frame.advertisement
        case .altBeacon(let frame): frame.advertisement
        case .eddystoneUID(let frame): frame.advertisement
        case .eddystoneURL(let frame): frame.advertisement
        case .eddystoneTelemetry(let frame): frame.advertisement
        }
    }

    /// The sender's identity; `nil` for frames without one.
    public var identity: BeaconIdentity? {
        switch self {
        case .iBeacon(let frame): .iBeacon(uuid: frame.uuid, major: frame.major, minor: frame.minor)
        case .altBeacon(let frame): frame.identity
        case .eddystoneUID(let frame): .eddystone(frame.identifier)
        case .eddystoneURL, .eddystoneTelemetry: nil
        }
    }

    /// The power expected at 1 m, dBm; `nil` for frames without it.
    public var measuredPower: Int? {
        switch self {
        case .iBeacon(let frame): Int(frame.measuredPower)
        case .altBeacon(let frame): Int(frame.measuredPower)
        case .eddystoneUID(let frame): frame.measuredPower
        case .eddystoneURL(let frame): frame.measuredPower
        case .eddystoneTelemetry: nil
        }
    }
}

// MARK: - The Eddystone Configuration Service

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
}
