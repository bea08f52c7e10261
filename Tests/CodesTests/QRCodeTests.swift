import CQREncode
import Geometry
import Imaging
import Testing

@testable import Codes

/// Codes made by libqrencode, seen through a homography.
@Suite struct QRCodeTests {
    private func picture(
        _ text: String,
        version: Int32,
        level: QRecLevel = QR_ECLEVEL_M,
        pitch: Double = 4,
        turn: Double = 0.3,
        tilt: Double = 0.2
    ) throws -> CodePicture {
        let (modules, size) = try #require(CodePicture.qr(Array(text.utf8), version: version, level: level))
        let view = CodePicture.view(size: size, pitch: pitch, turn: turn, tilt: tilt, middle: Vector2(160.3, 119.6))
        return CodePicture(modules: modules, size: size, homography: view)
    }

    private func content(_ code: DetectedCode?) throws -> QRContent {
        guard case .qr(let content) = code?.content else {
            Issue.record("no QR code was read")
            throw CancellationError()
        }
        return content
    }

    private let detector: CodeDetector = {
        var options = CodeOptions()
        options.kinds = .qr
        return CodeDetector(options: options)
    }()

    @Test(arguments: [(1, 6.0), (2, 5), (5, 4), (7, 3.4), (10, 2.6)])
    func aCodeIsReadWithCornersToATenthOfAPixel(_ version: Int, _ pitch: Double) throws {
        for turn in [-2.6, -0.9, 0.35, 1.9] {
            let picture = try picture("https://a.org", version: Int32(version), pitch: pitch, turn: turn)
            let codes = detector.detect(in: picture.image())
            let code = try #require(codes.first, "version \(version), turn \(turn)")
            #expect(try content(code).text == "https://a.org")
            #expect(try content(code).version == version)
            #expect(codes.count == 1 && !code.isMirrored && !code.isLightOnDark)
            #expect(picture.error(of: code.corners) < 0.1)
        }
    }

    @Test(arguments: [20, 32, 40]) func largeVersionsAreRead(_ version: Int) throws {
        let text = String(repeating: "sightline ", count: version)
        var picture = try picture(text, version: Int32(version), pitch: 3)
        (picture.width, picture.height) = (680, 660)
        picture.homography = CodePicture.view(
            size: picture.size,
            pitch: 3,
            turn: 0.08,
            tilt: 0.1,
            middle: Vector2(340, 330)
        )
        let code = try #require(detector.detect(in: picture.image()).first)
        #expect(try content(code).text == text)
        #expect(picture.error(of: code.corners) < 0.1)
    }

    @Test func aSteepViewIsRead() throws {
        let picture = try picture("steep", version: 3, pitch: 5, turn: 0.4, tilt: 0.95)
        let code = try #require(detector.detect(in: picture.image()).first)
        #expect(try content(code).text == "steep")
        #expect(picture.error(of: code.corners) < 0.1)
    }

    @Test func aMirroredCodeAndOneLightOnDarkAreToldAsSuch() throws {
        var picture = try picture("other side", version: 2, pitch: 5)
        picture.isMirrored = true
        let mirrored = try #require(detector.detect(in: picture.image()).first)
        #expect(try content(mirrored).text == "other side")
        #expect(mirrored.isMirrored && picture.error(of: mirrored.corners) < 0.1)
        picture.isMirrored = false
        (picture.dark, picture.light) = (picture.light, picture.dark)
        let inverted = try #require(detector.detect(in: picture.image()).first)
        #expect(try content(inverted).text == "other side")
        #expect(inverted.isLightOnDark && picture.error(of: inverted.corners) < 0.1)
    }

    @Test func modulesOfTwoPixelsAreReadInNoise() throws {
        var picture = try picture("small", version: 2, pitch: 2.2)
        picture.noise = 8
        #expect(try content(detector.detect(in: picture.image()).first).text == "small")
    }

    @Test func theModesOfTheStandardAreRead() throws {
        let cases: [(bytes: [UInt8], mode: QRencodeMode, extended: UInt32?, expected: QRContent.Segment)] = [
            (
                Array("0123456789012".utf8), QR_MODE_NUM, nil,
                .init(encoding: .ascii, bytes: Array("0123456789012".utf8))
            ),
            (Array("AC-42 $%*+./:".utf8), QR_MODE_AN, nil, .init(encoding: .ascii, bytes: Array("AC-42 $%*+./:".utf8))),
            ([0xE4, 0xF6], QR_MODE_8, nil, .init(encoding: .bytes, bytes: [0xE4, 0xF6])),
            (Array("漢字 é".utf8), QR_MODE_8, 26, .init(encoding: .extended(26), bytes: Array("漢字 é".utf8))),
            (
                [0x93, 0x5F, 0xE4, 0xAA, 0x84, 0x72], QR_MODE_KANJI, nil,
                .init(encoding: .shiftJIS, bytes: [0x93, 0x5F, 0xE4, 0xAA, 0x84, 0x72])
            ),
        ]
        for (bytes, mode, extended, expected) in cases {
            let (modules, size) = try #require(CodePicture.qr(bytes, version: 3, mode: mode, extended: extended))
            let matrix = QRMatrix(version: QRVersion(number: 3), bits: modules)
            let doubt = [Float](repeating: 0, count: size * size)
            #expect(QRDecoder().content(of: matrix, doubt: doubt)?.segments == [expected])
        }
        let latin = QRContent.Segment(encoding: .bytes, bytes: [0xE4, 0xF6])
        #expect(QRContent(version: 1, errorCorrection: .low, correctedCodewords: 0, segments: [latin]).text == "äö")
    }

    @Test func everyVersionAndLevelIsDecodedWithAsManyErrorsAsItPromises() throws {
        let levels: [(QRecLevel, QRErrorCorrection)] = [
            (QR_ECLEVEL_L, .low), (QR_ECLEVEL_M, .medium), (QR_ECLEVEL_Q, .quartile), (QR_ECLEVEL_H, .high),
        ]
        for number in 1...40 {
            let (theirs, ours) = levels[number % 4]
            let (modules, size) = try #require(
                CodePicture.qr(Array("v\(number)".utf8), version: Int32(number), level: theirs)
            )
            let version = QRVersion(number: number)
            #expect(size == version.size)
            var bits = modules
            // One wrong module in each codeword that is spoilt; the first block takes the most that it can correct.
            let (check, data) = version.blocks(ours)
            let mask = try #require(QRFormat.candidates(QRMatrix(version: version, bits: bits)).first).mask
            let places = QRMatrix(version: version, bits: bits).codewords(mask: mask).modules
            let count = min(check / 2, data[0])
            for word in 0..<count { bits[places[word * data.count][0]].toggle() }
            let matrix = QRMatrix(version: version, bits: bits)
            let content = try #require(
                QRDecoder().content(of: matrix, doubt: [Float](repeating: 0, count: size * size))
            )
            #expect(content.text == "v\(number)" && content.errorCorrection == ours)
            #expect(content.correctedCodewords == count)
        }
    }

    @Test func aHiddenPieceAndAGlareAreCorrected() throws {
        var picture = try picture("under a thumb", version: 4, level: QR_ECLEVEL_Q, pitch: 4.5)
        for y in 14..<20 { for x in 12..<19 { picture.modules[y * picture.size + x] = true } }
        let code = try #require(detector.detect(in: picture.image()).first)
        #expect(try content(code).text == "under a thumb")
        #expect(try content(code).correctedCodewords > 2)
    }

    @Test func noiseAndEmptyImagesHoldNoCode() {
        var random = SeededGenerator(seed: 5)
        var image = GrayImage(width: 160, height: 120)
        for i in image.pixels.indices { image.pixels[i] = UInt8.random(in: 0...255, using: &random) }
        #expect(CodeDetector().detect(in: image).isEmpty)
        #expect(CodeDetector().detect(in: GrayImage(width: 160, height: 120, shade: 200)).isEmpty)
        #expect(CodeDetector().detect(in: GrayImage(width: 3, height: 200, shade: 9)).isEmpty)
    }
}
