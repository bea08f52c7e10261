/// One JSON value as its original bytes, validated once and passed on unchanged.
public struct JSONText: Sendable, Equatable {
    /// The kind of a value.
    public enum Kind: Sendable, Equatable { case object, array, string, number, boolean, null }

    /// The value's bytes, without space around it.
    public let bytes: ArraySlice<UInt8>

    /// Validates a whole document; rejects nesting deeper than `depthLimit`.
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

    /// Wraps bytes that are known to be one valid value.
    init(trusted bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// The JSON string of a text.
    public init(string: String) {
        var writer = JSONWriter()
        writer.string(string)
        bytes = writer.bytes[...]
    }

    /// The JSON string of UTF-8 bytes.
    init(utf8: [UInt8]) {
        var writer = JSONWriter(capacity: utf8.count + 16)
        writer.string(utf8: utf8)
        bytes = writer.bytes[...]
    }

    /// `{}`.
    public static let emptyObject = JSONText(trusted: [UInt8]("{}".utf8)[...])

    /// `null`.
    public static let null = JSONText(trusted: [UInt8]("null".utf8)[...])

    /// The kind of this value.
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

    /// The number; nil for anything but an integer that fits.
    public var integer: Int64? { kind == .number ? Int64(text) : nil }

    /// The boolean; nil for any other kind.
    public var boolean: Bool? { kind == .boolean ? bytes.first == UInt8(ascii: "t") : nil }

    /// Two values are equal if their texts are.
    public static func == (left: JSONText, right: JSONText) -> Bool {
        left.bytes.elementsEqual(right.bytes)
    }
}

extension JSONText {
    /// The JSON number of an integer.
    public init(integer: some BinaryInteger) {
        self.init(trusted: [UInt8](String(integer).utf8)[...])
    }
}

extension JSONText {
    /// The members of an object in their order; empty for any other kind.
    public var members: [(name: String, value: JSONText)] {
        guard kind == .object else { return [] }
        var found: [(name: String, value: JSONText)] = []
        walk { scanner, start in
            let name = JSONText(trusted: bytes[start..<scanner.position]).string ?? ""
            scanner.skipSpace()
            scanner.position += 1
            scanner.skipSpace()
            let valueStart = scanner.position
            _ = scanner.value()
            found.append((name, JSONText(trusted: bytes[valueStart..<scanner.position])))
        }
        return found
    }

    /// The elements of an array; empty for any other kind.
    public var elements: [JSONText] {
        guard kind == .array else { return [] }
        var found: [JSONText] = []
        walk { scanner, start in found.append(JSONText(trusted: bytes[start..<scanner.position])) }
        return found
    }

    /// The member of that name of an object.
    public subscript(name: String) -> JSONText? {
        members.first { $0.name == name }?.value
    }

    /// The value itself, or the document in a string, which undoes the protocol's "double encoding".
    public var unwrapped: JSONText? {
        guard kind == .string else { return self }
        return stringBytes.flatMap { try? JSONText(parsing: $0) }
    }

    /// Calls `visit` after the first value of each item of an object or array, with the value's start.
    private func walk(_ visit: (inout JSONScanner, Int) -> Void) {
        let offset = bytes.startIndex
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            // Positions are those of the slice's array, so that they can be used to slice it again.
            let whole = UnsafeBufferPointer(start: base - offset, count: offset + buffer.count)
            var scanner = JSONScanner(whole, at: offset + 1, depthLimit: .max)
            scanner.skipSpace()
            guard scanner.position < whole.count - 1 else { return }
            repeat {
                scanner.skipSpace()
                let start = scanner.position
                _ = scanner.value()
                visit(&scanner, start)
                scanner.skipSpace()
            } while scanner.take(UInt8(ascii: ","))
        }
    }

    /// The text of a string without escapes; nil for any other kind.
    public var string: String? {
        stringBytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The UTF-8 bytes of a string without escapes; half a surrogate pair becomes U+FFFD.
    public var stringBytes: [UInt8]? {
        guard kind == .string else { return nil }
        let inside = bytes.dropFirst().dropLast()
        guard inside.contains(UInt8(ascii: "\\")) else { return Array(inside) }
        var decoder = JSONStringDecoder(inside)
        return decoder.decoded()
    }

    /// The number of UTF-8 bytes of the value as an event's data: a string without quotation marks and escapes.
    public var payloadSize: Int {
        kind == .string ? (stringBytes?.count ?? 0) : bytes.count
    }
}
