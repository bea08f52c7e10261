import Foundation
import Proximity

/// What a beacon says beside its identity.
struct LiveDetails: Codable, Sendable {
    /// A web address, `http` or `https`; anybody can send any.
    var url: String?
    /// The battery's voltage, mV.
    var battery: Int?
    /// The temperature, °C.
    var temperature: Double?
    /// How many packets it has sent since it was switched on.
    var advertisements: UInt32?
    /// How long it has been on, s.
    var uptime: Double?
    /// Seconds since it said so.
    var age: Double
}

/// A sender without an identity, for the owner.
struct LiveSender: Codable, Sendable {
    /// Its radio address, as twelve hexadecimal digits.
    var sender: String
    /// The receiver that receives it best.
    var receiver: String
    /// dBm.
    var rssi: Int
    /// What it says.
    var details: LiveDetails
}

extension LiveDetails {
    /// What a sender said.
    init(_ details: SenderDetails, at now: Int64) {
        self.init(
            url: details.webAddress,
            battery: details.telemetry?.batteryMillivolts,
            temperature: details.telemetry?.temperatureCelsius?.hundredths,
            advertisements: details.telemetry?.advertisementCount,
            uptime: details.telemetry.map { Double($0.uptimeDeciseconds) / 10 },
            age: (Double(max(now - details.nanoseconds, 0)) * 1e-9).hundredths
        )
    }
}

extension LiveSender {
    /// A sender as a receiver received it.
    init(_ details: SenderDetails, receiver: String, at now: Int64) {
        let digits = String(details.sender, radix: 16, uppercase: true)
        self.init(
            sender: String(repeating: "0", count: 12 - digits.count) + digits,
            receiver: receiver,
            rssi: details.rssi,
            details: LiveDetails(details, at: now)
        )
    }
}
