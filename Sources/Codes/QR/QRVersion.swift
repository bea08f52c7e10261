/// The error correction level of a QR code: the share of its codewords that may be wrong.
public enum QRErrorCorrection: Int, Equatable, Sendable {
    /// Some 7 %.
    case low
    /// Some 15 %.
    case medium
    /// Some 25 %.
    case quartile
    /// Some 30 %.
    case high
}

/// The sizes of a QR code's version 1…40: ISO/IEC 18004:2015, tables 1 and 9 and annex E.
struct QRVersion: Equatable {
    let number: Int

    /// Modules along a side.
    var size: Int { 17 + 4 * number }

    /// The middles of the alignment patterns in x and in y, module indices; empty for version 1.
    var alignmentPlaces: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        // Equal even steps backwards from the last position; the remainder is between the first two.
        let span = size - 13
        let even = (span + 2 * (count - 1) - 1) / (2 * (count - 1)) * 2
        let step = number == 32 ? 26 : even
        return [6] + (1..<count).map { size - 7 - (count - 1 - $0) * step }
    }

    /// Codewords in all.
    var codewordCount: Int {
        var modules = size * size - 3 * 64 - 2 * 15 - 1 - 2 * (size - 16)
        let count = alignmentPlaces.count
        if count > 0 {
            let onTiming = 2 * (count - 2)
            modules -= 25 * (count * count - 3) - 5 * onTiming
        }
        if number >= 7 { modules -= 36 }
        return modules / 8
    }

    /// The division of the codewords into blocks: check codewords of each, and the data codewords of every block in
    /// order.
    func blocks(_ level: QRErrorCorrection) -> (checkCount: Int, dataCounts: [Int]) {
        let check = Self.checkCounts[level.rawValue][number - 1]
        let count = Self.blockCounts[level.rawValue][number - 1]
        let data = codewordCount - check * count
        let short = data / count
        let longCount = data % count
        return (check, (0..<count).map { $0 < count - longCount ? short : short + 1 })
    }

    /// Check codewords of each block, by level L, M, Q, H and version.
    private static let checkCounts: [[Int]] = [
        [
            7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30,
            30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28,
            28,
            28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        ],
        [
            13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30,
            30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30,
            30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
    ]

    /// Blocks, by level L, M, Q, H and version.
    private static let blockCounts: [[Int]] = [
        [
            1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18,
            19, 19, 20, 21, 22, 24, 25,
        ],
        [
            1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
            31,
            33, 35, 37, 38, 40, 43, 45, 47, 49,
        ],
        [
            1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40,
            43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
        ],
        [
            1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45,
            48,
            51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
        ],
    ]
}
