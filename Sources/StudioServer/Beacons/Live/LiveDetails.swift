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
            // One that was received has sent a packet and is on: 0 is a receiver's report that leaves them out.
            advertisements: details.telemetry.map(\.advertisementCount).flatMap { $0 > 0 ? $0 : nil },
            uptime: details.telemetry.map(\.uptimeDeciseconds).flatMap { $0 > 0 ? Double($0) / 10 : nil },
            age: (Double(max(now - details.nanoseconds, 0)) * 1e-9).hundredths
        )
    }
}

extension LiveSender {
    /// A sender as a receiver received it.
    init(_ details: SenderDetails, receiver: String, at now: Int64) {
        self.init(
            sender: details.senderDigits,
            receiver: receiver,
            rssi: details.rssi,
            details: LiveDetails(details, at: now)
        )
    }
}
