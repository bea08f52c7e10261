import Geometry
import Imaging
import Shapes
import Testing

/// What holds for the quadrilaterals of any image, tried on scenes of several sheets.
@Suite("Laws of quadrilaterals")
struct QuadrilateralLawTests {
    private static let (width, height) = (320, 240)

    /// Three sheets of falling brightness on a darker ground; the seed moves their corners and chooses the noise.
    private static func scene(seed: UInt64) -> GrayImage {
        var random = SeededGenerator(seed: seed)
        let boxes = [(20.0, 20.0, 110.0, 100.0, 220.0), (150, 25, 290, 110, 180), (60, 135, 200, 220, 150)]
        var image = GrayImage(width: width, height: height)
        for (left, top, right, bottom, paper) in boxes {
            var sheet = Sheet()
            (sheet.width, sheet.height, sheet.paper) = (width, height, paper)
            sheet.corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map { x, y in
                Vector2(x, y) + Vector2(random.nextUniform() - 0.5, random.nextUniform() - 0.5) * 12
            }
            let drawn = sheet.image(seed: seed)
            for i in image.pixels.indices { image.pixels[i] = max(image.pixels[i], drawn.pixels[i]) }
        }
        return image
    }

    private static func detector(_ change: (inout QuadrilateralOptions) -> Void = { _ in }) -> QuadrilateralDetector {
        var options = QuadrilateralOptions()
        options.maximumObservations = 0
        change(&options)
        return QuadrilateralDetector(options: options)
    }

    /// The greatest distance between corners of the same number.
    private static func distance(_ one: Quadrilateral, _ other: Quadrilateral) -> Double {
        (0..<4).map { (one[$0] - other[$0]).length }.max() ?? 0
    }

    private static func map(_ image: GrayImage, _ change: (UInt8) -> UInt8) -> GrayImage {
        GrayImage(width: image.width, height: image.height, pixels: image.pixels.map(change))
    }

    @Test(
        "every result is convex, clockwise from its upper left corner, of a size that was asked for, and unlike the others",
        arguments: [11, 12, 13] as [UInt64]
    )
    func wellFormed(_ seed: UInt64) {
        let found = Self.detector { $0.minimumSize = 0.15 }.detect(in: Self.scene(seed: seed))
        #expect(found.count >= 3)
        for (index, quad) in found.enumerated() {
            #expect((0...1).contains(quad.confidence))
            let sums = (0..<4).map { quad[$0].x + quad[$0].y }
            #expect(sums[0] == sums.min())
            for corner in 0..<4 {
                let (before, here, after) = (quad[corner + 3], quad[corner], quad[corner + 1])
                #expect(here.isFinite)
                #expect(cross(here - before, after - here) > 0)
                // A fit may move a corner a little after the length of a side was looked at.
                #expect((after - here).length > 0.9 * 0.15 * Double(Self.height))
            }
            let size = (quad.topLeft - quad.bottomRight).length
            #expect(found[(index + 1)...].allSatisfy { Self.distance(quad, $0) >= 0.08 * size })
        }
    }

    @Test("fewer results are the beginning of more, and a bound on confidence leaves out those below it")
    func limits() {
        let image = Self.scene(seed: 14)
        let all = Self.detector().detect(in: image)
        #expect(all.count > 4)
        for count in 2...4 {
            #expect(Self.detector { $0.maximumObservations = count }.detect(in: image) == Array(all.prefix(count)))
        }
        for bound in [0.5, 0.8, 0.95] {
            let trusted = Self.detector { $0.minimumConfidence = bound }.detect(in: image)
            #expect(trusted.allSatisfy { $0.confidence >= bound })
            for quad in all where quad.confidence >= bound {
                #expect(trusted.contains { Self.distance($0, quad) < 0.08 * (quad.topLeft - quad.bottomRight).length })
            }
        }
    }

    @Test("a negative has the corners of its image, and so have a brighter, a paler and a doubled one")
    func invariance() throws {
        var sheet = Sheet()
        (sheet.width, sheet.height) = (Self.width, Self.height)
        sheet.corners = sheet.corners.map { $0 / 2 }
        let image = sheet.image(seed: 15)
        let detector = QuadrilateralDetector()
        let found = try #require(detector.detect(in: image).first)
        let negative = try #require(detector.detect(in: Self.map(image) { 255 - $0 }).first)
        #expect(Self.distance(found, negative) < 0.05)
        let brighter = try #require(detector.detect(in: Self.map(image) { $0 + 20 }).first)
        #expect(Self.distance(found, brighter) < 0.01)
        let paler = try #require(detector.detect(in: Self.map(image) { 60 + $0 / 2 }).first)
        #expect(Self.distance(found, paler) < 0.15)
        var doubled = GrayImage(width: 2 * Self.width, height: 2 * Self.height)
        for y in 0..<doubled.height { for x in 0..<doubled.width { doubled[x, y] = image[x / 2, y / 2] } }
        let larger = try #require(detector.detect(in: doubled).first)
        for corner in 0..<4 { #expect((larger[corner] - found[corner] * 2).length < 0.5) }
    }

    @Test("bytes beyond an image are not looked at", arguments: [0, 255] as [UInt8])
    func surroundings(_ poison: UInt8) {
        // The sheets of the last rows and columns are cut by the image's edge.
        let whole = Self.scene(seed: 16)
        let (width, height) = (245, 215)
        var cut = GrayImage(width: width, height: height)
        for y in 0..<height { for x in 0..<width { cut[x, y] = whole[x, y] } }
        let margin = 4096
        var bytes = [UInt8](repeating: poison, count: width * height + 2 * margin)
        bytes.replaceSubrange(margin..<margin + width * height, with: cut.pixels)
        let detector = Self.detector()
        let expected = detector.detect(in: cut)
        let found = bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { detector.detect(in: $0 + margin, width: width, height: height) }
        }
        #expect(found == expected && !expected.isEmpty)
    }

    @Test("a long thin image and one full of edges are no trouble, and leave no trace in the detector")
    func strangeImages() {
        let detector = Self.detector()
        let image = Self.scene(seed: 17)
        let expected = detector.detect(in: image)
        let longest = QuadrilateralDetector.longestSide
        for (width, height) in [(longest, 48), (48, longest), (4000, 50), (50, 4000), (901, 48), (49, 1801)] {
            var strip = GrayImage(width: width, height: height)
            for i in strip.pixels.indices { strip.pixels[i] = (i % width / 20 + i / width / 20) % 2 == 0 ? 30 : 220 }
            #expect(detector.detect(in: strip).allSatisfy { quad in (0..<4).allSatisfy { quad[$0].isFinite } })
        }
        for period in [1, 2, 3, 5, 12] {
            var board = GrayImage(width: Self.width, height: Self.height)
            for y in 0..<Self.height {
                for x in 0..<Self.width { board[x, y] = (x / period + y / period) % 2 == 0 ? 0 : 255 }
            }
            #expect(detector.detect(in: board).allSatisfy { (0...1).contains($0.confidence) })
        }
        #expect(detector.detect(in: image) == expected)
    }
}
