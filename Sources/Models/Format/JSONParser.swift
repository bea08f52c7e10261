/// Reads one JSON text; strict, and bounded in depth.
struct JSONParser {
    /// The maximum nesting of arrays and objects; a glTF file needs less than ten.
    private static let deepest = 64

    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The value of a whole text in UTF-8.
    ///
    /// - Throws: `ModelError.malformed` with the offset of the first invalid byte.
    static func value(of bytes: [UInt8]) throws(ModelError) -> JSONValue {
        var parser = JSONParser(bytes)
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.position == bytes.count else { throw parser.error("something follows the value") }
        return value
    }

    private func error(_ problem: String) -> ModelError {
        .malformed("the JSON text, byte \(position): \(problem)")
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(ModelError) -> JSONValue {
        guard depth < Self.deepest else { throw error("arrays and objects stand deeper than \(Self.deepest)") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case .some: return .number(try number())
        case nil: throw error("the text ends too early")
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(ModelError) -> JSONValue {
        let isThere = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
        guard isThere else { throw error("no value begins like this") }
        position += word.utf8CodeUnitCount
        return value
    }

    private mutating func object(depth: Int) throws(ModelError) -> JSONValue {
        position += 1
        var members: [JSONValue.Member] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("a name is missing") }
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw error("':' is missing") }
            members.append(.init(name: name, value: try value(depth: depth + 1)))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw error("'}' is missing") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(ModelError) -> JSONValue {
        position += 1
        var values: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(values) }
        repeat {
            values.append(try value(depth: depth + 1))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw error("']' is missing") }
        return .array(values)
    }

    // MARK: - Strings

    private mutating func string() throws(ModelError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw error("no valid UTF-8") }
                return string
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw error("a control character stands in a string")
            default: text.append(byte)
            }
        }
        throw error("a string has no end")
    }

    private mutating func escape(into text: inout [UInt8]) throws(ModelError) {
        guard let byte = next else { throw error("a string has no end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += Array(String(Character(try escapedScalar())).utf8)
        default: throw error("no such escape")
        }
    }

    private mutating func escapedScalar() throws(ModelError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw error("half a character") }
        let second = try hexadecimal()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw error("half a character") }
        return scalar
    }

    private mutating func hexadecimal() throws(ModelError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next else { throw error("a string has no end") }
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw error("four hexadecimal digits are expected")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    // MARK: - Numbers

    private mutating func number() throws(ModelError) -> Double {
        let isNegative = take(UInt8(ascii: "-"))
        let start = position
        var decimal = Decimal()
        while let digit = takeDigit() { decimal.append(digit) }
        guard position > start else { throw error("no value begins like this") }
        guard position == start + 1 || bytes[start] != UInt8(ascii: "0") else { throw error("a number begins with 0") }
        if take(UInt8(ascii: ".")) {
            let first = position
            while let digit = takeDigit() { decimal.append(digit, isFraction: true) }
            guard position > first else { throw error("a digit is missing after '.'") }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            let isSmall = take(UInt8(ascii: "-"))
            if !isSmall { _ = take(UInt8(ascii: "+")) }
            let first = position
            var exponent = 0
            while let digit = takeDigit() { exponent = min(exponent * 10 + digit, 10_000) }
            guard position > first else { throw error("a digit is missing after 'e'") }
            decimal.exponent += isSmall ? -exponent : exponent
        }
        let value = decimal.value
        guard value.isFinite else { throw error("the number is too large") }
        return isNegative ? -value : value
    }

    private mutating func takeDigit() -> Int? {
        guard let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        position += 1
        return Int(byte - UInt8(ascii: "0"))
    }

    /// A decimal number: its first nineteen digits, and a power of ten.
    private struct Decimal {
        var digits: UInt64 = 0
        var exponent = 0

        mutating func append(_ digit: Int, isFraction: Bool = false) {
            // Nineteen digits fit into 64 bits, and are two more than a double holds.
            if digits < 1_000_000_000_000_000_000 {
                digits = digits * 10 + UInt64(digit)
                if isFraction { exponent -= 1 }
            } else if !isFraction {
                exponent += 1
            }
        }

        /// The nearest double, or a neighbour of it for more than fifteen digits.
        var value: Double {
            guard digits > 0 else { return 0 }
            var (power, factor, result) = (min(abs(exponent), 400), 10.0, 1.0)
            var mantissa = Double(digits)
            if exponent < -300 {
                // A power of ten this large would be infinite.
                mantissa /= 1e100
                power -= 100
            }
            while power > 0 {
                if power & 1 == 1 { result *= factor }
                factor *= factor
                power >>= 1
            }
            return exponent < 0 ? mantissa / result : mantissa * result
        }
    }
}
