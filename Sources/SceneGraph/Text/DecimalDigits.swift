extension [UInt8] {
    /// Appends the decimal digits of a whole number, with a minus sign before a negative one.
    ///
    /// `Int.description` would bring all of `String` into the browser's modules.
    package mutating func append(decimal value: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        var digits: [UInt8] = []
        var rest = value.magnitude
        repeat {
            digits.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        append(contentsOf: digits.reversed())
    }
}
