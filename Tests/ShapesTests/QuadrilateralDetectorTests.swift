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
        let found = try #require(QuadrilateralDetector().detect(in: sheet.picture()).first)
        #expect(worst(found, sheet.corners) < 0.2)
        #expect(found.confidence > 0.8)
    }

    @Test("a large picture is searched at half its size and measured at its own")
    func largePicture() throws {
        var sheet = Sheet()
        sheet.width = 1280
        sheet.height = 960
        sheet.corners = sheet.corners.map { $0 * 2 }
        let found = try #require(QuadrilateralDetector().detect(in: sheet.picture()).first)
        #expect(worst(found, sheet.corners) < 0.3)
    }

    @Test("white paper on a pale desk is found at a contrast of eight gray levels")
    func lowContrast() throws {
        var sheet = Sheet()
        sheet.ground = 212
        let found = try #require(QuadrilateralDetector().detect(in: sheet.picture()).first)
        #expect(worst(found, sheet.corners) < 1)
    }

    @Test("a side with a thick finger over it keeps its place")
    func hiddenSide() throws {
        let sheet = Sheet()
        var picture = sheet.picture()
        for y in 60..<210 { for x in 280..<340 { picture[x, y] = 140 } }
        let found = try #require(QuadrilateralDetector().detect(in: picture).first)
        #expect(worst(found, sheet.corners) < 0.6)
    }

    @Test("a corner out of the picture is where its sides meet")
    func cornerOutside() throws {
        var sheet = Sheet()
        sheet.corners[0] = Vector2(-30.5, 60.2)
        let found = try #require(QuadrilateralDetector().detect(in: sheet.picture()).first)
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
        let found = try #require(QuadrilateralDetector(options: options).detect(in: sheet.picture()).first)
        #expect(worst(found, truth) < 0.3)
    }

    @Test("an even picture and noise hold no quadrilateral that is trusted")
    func nothingThere() {
        #expect(QuadrilateralDetector().detect(in: GrayImage(width: 640, height: 480, shade: 130)).isEmpty)
        var options = QuadrilateralOptions()
        options.minimumConfidence = 0.5
        var sheet = Sheet()
        sheet.paper = 128
        sheet.ground = 128
        sheet.noise = 12
        #expect(QuadrilateralDetector(options: options).detect(in: sheet.picture()).isEmpty)
    }

    @Test("the size, the ratio and the number of results are held to")
    func options() {
        let picture = Sheet().picture()
        var options = QuadrilateralOptions()
        options.minimumSize = 0.8
        #expect(QuadrilateralDetector(options: options).detect(in: picture).isEmpty)
        options = QuadrilateralOptions()
        options.maximumAspectRatio = 0.6
        #expect(QuadrilateralDetector(options: options).detect(in: picture).isEmpty)
        options = QuadrilateralOptions()
        options.maximumObservations = 0
        options.minimumConfidence = 0.7
        #expect(QuadrilateralDetector(options: options).detect(in: picture).count == 1)
    }

    @Test("the same picture gives the same corners, whatever the detector saw before")
    func repeatable() {
        let detector = QuadrilateralDetector()
        let picture = Sheet().picture()
        let first = detector.detect(in: picture)
        _ = detector.detect(in: GrayImage(width: 320, height: 200, shade: 9))
        #expect(detector.detect(in: picture) == first)
    }

    @Test("a picture too small to hold anything is no trouble", arguments: [1, 7, 16, 47, 48, 50])
    func tiny(_ size: Int) {
        #expect(QuadrilateralDetector().detect(in: GrayImage(width: size, height: size)).isEmpty)
    }
}
