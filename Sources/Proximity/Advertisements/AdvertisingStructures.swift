/// The AD structures of one advertisement: a length, a type and data, one after another.
///
/// The iteration stops at the first structure whose length is zero or runs past the end, as the Core Specification
/// demands (volume 3, part C, section 11); it never reads outside the given octets.
public struct AdvertisingStructures: Sequence, IteratorProtocol, Sendable {
    /// One AD structure: its type and its data.
    public struct Element: Sendable, Equatable {
        /// The AD type, such as 0xFF for manufacturer data or 0x16 for service data.
        public var type: UInt8
        /// The data after the type.
        public var data: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>

    /// Iterates over `octets`, the data of an advertising report.
    public init(_ octets: ArraySlice<UInt8>) { rest = octets }

    /// The next whole structure; `nil` at the end and at the first invalid length.
    public mutating func next() -> Element? {
        guard let length = rest.first, length > 0, rest.count > Int(length) else {
            rest = []
            return nil
        }
        let body = rest.dropFirst().prefix(Int(length))
        rest = rest.dropFirst(1 + Int(length))
        guard let type = body.first else { return nil }
        return Element(type: type, data: body.dropFirst())
    }
}

/// The service of which Eddystone frames are the data (github.com/google/eddystone, protocol-specification).
enum EddystoneService {
    /// What the first metre takes of a power, dB.
    private static let firstMetre = 41

    /// The power at 0 m, which frames advertise, of the one expected at 1 m, dBm.
    static func powerAtZero(of measuredPower: Int8) -> Int8 { Int8(clamping: Int(measuredPower) + firstMetre) }

    /// The power expected at 1 m of the one at 0 m, dBm.
    static func measuredPower(of powerAtZero: Int8) -> Int { Int(powerAtZero) - firstMetre }

    /// The advertisement of a frame: flags, the complete list of services (0xFEAA), the service's data.
    static func advertisement(_ frame: [UInt8]) -> [UInt8] {
        let service: [UInt8] = [0xAA, 0xFE]
        return [0x02, 0x01, 0x06, 0x03, 0x03] + service + [UInt8(3 + frame.count), 0x16] + service + frame
    }
}
