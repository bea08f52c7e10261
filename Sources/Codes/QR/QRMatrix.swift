/// The modules of a QR code as bits, true for dark.
struct QRMatrix {
    let version: QRVersion
    /// Row by row.
    private(set) var bits: [Bool]

    init(version: QRVersion, bits: [Bool]) {
        precondition(bits.count == version.size * version.size, "a bit for each module")
        self.version = version
        self.bits = bits
    }

    private var size: Int { version.size }

    /// The module at a column and a row.
    @inline(__always)
    subscript(x: Int, y: Int) -> Bool { bits[y * size + x] }

    /// The matrix with rows and columns swapped, which reads a mirrored code.
    var transposed: QRMatrix {
        var result = self
        for y in 0..<size {
            for x in 0..<size { result.bits[y * size + x] = bits[x * size + y] }
        }
        return result
    }

    /// The fifteen bits of a copy of the format, 0 or 1: around the upper left finder, or split over the two others.
    func formatWord(copy: Int) -> Int {
        var word = 0
        for i in 0..<15 {
            let bit: Bool
            if copy == 0 {
                // From the left to the corner, then up; the timing patterns are skipped.
                let x = i < 6 ? i : i == 6 ? 7 : 8
                let y = i < 8 ? 8 : i == 8 ? 7 : 14 - i
                bit = self[x, y]
            } else {
                bit = i < 7 ? self[8, size - 1 - i] : self[size - 15 + i, 8]
            }
            word = word << 1 | (bit ? 1 : 0)
        }
        return word
    }

    /// The eighteen bits of a copy of the version: beside the upper right finder, or above the lower left.
    func versionWord(copy: Int) -> Int {
        var word = 0
        for i in stride(from: 17, through: 0, by: -1) {
            let bit = copy == 0 ? self[size - 11 + i % 3, i / 3] : self[i / 3, size - 11 + i % 3]
            word = word << 1 | (bit ? 1 : 0)
        }
        return word
    }

    /// Whether each module is part of a pattern, not of the data, row by row.
    private var isPattern: [Bool] {
        var result = [Bool](repeating: false, count: size * size)
        func fill(_ columns: Range<Int>, _ rows: Range<Int>) {
            for y in rows { for x in columns { result[y * size + x] = true } }
        }
        fill(0..<9, 0..<9)
        fill(size - 8..<size, 0..<9)
        fill(0..<9, size - 8..<size)
        fill(6..<7, 0..<size)
        fill(0..<size, 6..<7)
        let places = version.alignmentPlaces
        for y in places {
            for x in places {
                let isFinder = (x == 6 && y == 6) || (x == 6 && y == size - 7) || (x == size - 7 && y == 6)
                if !isFinder { fill(x - 2..<x + 3, y - 2..<y + 3) }
            }
        }
        if version.number >= 7 {
            fill(size - 11..<size - 8, 0..<6)
            fill(0..<6, size - 11..<size - 8)
        }
        return result
    }

    /// The codewords in their order of placement, unmasked, and the positions of each one's modules.
    ///
    /// Two columns at a time from the right, alternately up and down.
    func codewords(mask: Int) -> (values: [UInt8], modules: [[Int]]) {
        let isPattern = isPattern
        let count = version.codewordCount
        var values: [UInt8] = []
        var modules: [[Int]] = []
        var (value, places): (UInt8, [Int]) = (0, [])
        var right = size - 1
        var isUpward = true
        while right > 0 {
            if right == 6 { right -= 1 }
            for step in 0..<size {
                let y = isUpward ? size - 1 - step : step
                for x in [right, right - 1] where !isPattern[y * size + x] && values.count < count {
                    let bit = self[x, y] != Self.isMasked(x, y, mask)
                    value = value << 1 | (bit ? 1 : 0)
                    places.append(y * size + x)
                    guard places.count == 8 else { continue }
                    values.append(value)
                    modules.append(places)
                    (value, places) = (0, [])
                }
            }
            isUpward.toggle()
            right -= 2
        }
        return (values, modules)
    }

    private static func isMasked(_ x: Int, _ y: Int, _ mask: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (y / 2 + x / 3) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }
}
