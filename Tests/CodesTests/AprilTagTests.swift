import Geometry
import Imaging
import Testing

@testable import Codes

@Suite struct AprilTagTests {
    private func picture(_ id: Int, pitch: Double, turn: Double, tilt: Double = 0.3) -> CodePicture {
        var modules: [Bool] = []
        for row in 0..<8 {
            for column in 0..<8 { modules.append(AprilTag36h11.isDark(id, column: column, row: row)) }
        }
        let view = CodePicture.view(size: 8, pitch: pitch, turn: turn, tilt: tilt, middle: Vector2(150.3, 121.7))
        return CodePicture(modules: modules, size: 8, homography: view)
    }

    private func detect(_ image: GrayImage) -> [DetectedCode] {
        var options = CodeOptions()
        options.kinds = .aprilTag36h11
        return CodeDetector(options: options).detect(in: image)
    }

    @Test func aTagIsReadAtEveryTurnWithCornersToATenthOfAPixel() throws {
        for (id, turn) in [(0, 0.1), (42, 1.7), (301, -3.0), (586, -1.4)] {
            for pitch in [3.0, 6, 14] {
                let picture = picture(id, pitch: pitch, turn: turn)
                let codes = detect(picture.image())
                #expect(codes.count == 1)
                let code = try #require(codes.first, "tag \(id) at \(pitch)")
                #expect(code.content == .aprilTag36h11(id: id, correctedBits: 0))
                #expect(picture.error(of: code.corners) < 0.15)
                #expect(code.cornerSigma < 0.15)
            }
        }
    }

    @Test func theFamilyHasItsDistanceHoweverATagIsTurned() {
        #expect(AprilTag36h11.tags.count == 587)
        // The number of tag 0 as its authors print it.
        #expect(AprilTag36h11.tags[0] == 0xD_5D62_8584)
        var least = Int.max
        for (i, one) in AprilTag36h11.tags.enumerated() {
            for other in AprilTag36h11.tags[..<i] { least = min(least, (one ^ other).nonzeroBitCount) }
        }
        #expect(least == 11)
    }

    @Test func everyTagIsFoundWithTwoWrongBitsAndNotWithThree() {
        var random = SeededGenerator(seed: 4)
        for (id, bits) in AprilTag36h11.tags.enumerated() {
            let places = (0..<36).shuffled(using: &random)
            let two = bits ^ (1 << UInt64(places[0])) ^ (1 << UInt64(places[1]))
            let found = AprilTag36h11.nearest(to: two, maximumDistance: 2)
            #expect(found?.id == id && found?.distance == 2 && found?.quarterTurns == 0)
            #expect(AprilTag36h11.nearest(to: two ^ (1 << UInt64(places[2])), maximumDistance: 2) == nil)
        }
    }

    @Test func aWrongBitIsCorrectedAndCounted() throws {
        var picture = picture(77, pitch: 7, turn: 0.6)
        picture.modules[3 * 8 + 4].toggle()
        let code = try #require(detect(picture.image()).first)
        #expect(code.content == .aprilTag36h11(id: 77, correctedBits: 1))
    }

    @Test func aFaintTagInNoiseIsRead() throws {
        var picture = picture(100, pitch: 6, turn: 0.6)
        (picture.dark, picture.light, picture.noise) = (90, 130, 4)
        let code = try #require(detect(picture.image()).first)
        #expect(code.content == .aprilTag36h11(id: 100, correctedBits: 0))
        #expect(picture.error(of: code.corners) < 0.4)
    }

    @Test func aShadowsEdgeAcrossATagDoesNotMoveItsCorners() throws {
        let picture = picture(9, pitch: 9, turn: 0.4)
        var image = picture.image()
        for y in 0..<image.height {
            for x in 0..<image.width where x + y < 270 { image[x, y] = UInt8(Double(image[x, y]) * 0.45) }
        }
        let code = try #require(detect(image).first)
        #expect(code.content == .aprilTag36h11(id: 9, correctedBits: 0))
        #expect(picture.error(of: code.corners) < 0.3)
    }

    @Test func aCheckerboardAndASquareAreNoTags() {
        var picture = picture(0, pitch: 9, turn: 0.4)
        for i in 0..<64 { picture.modules[i] = true }
        #expect(detect(picture.image()).isEmpty)
        for i in 0..<64 where (1...6).contains(i % 8) && (1...6).contains(i / 8) {
            picture.modules[i] = (i % 8 + i / 8) % 2 == 0
        }
        #expect(detect(picture.image()).isEmpty)
    }
}
