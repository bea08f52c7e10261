/// Reads the segments of a QR code's data codewords.
///
/// Source: ISO/IEC 18004:2015, section 7.4.
struct QRSegments {
    private let codewords: [UInt8]
    private let version: Int
    private var at = 0
    private(set) var segments: [QRContent.Segment] = []
    private(set) var part: QRContent.Part?
    private var extended: Int?

    /// Reads all segments; nil if they are not well formed.
    init?(_ codewords: [UInt8], version: Int) {
        self.codewords = codewords
        self.version = version
        while left >= 4 {
            guard let mode = bits(4) else { return nil }
            if mode == 0 { break }
            guard readSegment(mode) else { return nil }
        }
    }

    private var left: Int { 8 * codewords.count - at }

    /// The next bits as a number; nil if there are fewer.
    private mutating func bits(_ count: Int) -> Int? {
        guard count <= left else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(codewords[at >> 3] >> UInt8(7 - at & 7) & 1)
            at += 1
        }
        return value
    }

    private mutating func readSegment(_ mode: Int) -> Bool {
        switch mode {
        case 1: readNumeric()
        case 2: readAlphanumeric()
        case 3: readPart()
        case 4: readBytes()
        case 5: true
        case 7: readExtended()
        case 8: readKanji()
        case 9: bits(8) != nil
        default: false
        }
    }

    /// The number of characters, which has more bits in larger versions.
    private mutating func length(_ small: Int, _ medium: Int, _ large: Int) -> Int? {
        bits(version < 10 ? small : version < 27 ? medium : large)
    }

    private mutating func append(_ encoding: QRContent.Encoding, _ bytes: [UInt8]) {
        if let last = segments.last, last.encoding == encoding {
            segments[segments.count - 1].bytes += bytes
        } else {
            segments.append(QRContent.Segment(encoding: encoding, bytes: bytes))
        }
    }

    private mutating func readNumeric() -> Bool {
        guard var count = length(10, 12, 14), 10 * count <= 3 * left + 20 else { return false }
        var digits: [UInt8] = []
        while count > 0 {
            let group = min(3, count)
            guard var value = bits(3 * group + 1) else { return false }
            guard value < [10, 100, 1000][group - 1] else { return false }
            var text: [UInt8] = []
            for _ in 0..<group {
                text.append(48 + UInt8(value % 10))
                value /= 10
            }
            digits += text.reversed()
            count -= group
        }
        append(.ascii, digits)
        return true
    }

    private static let alphanumerics = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

    private mutating func readAlphanumeric() -> Bool {
        guard var count = length(9, 11, 13), 5 * count <= left else { return false }
        var text: [UInt8] = []
        while count > 0 {
            guard let value = bits(count > 1 ? 11 : 6), value < (count > 1 ? 2025 : 45) else { return false }
            if count > 1 { text.append(Self.alphanumerics[value / 45]) }
            text.append(Self.alphanumerics[value % 45])
            count -= min(2, count)
        }
        append(.ascii, text)
        return true
    }

    private mutating func readBytes() -> Bool {
        guard let count = length(8, 16, 16), 8 * count <= left else { return false }
        var bytes: [UInt8] = []
        for _ in 0..<count {
            guard let byte = bits(8) else { return false }
            bytes.append(UInt8(byte))
        }
        append(extended.map { .extended($0) } ?? .bytes, bytes)
        return true
    }

    private mutating func readKanji() -> Bool {
        guard let count = length(8, 10, 12), 13 * count <= left else { return false }
        var bytes: [UInt8] = []
        for _ in 0..<count {
            guard let value = bits(13) else { return false }
            let joined = (value / 0xC0) << 8 | value % 0xC0
            let code = joined < 0x1F00 ? joined + 0x8140 : joined + 0xC140
            bytes += [UInt8(code >> 8 & 255), UInt8(code & 255)]
        }
        append(.shiftJIS, bytes)
        return true
    }

    private mutating func readExtended() -> Bool {
        guard let first = bits(8) else { return false }
        if first < 128 {
            extended = first
        } else if first < 192 {
            guard let rest = bits(8) else { return false }
            extended = (first & 63) << 8 | rest
        } else if first < 224 {
            guard let rest = bits(16) else { return false }
            extended = (first & 31) << 16 | rest
        } else {
            return false
        }
        return true
    }

    private mutating func readPart() -> Bool {
        guard let index = bits(4), let last = bits(4), let parity = bits(8), index <= last else { return false }
        part = QRContent.Part(index: index, count: last + 1, parity: UInt8(parity))
        return true
    }
}
