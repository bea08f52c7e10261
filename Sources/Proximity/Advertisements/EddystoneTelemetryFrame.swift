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

    /// Creates a frame.
    public init(
        batteryMillivolts: Int? = nil,
        temperatureCelsius: Double? = nil,
        advertisementCount: UInt32 = 0,
        uptimeDeciseconds: UInt32 = 0
    ) {
        self.batteryMillivolts = batteryMillivolts
        self.temperatureCelsius = temperatureCelsius
        self.advertisementCount = advertisementCount
        self.uptimeDeciseconds = uptimeDeciseconds
    }

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

    /// The advertisement's octets: flags, the service, then the frame; values beyond their fields become the nearest.
    public var advertisement: [UInt8] {
        let battery = UInt16(clamping: batteryMillivolts ?? 0)
        let celsius = temperatureCelsius.flatMap { $0.isFinite ? $0 : nil }
        let steps = celsius.map { Swift.max(($0 * 256).rounded(), -32_767) } ?? -32_768
        let temperature = UInt16(bitPattern: Int16(Swift.min(steps, 32_767)))
        let words = [battery, temperature].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let counts = [advertisementCount, uptimeDeciseconds].flatMap { count in
            (0..<4).map { UInt8(truncatingIfNeeded: count >> UInt32(24 - 8 * $0)) }
        }
        return EddystoneService.advertisement([0x20, 0x00] + words + counts)
    }
}
