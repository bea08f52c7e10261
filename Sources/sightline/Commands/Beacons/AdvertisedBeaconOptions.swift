import ArgumentParser
import Proximity

/// The beacon that `advertise` plays.
struct AdvertisedBeaconOptions: ParsableArguments {
    /// A format of beacons' packets.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case iBeacon = "ibeacon"
        case altBeacon = "altbeacon"
        case eddystoneUID = "eddystone-uid"
        case eddystoneURL = "eddystone-url"
        case eddystoneTelemetry = "eddystone-tlm"

        /// The format of a frame.
        init(_ frame: BeaconFrame) {
            self =
                switch frame {
                case .iBeacon: .iBeacon
                case .altBeacon: .altBeacon
                case .eddystoneUID: .eddystoneUID
                case .eddystoneURL: .eddystoneURL
                case .eddystoneTelemetry: .eddystoneTelemetry
                }
        }
    }

    @Option(help: "The format of the packets.")
    var format = Format.iBeacon
    @Option(help: "The UUID of an iBeacon or AltBeacon.")
    var uuid: BeaconUUID?
    @Option(help: "Its major number.")
    var major: UInt16 = 0
    @Option(help: "Its minor number.")
    var minor: UInt16 = 0
    @Option(help: "The company's number of an AltBeacon.")
    var manufacturer: UInt16 = 0x0118
    @Option(help: ArgumentHelp("The namespace of an eddystone-uid: 20 hexadecimal digits.", valueName: "hex"))
    var namespace: String?
    @Option(help: ArgumentHelp("The instance of an eddystone-uid: 12 hexadecimal digits.", valueName: "hex"))
    var instance: String?
    @Option(help: "The address of an eddystone-url: 17 letters after https://; an ending such as .com/ is one.")
    var url: String?
    @Option(help: ArgumentHelp("The battery's voltage of an eddystone-tlm.", valueName: "mV"))
    var battery: Int?
    @Option(parsing: .unconditional, help: ArgumentHelp("The temperature of an eddystone-tlm.", valueName: "°C"))
    var temperature: Double?
    // A power is negative: what follows is its value, also if it begins with a dash.
    @Option(parsing: .unconditional, help: ArgumentHelp("The signal strength expected at 1 m, dBm.", valueName: "dBm"))
    var power: Int8 = -59

    func validate() throws { _ = try frame() }

    /// The frame to send.
    ///
    /// Throws a `ValidationError` if an option is missing or wrong.
    func frame() throws -> BeaconFrame {
        switch format {
        case .iBeacon:
            return .iBeacon(IBeaconFrame(uuid: try neededUUID(), major: major, minor: minor, measuredPower: power))
        case .altBeacon:
            let uuid = try neededUUID()
            return .altBeacon(
                AltBeaconFrame(manufacturer: manufacturer, uuid: uuid, major: major, minor: minor, measuredPower: power)
            )
        case .eddystoneUID:
            guard case .eddystone(let identifier) = BeaconIdentity(key: "\(namespace ?? "")/\(instance ?? "")") else {
                throw ValidationError("eddystone-uid needs --namespace of 20 and --instance of 12 hexadecimal digits")
            }
            return .eddystoneUID(EddystoneUIDFrame(identifier: identifier, measuredPower: power))
        case .eddystoneURL:
            guard let frame = EddystoneURLFrame(address: url ?? "", measuredPower: power) else {
                throw ValidationError("eddystone-url needs --url: http:// or https://, and at most 17 letters after it")
            }
            return .eddystoneURL(frame)
        case .eddystoneTelemetry:
            return .eddystoneTelemetry(
                EddystoneTelemetryFrame(batteryMillivolts: battery, temperatureCelsius: temperature)
            )
        }
    }

    /// What is played, for a person.
    var words: String {
        switch format {
        case .iBeacon, .altBeacon: "\(uuid.map { "\($0)" } ?? "") major \(major) minor \(minor)"
        case .eddystoneUID: "\(namespace ?? "")/\(instance ?? "")"
        case .eddystoneURL: url ?? ""
        case .eddystoneTelemetry: "the state of a beacon"
        }
    }

    private func neededUUID() throws -> BeaconUUID {
        guard let uuid else { throw ValidationError("\(format.rawValue) needs --uuid") }
        return uuid
    }
}
