/// One JSON value as the bytes it came in, checked once and passed on without being rewritten.
public struct JSONText: Sendable, Equatable {
    /// What kind of value this is.
    public enum Kind: Sendable, Equatable { case object, array, string, number, boolean, null }

    /// The value's bytes, without space around it.
    public let bytes: ArraySlice<UInt8>

    /// Checks a whole document; nesting deeper than `depthLimit` is refused.
    public init(parsing bytes: [UInt8], depthLimit: Int = 32) throws(ProtocolError) {
        let range: Range<Int>? = bytes.withUnsafeBufferPointer { buffer in
            var scanner = JSONScanner(buffer, depthLimit: depthLimit)
            scanner.skipSpace()
            let start = scanner.position
            guard scanner.value() else { return nil }
            let end = scanner.position
            scanner.skipSpace()
            return scanner.position == buffer.count ? start..<end : nil
        }
        guard let range else { throw .malformedJSON }
        self.bytes = bytes[range]
    }

    /// Takes bytes that are known to be one valid value.
    init(trusted bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// The JSON string that stands for a text.
    public init(string: String) {
        var writer = JSONWriter()
        writer.string(string)
        bytes = writer.bytes[...]
    }

    /// `{}`.
    public static let emptyObject = JSONText(trusted: [UInt8]("{}".utf8)[...])

    /// `null`.
    public static let null = JSONText(trusted: [UInt8]("null".utf8)[...])

    /// What kind of value this is.
    public var kind: Kind {
        switch bytes.first {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// The value as it is written.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The number, nil for anything but a whole number that fits.
    public var integer: Int64? { kind == .number ? Int64(text) : nil }

    /// The truth value, nil for any other kind.
    public var boolean: Bool? { kind == .boolean ? bytes.first == UInt8(ascii: "t") : nil }

    /// Two values are equal when they are written alike.
    public static func == (left: JSONText, right: JSONText) -> Bool {
        left.bytes.elementsEqual(right.bytes)
    }
}

extension JSONText {
    /// The JSON number of a whole number.
    public init(integer: some BinaryInteger) {
        self.init(trusted: [UInt8](String(integer).utf8)[...])
    }
}
