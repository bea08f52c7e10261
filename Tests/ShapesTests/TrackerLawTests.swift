import Geometry
import Imaging
import Shapes
import Testing

/// What holds for anything that is followed, on a few images of a moving thing.
@Suite("Laws of following")
struct TrackerLawTests {
    private static let scene = MovingScene(seed: 31)
    private static let path = (0..<8).map { Vector2(110 + 9 * Double($0), 90 + 4 * Double($0)) }
    private static let images = path.map { scene.image($0) }
    private static let box = ImageBox(x: path[0].x - 20, y: path[0].y - 20, width: 40, height: 40)

    private static func follow(_ images: [ColorImage], level: TrackingLevel = .fast) -> [ObjectObservation] {
        let tracker = ObjectTracker(level: level, image: images[0], box: box)
        return images.dropFirst().map { tracker.follow(into: $0) }
    }

    private static func changed(_ image: ColorImage, _ change: (inout [UInt8], Int) -> Void) -> ColorImage {
        var bytes = image.bytes
        for pixel in 0..<image.width * image.height { change(&bytes, 4 * pixel) }
        return ColorImage(width: image.width, height: image.height, bytes: bytes)
    }

    private static func isSound(_ seen: ObjectObservation) -> Bool {
        let box = seen.box
        return (0...1).contains(seen.confidence) && box.x.isFinite && box.y.isFinite && box.width > 0 && box.height > 0
            && box.width.isFinite && box.height.isFinite
    }

    private static func middle(_ box: ImageBox) -> Vector2 { Vector2(box.x + box.width / 2, box.y + box.height / 2) }

    @Test("what an image's alpha says is not looked at")
    func alpha() {
        let other = Self.images.map { Self.changed($0) { $0[$1 + 3] = UInt8(truncatingIfNeeded: $1 / 4) } }
        #expect(Self.follow(other) == Self.follow(Self.images))
        let tips = [Self.images, other].map { images in
            let tracker = FingertipTracker(image: images[0], box: Self.box)
            return images.dropFirst().map { tracker.follow(into: $0) }
        }
        #expect(tips[0] == tips[1])
    }

    @Test("gray in colours is followed as gray", arguments: [TrackingLevel.fast, .accurate])
    func gray(_ level: TrackingLevel) {
        let grays = Self.images.map(\.gray)
        let colors = grays.map { gray in
            ColorImage(width: gray.width, height: gray.height, bytes: gray.pixels.flatMap { [$0, $0, $0, 255] })
        }
        let tracker = ObjectTracker(level: level, image: grays[0], box: Self.box)
        for (image, expected) in zip(grays.dropFirst(), Self.follow(colors, level: level)) {
            let found = tracker.follow(into: image)
            #expect((Self.middle(found.box) - Self.middle(expected.box)).length < 0.05)
            #expect(abs(found.confidence - expected.confidence) < 0.02)
        }
    }

    @Test("in a mirror the path is the mirrored one")
    func mirror() {
        let (width, height) = (Self.scene.width, Self.scene.height)
        let mirrored = Self.images.map { image in
            var bytes = image.bytes
            for y in 0..<height {
                for x in 0..<width {
                    let (to, from) = (4 * (y * width + x), 4 * (y * width + width - 1 - x))
                    bytes.replaceSubrange(to..<to + 4, with: image.bytes[from..<from + 4])
                }
            }
            return ColorImage(width: width, height: height, bytes: bytes)
        }
        var box = Self.box
        box.x = Double(width) - box.x - box.width
        let tracker = ObjectTracker(level: .fast, image: mirrored[0], box: box)
        for (image, expected) in zip(mirrored.dropFirst(), Self.follow(Self.images)) {
            let (found, straight) = (Self.middle(tracker.follow(into: image).box), Self.middle(expected.box))
            #expect((found - Vector2(Double(width) - straight.x, straight.y)).length < 1.5)
        }
    }

    @Test("images of any other size are no trouble, and the thing is found again after them")
    func otherSizes() {
        let tracker = ObjectTracker(level: .fast, image: Self.images[0], box: Self.box)
        for (width, height) in [(1, 1), (1, 240), (320, 1), (2, 2), (3, 200), (17, 9), (640, 480)] {
            let even = ColorImage(
                width: width,
                height: height,
                bytes: [UInt8](repeating: 120, count: 4 * width * height)
            )
            #expect(Self.isSound(tracker.follow(into: even)))
            #expect(Self.isSound(tracker.follow(into: even.gray)))
        }
        var found = ObjectObservation(box: Self.box, confidence: 0)
        for _ in 0..<12 where found.confidence < 0.5 { found = tracker.follow(into: Self.images[5]) }
        #expect(found.confidence >= 0.5)
        #expect((Self.middle(found.box) - Self.path[5]).length < 4)
    }

    /// The first box with one or all of its numbers replaced.
    private static func boxes(with value: Double) -> [ImageBox] {
        [
            ImageBox(x: value, y: box.y, width: 40, height: 40), ImageBox(x: box.x, y: value, width: 40, height: 40),
            ImageBox(x: box.x, y: box.y, width: value, height: 40),
            ImageBox(x: box.x, y: box.y, width: 40, height: value),
            ImageBox(x: value, y: value, width: value, height: value),
        ]
    }

    @Test(
        "a box whose numbers are none, or beyond all images, is never found",
        arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e7]
    )
    func absurdBoxes(_ value: Double) {
        for box in Self.boxes(with: value) {
            let object = ObjectTracker(level: .fast, image: Self.images[0], box: box)
            let tip = FingertipTracker(image: Self.images[0], box: box)
            #expect(!tip.showsFingertip)
            #expect(object.follow(into: Self.images[1]).confidence == 0)
            #expect(tip.follow(into: Self.images[1]).confidence == 0)
        }
    }

    @Test(
        "a box far out of the image, or far larger than it, costs no more than another",
        arguments: [-1e6, -500, 1e5]
    )
    func hugeBoxes(_ value: Double) {
        for box in Self.boxes(with: value) {
            let object = ObjectTracker(level: .fast, image: Self.images[0], box: box)
            let tip = FingertipTracker(image: Self.images[0], box: box)
            #expect((0...1).contains(object.follow(into: Self.images[1]).confidence))
            #expect((0...1).contains(tip.follow(into: Self.images[1]).confidence))
        }
    }

    @Test("a fingertip's box keeps its size, and an image too small to hold the first one changes nothing")
    func fingertipState() {
        let small = ColorImage(width: 100, height: 240, bytes: [UInt8](repeating: 90, count: 100 * 240 * 4))
        let (tracker, undisturbed) = (
            FingertipTracker(image: Self.images[0], box: Self.box),
            FingertipTracker(image: Self.images[0], box: Self.box)
        )
        var last = Self.box
        for image in Self.images.dropFirst() {
            let refused = tracker.follow(into: small)
            #expect(refused.confidence == 0)
            #expect((Self.middle(refused.box) - Self.middle(last)).length < 1e-3)
            let found = tracker.follow(into: image)
            #expect(found == undisturbed.follow(into: image))
            #expect(found.box.width == 40 && found.box.height == 40 && Self.isSound(found))
            last = found.box
        }
    }

    @Test("a first image that is one pixel wide or high has no fingertip, and following goes on")
    func thinFirstImages() {
        for (width, height) in [(1, 1), (1, 50), (50, 1), (7, 3), (9, 9)] {
            let image = ColorImage(
                width: width,
                height: height,
                bytes: [UInt8](repeating: 200, count: 4 * width * height)
            )
            let tracker = FingertipTracker(image: image, box: ImageBox(x: 0, y: 0, width: 40, height: 40))
            #expect(!tracker.showsFingertip)
            #expect((0...1).contains(tracker.follow(into: image).confidence))
            #expect((0...1).contains(tracker.follow(into: Self.images[0]).confidence))
        }
    }
}
