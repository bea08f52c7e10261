import Foundation
import Proximity

extension ReceiverReport {
    /// What one radio address sent beside packets with an identity: a web address, the state of its battery.
    package struct Sender: Codable, Sendable {
        /// The address, 12 hexadecimal digits.
        package var sender: String
        /// The identity that the same address sends, if it does; see `BeaconIdentity.key`.
        package var beacon: String?
        /// The web address of an Eddystone URL, as it was sent: anybody can send any.
        package var url: String?
        /// The battery's voltage, mV.
        package var battery: Int?
        /// The temperature, °C.
        package var temperature: Double?
        /// How many packets it has sent since it was switched on.
        package var advertisements: UInt32?
        /// How long it has been on, s.
        package var uptime: Double?
        /// The strength of its last such frame, dBm.
        package var rssi: Int
        /// The age of that frame at sending, ms.
        package var age: Int

        /// What a directory knows of a sender.
        init(_ details: SenderDetails, at nanoseconds: Int64) {
            sender = details.senderDigits
            beacon = details.identity?.key
            url = details.webAddress
            battery = details.telemetry?.batteryMillivolts
            temperature = details.telemetry?.temperatureCelsius
            advertisements = details.telemetry?.advertisementCount
            uptime = details.telemetry.map { Double($0.uptimeDeciseconds) / 10 }
            rssi = details.rssi
            age = Int(max(nanoseconds - details.nanoseconds, 0) / 1_000_000)
        }
    }

    /// What senders said of themselves; the report came at the time given.
    ///
    /// Throws a `StudioError` where it is too large or not understood. A web address that no browser should be given is left out.
    func details(receivedAt nanoseconds: Int64) throws -> [SenderDetails] {
        let senders = senders ?? []
        guard senders.count <= Self.mostSenders else {
            throw BeaconError.invalid("senders", "at most \(Self.mostSenders) a report")
        }
        return try senders.map { each in
            guard let address = UInt64(each.sender, radix: 16), address < 1 << 48 else {
                throw BeaconError.invalid("sender", "\(each.sender.prefix(40)) is not a radio address")
            }
            guard (0...120_000).contains(each.age), (-128...127).contains(each.rssi) else {
                throw BeaconError.invalid("senders", "an age is in ms, a strength in dBm")
            }
            let identity = each.beacon.flatMap { BeaconIdentity(key: $0) }
            guard each.beacon == nil || identity != nil else {
                throw BeaconError.invalid("beacon", "\(each.beacon?.prefix(80) ?? "") is not a beacon")
            }
            return SenderDetails(
                sender: address,
                identity: identity,
                webAddress: each.url.flatMap(Self.safeAddress),
                telemetry: try each.telemetry(),
                rssi: each.rssi,
                nanoseconds: nanoseconds - Int64(each.age) * 1_000_000
            )
        }
    }

    /// A web address that may be shown: `http` or `https`, with a host, without a user's name, of printable ASCII characters.
    static func safeAddress(_ text: String) -> String? {
        guard text.utf8.count <= 255, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: text), parts.scheme == "http" || parts.scheme == "https",
            parts.user == nil, parts.password == nil, parts.host?.isEmpty == false
        else { return nil }
        return text
    }
}

extension ReceiverReport.Sender {
    /// The state that it sent; `nil` if it sent none.
    ///
    /// Throws a `StudioError` for values that no frame can hold.
    fileprivate func telemetry() throws -> EddystoneTelemetryFrame? {
        guard battery != nil || temperature != nil || advertisements != nil || uptime != nil else { return nil }
        guard (0...65_535).contains(battery ?? 0), (-128...128).contains(temperature ?? 0),
            (0...Double(UInt32.max) / 10).contains(uptime ?? 0)
        else { throw BeaconError.invalid("senders", "no frame holds these values") }
        return EddystoneTelemetryFrame(
            batteryMillivolts: battery,
            temperatureCelsius: temperature,
            advertisementCount: advertisements ?? 0,
            uptimeDeciseconds: UInt32(((uptime ?? 0) * 10).rounded())
        )
    }
}
