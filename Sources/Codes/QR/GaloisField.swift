/// The field of 256 elements with the polynomial x⁸ + x⁴ + x³ + x² + 1, in which QR codes correct errors (ISO/IEC 18004).
struct GaloisField: Sendable {
    /// α to the power of 0…509.
    private let powers: [UInt8]
    /// The logarithm to the base α; that of 0 is not used.
    private let logarithms: [UInt8]

    static let qr = GaloisField()

    private init() {
        var powers = [UInt8](repeating: 1, count: 510)
        var logarithms = [UInt8](repeating: 0, count: 256)
        var value = 1
        for exponent in 0..<255 {
            powers[exponent] = UInt8(value)
            powers[exponent + 255] = UInt8(value)
            logarithms[value] = UInt8(exponent)
            value <<= 1
            if value > 255 { value ^= 0x11D }
        }
        self.powers = powers
        self.logarithms = logarithms
    }

    /// α to a power of 0…509.
    @inline(__always)
    func power(_ exponent: Int) -> UInt8 { powers[exponent] }

    /// The logarithm to the base α of an element other than 0.
    @inline(__always)
    func logarithm(_ a: UInt8) -> Int { Int(logarithms[Int(a)]) }

    @inline(__always)
    func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        guard a != 0, b != 0 else { return 0 }
        return powers[logarithm(a) + logarithm(b)]
    }

    /// The quotient; `b` is not 0.
    @inline(__always)
    func quotient(_ a: UInt8, _ b: UInt8) -> UInt8 {
        guard a != 0 else { return 0 }
        return powers[logarithm(a) + 255 - logarithm(b)]
    }

    /// The value of a polynomial, lowest coefficient first.
    func value(of polynomial: [UInt8], at x: UInt8) -> UInt8 {
        var value: UInt8 = 0
        for coefficient in polynomial.reversed() { value = product(value, x) ^ coefficient }
        return value
    }
}
