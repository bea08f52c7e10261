import Geometry
import Imaging
import Shapes
import Testing

@Suite("Quadrilateral detection")
struct QuadrilateralDetectorTests {
    private func worst(_ found: Quadrilateral, _ truth: [Vector2]) -> Double {
        (0..<4).map { (found[$0] - truth[$0]).length }.max() ?? .infinity
    }

    @Test("corners come clockwise from the top left, within a fifth of a pixel")
    func accuracy() throws {
        let sheet = Sheet()
        let found = try #require(QuadrilateralDetector().detect(in: sheet.image()).first)
        #expect(worst(found, sheet.corners) < 0.2)
        #expect(found.confidence > 0.8)
    }

    @Test("a large image is searched at half its size and measured at its own")
    func largeImage() throws {
        var sheet = Sheet()
        sheet.width = 1280
        sheet.height = 960
        sheet.corners = sheet.corners.map { $0 * 2 }
        let found = try #require(QuadrilateralDetector().detect(in: sheet.image()).first)
        #expect(worst(found, sheet.corners) < 0.3)
    }

    @Test("white paper on a pale desk is found at a contrast of eight gray levels")
    func lowContrast() throws {
        var sheet = Sheet()
        sheet.ground = 212
        let found = try #require(QuadrilateralDetector().detect(in: sheet.image()).first)
        #expect(worst(found, sheet.corners) < 1)
    }

    @Test("a side with a thick finger over it keeps its position")
    func hiddenSide() throws {
        let sheet = Sheet()
        var image = sheet.image()
        for y in 60..<210 { for x in 280..<340 { image[x, y] = 140 } }
        let found = try #require(QuadrilateralDetector().detect(in: image).first)
        #expect(worst(found, sheet.corners) < 0.6)
    }

    @Test("a corner out of the image is where its sides meet")
    func cornerOutside() throws {
        var sheet = Sheet()
        sheet.corners[0] = Vector2(-30.5, 60.2)
        let found = try #require(QuadrilateralDetector().detect(in: sheet.image()).first)
        #expect(worst(found, sheet.corners) < 1.5)
    }

    @Test("a known lens is taken out of the measurement")
    func knownLens() throws {
        let camera = CameraModel(
            width: 640,
            height: 480,
            focalLengthPixels: Vector2(400, 400),
            principalPointPixels: Vector2(322, 238),
            distortion: .radialTangential(k1: -0.28, k2: 0.06, p1: 0, p2: 0)
        )
        var sheet = Sheet()
        sheet.straight = { camera.normalized(ofPixel: $0) * camera.focalLengthPixels + camera.principalPointPixels }
        let truth = sheet.corners.map {
            camera.pixel(ofNormalized: ($0 - camera.principalPointPixels) / camera.focalLengthPixels)
        }
        var options = QuadrilateralOptions()
        options.camera = camera
        let found = try #require(QuadrilateralDetector(options: options).detect(in: sheet.image()).first)
        #expect(worst(found, truth) < 0.3)
    }

    @Test("a faint side beyond a printed line is the sheet's, if the other edges go on to it")
    func faintSide() throws {
        var sheet = Sheet()
        sheet.corners = [Vector2(120, 120), Vector2(500, 120), Vector2(500, 370), Vector2(120, 370)]
        var image = sheet.image()
        for y in 0..<480 {
            for x in 440..<640 where x >= 500 || y < 120 || y >= 370 {
                // Light fills the desk on the right; its edges above and below the sheet stay in shade.
                image[x, y] = x >= 500 ? 214 : image[x, y]
            }
        }
        // A chequered print whose last full line ends before the faint side.
        for y in 130..<360 {
            for x in 130..<450 where ((x - 130) / 40 + (y - 130) / 40) % 2 == 0 { image[x, y] = 20 }
        }
        let found = try #require(QuadrilateralDetector().detect(in: image).first)
        #expect(worst(found, sheet.corners) < 3)
    }

    @Test("every tag of a grid is found when all rectangles are wanted")
    func grid() {
        var image = Sheet().image()
        for y in 0..<480 { for x in 0..<640 { image[x, y] = 220 } }
        var truths: [[Vector2]] = []
        for row in 0..<4 {
            for column in 0..<5 {
                let (left, top) = (40 + column * 115, 30 + row * 110)
                for y in top..<top + 80 { for x in left..<left + 80 { image[x, y] = 20 } }
                for y in top + 20..<top + 50 { for x in left + 30..<left + 60 { image[x, y] = 220 } }
                let (x, y) = (Double(left), Double(top))
                truths.append([
                    Vector2(x, y), Vector2(x + 80, y), Vector2(x + 80, y + 80), Vector2(x, y + 80),
                ])
            }
        }
        var options = QuadrilateralOptions()
        options.maximumObservations = 0
        options.minimumSize = 0.1
        let found = QuadrilateralDetector(options: options).detect(in: image)
        for truth in truths { #expect(found.contains { worst($0, truth) < 1 }) }
    }

    @Test("an even image and noise hold no quadrilateral that is trusted")
    func nothingThere() {
        #expect(QuadrilateralDetector().detect(in: GrayImage(width: 640, height: 480, shade: 130)).isEmpty)
        var options = QuadrilateralOptions()
        options.minimumConfidence = 0.5
        var sheet = Sheet()
        sheet.paper = 128
        sheet.ground = 128
        sheet.noise = 12
        #expect(QuadrilateralDetector(options: options).detect(in: sheet.image()).isEmpty)
    }

    @Test("a line drawn on a table is less certain than a sheet, though its edges are as clear")
    func lineOrSheet() throws {
        func image(isFilled: Bool) -> GrayImage {
            var image = GrayImage(width: 480, height: 360, shade: 130)
            for y in 80..<280 {
                for x in 100..<390 where isFilled || min(min(x - 100, 389 - x), min(y - 80, 279 - y)) < 3 {
                    image.pixels[y * 480 + x] = 215
                }
            }
            return image
        }
        let sheet = try #require(QuadrilateralDetector().detect(in: image(isFilled: true)).first)
        let line = try #require(QuadrilateralDetector().detect(in: image(isFilled: false)).first)
        #expect(sheet.confidence > 0.95)
        #expect(line.confidence < 0.85)
    }

    @Test("the size, the ratio and the number of results are held to")
    func options() {
        let image = Sheet().image()
        var options = QuadrilateralOptions()
        options.minimumSize = 0.8
        #expect(QuadrilateralDetector(options: options).detect(in: image).isEmpty)
        options = QuadrilateralOptions()
        options.maximumAspectRatio = 0.6
        #expect(QuadrilateralDetector(options: options).detect(in: image).isEmpty)
        options = QuadrilateralOptions()
        options.maximumObservations = 0
        options.minimumConfidence = 0.7
        #expect(QuadrilateralDetector(options: options).detect(in: image).count == 1)
    }

    @Test("the same image gives the same corners, whatever the detector saw before")
    func repeatable() {
        let detector = QuadrilateralDetector()
        let image = Sheet().image()
        let first = detector.detect(in: image)
        _ = detector.detect(in: GrayImage(width: 320, height: 200, shade: 9))
        #expect(detector.detect(in: image) == first)
    }

    @Test("an image too small to hold anything is no trouble", arguments: [1, 7, 16, 47, 48, 50])
    func tiny(_ size: Int) {
        #expect(QuadrilateralDetector().detect(in: GrayImage(width: size, height: size)).isEmpty)
    }
}
