import RealModule

/// Writes JSON step by step, with commas and with numbers in plain decimals.
public struct JSONText {
    /// The text so far, UTF-8.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// An empty text.
    public init() {}

    /// Opens an object or an array; needs a key inside an object.
    public mutating func open(_ bracket: StaticString, key: StaticString? = nil) {
        start(key)
        raw(bracket)
        needsComma = false
    }

    /// Closes the last opened bracket.
    public mutating func close(_ bracket: StaticString) {
        raw(bracket)
        needsComma = true
    }

    /// Writes an integer.
    public mutating func value(_ value: Int, key: StaticString? = nil) {
        start(key)
        digits(value)
    }

    /// Writes a boolean.
    public mutating func value(_ flag: Bool, key: StaticString? = nil) {
        start(key)
        raw(flag ? "true" : "false")
    }

    /// Writes a text; control characters become spaces.
    public mutating func value(_ text: String, key: StaticString? = nil) {
        start(key)
        bytes.append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes += [0x5C, byte]
            case 0..<0x20: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }

    /// Writes a text that needs no escapes; it brings no `String` into the browser's modules.
    public mutating func value(plain text: StaticString, key: StaticString? = nil) {
        start(key)
        raw("\"")
        raw(text)
        raw("\"")
    }

    /// Writes a number with twelve significant digits: enough for a reader to get the same single-precision number
    /// back.
    public mutating func value(_ number: Double, key: StaticString? = nil) {
        start(key)
        guard number.isFinite, number != 0 else {
            raw("0")
            return
        }
        if number < 0 { raw("-") }
        decimal(abs(number))
    }

    /// Writes an array of numbers.
    public mutating func array(_ numbers: [Double], key: StaticString) {
        open("[", key: key)
        for number in numbers { value(number) }
        close("]")
    }

    private mutating func decimal(_ magnitude: Double) {
        var exponent = Int(Double.log10(magnitude).rounded(.down))
        var mantissa = (magnitude * Double.pow(10, 11 - exponent)).rounded()
        if mantissa >= 1e12 {
            mantissa /= 10
            exponent += 1
        }
        var number = Int64(mantissa)
        var figures: [UInt8] = []
        for _ in 0..<12 {
            figures.append(UInt8(truncatingIfNeeded: number % 10) + 48)
            number /= 10
        }
        figures.reverse()
        bytes.append(figures[0])
        while figures.count > 1, figures[figures.count - 1] == 48 { figures.removeLast() }
        if figures.count > 1 {
            raw(".")
            bytes += figures[1...]
        }
        if exponent != 0 {
            raw("e")
            digits(exponent)
        }
    }

    private mutating func digits(_ value: Int) {
        bytes.append(decimal: value)
    }

    private mutating func start(_ key: StaticString?) {
        if needsComma { raw(",") }
        needsComma = true
        if let key {
            raw("\"")
            raw(key)
            raw("\":")
        }
    }

    private mutating func raw(_ text: StaticString) {
        for i in 0..<text.utf8CodeUnitCount { bytes.append(text.utf8Start[i]) }
    }
}
