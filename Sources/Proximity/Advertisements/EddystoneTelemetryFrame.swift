/// An unencrypted Eddystone-TLM frame: the beacon's state (github.com/google/eddystone, eddystone-tlm).
public struct EddystoneTelemetryFrame: Hashable, Sendable {
    /// The battery's voltage in millivolts; `nil` if the beacon has no battery.
    public var batteryMillivolts: Int?
    /// The temperature in degrees Celsius; `nil` if it is not measured.
    public var temperatureCelsius: Double?
    /// Advertisements sent since power-on.
    public var advertisementCount: UInt32
    /// Time since power-on in tenths of a second.
    public var uptimeDeciseconds: UInt32

    /// Parses the service data after the service's UUID; `nil` unless it is a complete unencrypted TLM frame.
    public init?(_ body: ArraySlice<UInt8>) {
        let octets = Array(body.prefix(14))
        guard octets.count == 14, octets[0] == 0x20, octets[1] == 0x00 else { return nil }
        let battery = Int(octets[2]) << 8 | Int(octets[3])
        let temperature = Int16(bitPattern: UInt16(octets[4]) << 8 | UInt16(octets[5]))
        batteryMillivolts = battery == 0 ? nil : battery
        temperatureCelsius = temperature == .min ? nil : Double(temperature) / 256
        advertisementCount = octets[6..<10].reduce(0) { $0 << 8 | UInt32($1) }
        uptimeDeciseconds = octets[10..<14].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
