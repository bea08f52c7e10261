/// The identity of a connection, two decimal integers separated by a point.
public struct SocketID: Sendable, Hashable, CustomStringConvertible {
    /// The number before the point.
    public let first: UInt64
    /// The number after the point.
    public let second: UInt64

    /// Creates an identity.
    public init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second
    }

    /// A random identity, each part below ten thousand million.
    public static func random(using generator: inout some RandomNumberGenerator) -> SocketID {
        SocketID(
            first: .random(in: 0..<10_000_000_000, using: &generator),
            second: .random(in: 0..<10_000_000_000, using: &generator)
        )
    }

    /// Reads `123.456`.
    public init(_ text: String) throws(ProtocolError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Self.number(parts[0]), let second = Self.number(parts[1]) else {
            throw .invalidSocketID(text)
        }
        self.init(first: first, second: second)
    }

    /// `123.456`.
    public var description: String { "\(first).\(second)" }

    private static func number(_ digits: Substring.UTF8View.SubSequence) -> UInt64? {
        digits.allSatisfy { $0 &- 0x30 < 10 } ? UInt64(Substring(digits)) : nil
    }
}
