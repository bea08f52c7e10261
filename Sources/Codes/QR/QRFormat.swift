import Geometry

/// A QR code's format information: level and mask, and from version 7 on the version.
///
/// Source: ISO/IEC 18004:2015, section 7.9 and annexes C and D (BCH codes, read by the nearest word).
struct QRFormat: Equatable {
    let level: QRErrorCorrection
    /// The number of the mask, 0…7.
    let mask: Int

    /// The formats whose words differ in at most three bits of either copy, the nearest first.
    static func candidates(_ matrix: QRMatrix) -> [QRFormat] {
        let copies = [matrix.formatWord(copy: 0), matrix.formatWord(copy: 1)]
        var found: [(format: QRFormat, distance: Int)] = []
        for value in 0..<32 {
            let word = remainder(value << 10, 0b101_0011_0111, 10) | value << 10
            let distance = copies.map { ($0 ^ word ^ 0b101_0100_0001_0010).nonzeroBitCount }
            let nearest = min(distance[0], distance[1])
            guard nearest <= 3 else { continue }
            found.append((QRFormat(level: levels[value >> 3], mask: value & 7), distance[0] + distance[1]))
        }
        return found.sorted(byKey: { Double($0.distance) }).map { $0.format }
    }

    /// The version 7…40 whose word differs in at most three bits of either copy; nil if there is none.
    static func version(_ matrix: QRMatrix) -> Int? {
        for copy in 0..<2 {
            let read = matrix.versionWord(copy: copy)
            for number in 7...40 {
                let word = remainder(number << 12, 0b1_1111_0010_0101, 12) | number << 12
                if (read ^ word).nonzeroBitCount <= 3 { return number }
            }
        }
        return nil
    }

    private static let levels: [QRErrorCorrection] = [.medium, .low, .high, .quartile]

    /// The remainder of a polynomial over GF(2), as bits, after division by a generator of a degree.
    private static func remainder(_ value: Int, _ generator: Int, _ degree: Int) -> Int {
        var rest = value
        for bit in stride(from: 20, through: degree, by: -1) where rest >> bit & 1 == 1 {
            rest ^= generator << (bit - degree)
        }
        return rest
    }
}
