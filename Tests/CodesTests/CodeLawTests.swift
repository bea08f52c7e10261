import Geometry
import Imaging
import Testing

@testable import Codes

/// The field and the segments of QR codes beside plain slow ways, and laws of what is found in images.
@Suite("Laws of codes")
struct CodeLawTests {
    /// A product by the schoolbook: shifts and additions, then the remainder of the polynomial 0x11D.
    private static func slowProduct(_ a: Int, _ b: Int) -> Int {
        var sum = 0
        for bit in 0..<8 where b >> bit & 1 == 1 { sum ^= a << bit }
        for bit in stride(from: 14, through: 8, by: -1) where sum >> bit & 1 == 1 { sum ^= 0x11D << (bit - 8) }
        return sum
    }

    @Test("every product of the field is that of the polynomials, and a quotient undoes it")
    func field() {
        let field = GaloisField.qr
        var wrong = 0
        for a in 0..<256 {
            for b in 0..<256 {
                let product = field.product(UInt8(a), UInt8(b))
                if Int(product) != Self.slowProduct(a, b) { wrong += 1 }
                if b > 0, field.quotient(product, UInt8(b)) != UInt8(a) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
        #expect(Set((0..<255).map { field.power($0) }).count == 255, "α generates every element but 0")
        for exponent in 0..<255 {
            #expect(field.logarithm(field.power(exponent)) == exponent)
            #expect(field.power(exponent + 255) == field.power(exponent))
        }
    }

    @Test("a block that cannot be corrected stays as it was, whatever is said to be erased")
    func strangeErasures() {
        var random = SeededGenerator(seed: 81)
        for round in 0..<300 {
            var block = (0..<30).map { _ in UInt8.random(in: 0...255, using: &random) }
            let before = block
            var erasures = (0..<Int.random(in: 0...14, using: &random)).map { _ in
                Int.random(in: 0..<30, using: &random)
            }
            if round % 2 == 0, let first = erasures.first { erasures.append(first) }
            let code = ReedSolomon(checkCount: 10)
            if code.correct(&block, erasures: erasures) == nil {
                #expect(block == before)
            } else {
                // What was corrected is a word of the code: there is nothing left to correct.
                #expect(code.correct(&block) == 0)
            }
        }
    }

    /// Bits in the order in which a QR code writes them.
    private struct BitWriter {
        var bits: [Bool] = []

        mutating func write(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }

        var codewords: [UInt8] {
            stride(from: 0, to: bits.count, by: 8).map { start in
                (start..<start + 8).reduce(0) { $0 << 1 | (($1 < bits.count && bits[$1]) ? 1 : 0) }
            }
        }
    }

    private static let alphanumerics = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")

    /// The segments that were written, and their bits; without an end where they fill their codewords.
    private static func message(
        _ random: inout SeededGenerator,
        version: Int
    ) -> (bits: BitWriter, segments: [QRContent.Segment]) {
        var writer = BitWriter()
        var segments: [QRContent.Segment] = []
        func size(_ small: Int, _ medium: Int, _ large: Int) -> Int {
            version < 10 ? small : version < 27 ? medium : large
        }
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let count = Int.random(in: 1...40, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where segments.last?.encoding != .ascii:
                let digits = (0..<count).map { _ in Int.random(in: 0...9, using: &random) }
                writer.write(1, 4)
                writer.write(count, size(10, 12, 14))
                for start in stride(from: 0, to: count, by: 3) {
                    let group = digits[start..<min(count, start + 3)]
                    writer.write(group.reduce(0) { 10 * $0 + $1 }, 3 * group.count + 1)
                }
                segments.append(.init(encoding: .ascii, bytes: digits.map { 48 + UInt8($0) }))
            case 1 where segments.last?.encoding != .ascii:
                let values = (0..<count).map { _ in Int.random(in: 0..<45, using: &random) }
                writer.write(2, 4)
                writer.write(count, size(9, 11, 13))
                for start in stride(from: 0, to: count, by: 2) {
                    let group = values[start..<min(count, start + 2)]
                    writer.write(group.reduce(0) { 45 * $0 + $1 }, group.count == 2 ? 11 : 6)
                }
                let text = String(values.map { alphanumerics[$0] })
                segments.append(.init(encoding: .ascii, bytes: Array(text.utf8)))
            default:
                guard segments.last?.encoding != .bytes else { continue }
                let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                writer.write(4, 4)
                writer.write(count, size(8, 16, 16))
                for byte in bytes { writer.write(Int(byte), 8) }
                segments.append(.init(encoding: .bytes, bytes: bytes))
            }
        }
        return (writer, segments)
    }

    @Test(
        "segments of any modes are read as they were written, and not when their end is missing",
        arguments: [1, 9, 10, 26, 27, 40]
    )
    func segments(_ version: Int) {
        var random = SeededGenerator(seed: UInt64(82 + version))
        for _ in 0..<150 {
            var (writer, expected) = Self.message(&random, version: version)
            let whole = writer.codewords
            let read = QRSegments(whole, version: version)
            // Less than a mode's four bits may be left of the last codeword, all 0.
            #expect(read?.segments == expected && read?.part == nil)
            let cut = Array(whole.dropLast(Int.random(in: 1...min(3, whole.count), using: &random)))
            if let read = QRSegments(cut, version: version) {
                #expect(read.segments.flatMap(\.bytes).count < expected.flatMap(\.bytes).count)
            }
            writer.write(0, 4)
            writer.write(0xEC11, 16)
            #expect(QRSegments(writer.codewords, version: version)?.segments == expected, "padding is not read")
        }
    }

    @Test("codewords of no sense are read or refused, never with more bytes than they can hold")
    func garbage() {
        var random = SeededGenerator(seed: 83)
        for round in 0..<4000 {
            let codewords = (0..<round % 60).map { _ in UInt8.random(in: 0...255, using: &random) }
            guard let read = QRSegments(codewords, version: 1 + round % 40) else { continue }
            // The densest mode has ten bits for three digits.
            #expect(read.segments.flatMap(\.bytes).count <= codewords.count * 8 * 3 / 10 + 3)
            if let part = read.part { #expect(part.index < part.count && part.count <= 16) }
        }
    }

    @Test("what counts as UTF-8 is what Swift decodes without a repair")
    func utf8() {
        var random = SeededGenerator(seed: 84)
        let pieces: [[UInt8]] = [
            Array("a".utf8), Array("é".utf8), Array("漢".utf8), Array("👋".utf8), [0x80], [0xC3], [0xC0, 0xAF],
            [0xE0, 0x80, 0xAF],
            [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x82, 0x82, 0xAC], [0xFF], [0xEF, 0xBF, 0xBF],
            [0xF5, 0x80, 0x80, 0x80],
        ]
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0...5, using: &random)).flatMap { _ in
                pieces.randomElement(using: &random) ?? []
            }
            #expect(UTF8Check.isValid(bytes) == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
        }
        for byte in 0...255 {
            let expected = String(Unicode.Scalar(UInt8(byte)))
            #expect(UTF8Check.bytes(ofLatin1: [UInt8(byte)]) == Array(expected.utf8))
        }
    }

    /// A QR code in an image.
    private static func view() throws -> CodePicture {
        let (modules, size) = try #require(CodePicture.qr(Array("laws".utf8), version: 2))
        let homography = CodePicture.view(size: size, pitch: 4.2, turn: 0.3, tilt: 0.2, middle: Vector2(150, 120))
        return CodePicture(modules: modules, size: size, homography: homography)
    }

    @Test("bytes beyond an image are not looked at, and its light does not matter")
    func surroundings() throws {
        let image = try Self.view().image()
        let detector = CodeDetector()
        let expected = detector.detect(in: image)
        #expect(expected.count == 1)
        for poison in [0, 255] as [UInt8] {
            var bytes = [UInt8](repeating: poison, count: image.pixels.count + 8192)
            bytes.replaceSubrange(4096..<4096 + image.pixels.count, with: image.pixels)
            let found = bytes.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { detector.detect(in: $0 + 4096, width: image.width, height: image.height) }
            }
            #expect(found == expected)
        }
        for change in [{ $0 / 2 + 20 }, { $0 > 225 ? 255 : $0 + 30 }] as [(UInt8) -> UInt8] {
            let changed = GrayImage(width: image.width, height: image.height, pixels: image.pixels.map(change))
            let code = try #require(detector.detect(in: changed).first)
            #expect((0..<4).allSatisfy { (code.corners[$0] - expected[0].corners[$0]).length < 0.15 })
        }
        let negative = GrayImage(width: image.width, height: image.height, pixels: image.pixels.map { 255 - $0 })
        let code = try #require(detector.detect(in: negative).first)
        #expect(code.isLightOnDark && !expected[0].isLightOnDark)
        #expect((0..<4).allSatisfy { (code.corners[$0] - expected[0].corners[$0]).length < 0.15 })
    }

    @Test("a code cut by the image's edge, and images of any strange size, are no trouble")
    func strangeImages() throws {
        let detector = CodeDetector()
        let image = try Self.view().image()
        for cut in stride(from: 20, to: 240, by: 20) {
            var part = GrayImage(width: cut, height: 240)
            for y in 0..<240 { for x in 0..<cut { part[x, y] = image[x, y] } }
            for code in detector.detect(in: part) { #expect((0..<4).allSatisfy { code.corners[$0].isFinite }) }
        }
        for (width, height) in [(1, 1), (16, 16), (15, 400), (16, 3000), (3000, 17), (33, 31)] {
            var strip = GrayImage(width: width, height: height)
            for i in strip.pixels.indices { strip.pixels[i] = (i % width / 3 + i / width / 3) % 2 == 0 ? 20 : 230 }
            #expect(detector.detect(in: strip).isEmpty)
        }
        #expect(detector.detect(in: image) == detector.detect(in: image))
        var options = CodeOptions()
        options.kinds = []
        #expect(CodeDetector(options: options).detect(in: image).isEmpty)
        options.kinds = .aprilTag36h11
        #expect(CodeDetector(options: options).detect(in: image).isEmpty, "a QR code is no tag")
    }
}
