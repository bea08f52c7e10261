/// A 128-bit UUID, stored as two big-endian halves: the first part of a beacon's identity.
public struct BeaconUUID: Hashable, Sendable {
    /// The first eight octets, big-endian.
    public var high: UInt64
    /// The last eight octets, big-endian.
    public var low: UInt64

    /// Creates a UUID from its two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates a UUID from exactly sixteen octets in transmission order; `nil` for any other count.
    public init?(_ octets: ArraySlice<UInt8>) {
        guard octets.count == 16 else { return nil }
        high = octets.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = octets.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Creates a UUID from 32 hexadecimal digits, in either case, with or without hyphens; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        var octets: [UInt8] = []
        var pending: UInt8?
        for character in text where character != "-" {
            guard let digit = character.hexDigitValue, character.isASCII else { return nil }
            if let high = pending {
                octets.append(high << 4 | UInt8(digit))
                pending = nil
            } else {
                pending = UInt8(digit)
            }
        }
        guard pending == nil else { return nil }
        self.init(octets[...])
    }

    /// The sixteen octets in transmission order.
    public var octets: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * $0)) } }
    }
}

extension BeaconUUID: Comparable {
    /// Orders by the octets.
    public static func < (left: BeaconUUID, right: BeaconUUID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension BeaconUUID: CustomStringConvertible {
    /// The usual form, 8-4-4-4-12 upper-case hexadecimal digits.
    public var description: String {
        var text = ""
        for (index, octet) in octets.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += Self.digits[Int(octet >> 4)] + Self.digits[Int(octet & 15)]
        }
        return text
    }

    private static let digits = "0123456789ABCDEF".map(String.init)
}
