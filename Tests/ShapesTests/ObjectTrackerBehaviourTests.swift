import Geometry
import Imaging
import RealModule
import Shapes
import Testing

/// An object is moved, scaled, lit and covered by known amounts, and its box must follow.
@Suite("Object tracking under change")
struct ObjectTrackerBehaviourTests {
    static let levels: [TrackingLevel] = [.fast, .accurate]
    private let scene = MovingScene()

    /// How far the size may be off.
    ///
    /// A filter that learns follows slow growth by learning it, so that its size comes late.
    private static func sizeBound(_ level: TrackingLevel) -> Double { level == .fast ? 0.12 : 0.22 }

    private func box(_ centre: Vector2, _ size: Double = 40) -> ImageBox {
        ImageBox(x: centre.x - size / 2, y: centre.y - size / 2, width: size, height: size)
    }

    /// Each colour changed by a gain and an offset.
    private func lit(_ image: ColorImage, gain: Double, offset: Double) -> ColorImage {
        let bytes = image.bytes.enumerated().map { index, byte in
            index % 4 == 3 ? byte : UInt8(max(0, min(255, Double(byte) * gain + offset)))
        }
        return ColorImage(width: image.width, height: image.height, bytes: bytes)
    }

    @Test(
        "an object that goes away is given a smaller box, and grows back when it returns",
        arguments: levels
    )
    func awayAndBack(_ level: TrackingLevel) {
        let centre = Vector2(160, 120)
        let tracker = ObjectTracker(
            level: level,
            image: scene.image(centre, size: 56),
            box: box(centre, 56)
        )
        var size = 56.0
        for step in 0..<120 {
            size *= step < 60 ? 1 / 1.007 : 1.007
            let found = tracker.follow(into: scene.image(centre, size: size))
            #expect(abs(found.box.width / size - 1) < Self.sizeBound(level), "step \(step)")
            #expect(abs(found.box.width - found.box.height) < 1e-3, "its shape is kept")
            #expect((found.box.centre - centre).length < 3)
        }
    }

    @Test("an object that moves and comes nearer at once is followed", arguments: levels)
    func spiral(_ level: TrackingLevel) {
        func centre(_ step: Int) -> Vector2 {
            let angle = Double(step) * 0.09
            return Vector2(160 + 45 * Double.cos(angle), 120 + 45 * Double.sin(angle))
        }
        let tracker = ObjectTracker(level: level, image: scene.image(centre(0)), box: box(centre(0)))
        var size = 40.0
        for step in 1..<70 {
            size *= 1.005
            let found = tracker.follow(into: scene.image(centre(step), size: size))
            #expect((found.box.centre - centre(step)).length < 4, "step \(step)")
        }
    }

    @Test("light that fades to a half and comes back loses nothing", arguments: levels)
    func light(_ level: TrackingLevel) {
        let tracker = ObjectTracker(
            level: level,
            image: scene.image(Vector2(100, 100)),
            box: box(Vector2(100, 100))
        )
        for step in 1..<80 {
            let centre = Vector2(100 + Double(step), 100 + 0.4 * Double(step))
            let gain = 0.75 + 0.25 * Double.cos(Double(step) * 0.16)
            let found = tracker.follow(into: lit(scene.image(centre), gain: gain, offset: 0))
            #expect((found.box.centre - centre).length < 3, "step \(step)")
            #expect(found.confidence > 0.3, "step \(step)")
        }
    }

    @Test("a bar over a third of the object does not pull its box away", arguments: levels)
    func partlyCovered(_ level: TrackingLevel) {
        let centre = Vector2(160, 120)
        let tracker = ObjectTracker(level: level, image: scene.image(centre), box: box(centre))
        for step in 0..<60 {
            var image = scene.image(centre)
            // The bar crosses from left to right.
            let left = 110 + step
            var bytes = image.bytes
            for y in 80..<160 {
                for x in left..<left + 13 {
                    let at = 4 * (y * image.width + x)
                    (bytes[at], bytes[at + 1], bytes[at + 2]) = (90, 100, 95)
                }
            }
            image = ColorImage(width: image.width, height: image.height, bytes: bytes)
            let found = tracker.follow(into: image)
            #expect((found.box.centre - centre).length < 4, "step \(step)")
        }
        let after = tracker.follow(into: scene.image(centre))
        #expect((after.box.centre - centre).length < 2 && after.confidence > 0.5)
    }

    @Test("leaps of half the object's size are followed", arguments: levels)
    func leaps(_ level: TrackingLevel) {
        let steps = [
            Vector2(0, 0), Vector2(20, 6), Vector2(2, 20), Vector2(-18, 8), Vector2(-30, -9),
            Vector2(-12, -20),
        ]
        var centre = Vector2(160, 120)
        let tracker = ObjectTracker(level: level, image: scene.image(centre), box: box(centre))
        for (index, step) in steps.enumerated() {
            centre = Vector2(160, 120) + step
            let found = tracker.follow(into: scene.image(centre))
            #expect((found.box.centre - centre).length < 3, "leap \(index)")
        }
    }

    @Test("a tall and a wide object keep their shape", arguments: [Vector2(22, 66), Vector2(90, 30)])
    func shapes(_ size: Vector2) {
        // The object's pattern is stretched to the size.
        func image(_ centre: Vector2) -> ColorImage {
            let square = scene.image(Vector2(160, 120), size: 40)
            let empty = scene.image(nil)
            var bytes = empty.bytes
            for y in 0..<240 {
                for x in 0..<320 {
                    let u = (Double(x) + 0.5 - centre.x) / size.x
                    let v = (Double(y) + 0.5 - centre.y) / size.y
                    guard abs(u) < 0.5, abs(v) < 0.5 else { continue }
                    let from = 4 * (Int(120 + 40 * v) * 320 + Int(160 + 40 * u))
                    for c in 0..<3 { bytes[4 * (y * 320 + x) + c] = square.bytes[from + c] }
                }
            }
            return ColorImage(width: 320, height: 240, bytes: bytes)
        }
        func box(_ centre: Vector2) -> ImageBox {
            ImageBox(x: centre.x - size.x / 2, y: centre.y - size.y / 2, width: size.x, height: size.y)
        }
        let tracker = ObjectTracker(
            level: .accurate,
            image: image(Vector2(130, 120)),
            box: box(Vector2(130, 120))
        )
        for step in 1..<40 {
            let centre = Vector2(130 + 1.5 * Double(step), 120 + 12 * Double.sin(Double(step) * 0.2))
            let found = tracker.follow(into: image(centre))
            #expect((found.box.centre - centre).length < 3.5, "step \(step)")
            #expect(abs(found.box.width / found.box.height - size.x / size.y) < 1e-3)
        }
    }

    @Test(
        "the same images give the same boxes to the last bit, and trackers do not share what they learn"
    )
    func repeatable() {
        func run() -> [ObjectObservation] {
            let tracker = ObjectTracker(
                level: .accurate,
                image: scene.image(Vector2(90, 80)),
                box: box(Vector2(90, 80))
            )
            return (1..<15).map {
                tracker.follow(into: scene.image(Vector2(90 + 3 * Double($0), 80 + Double($0))))
            }
        }
        let first = run()
        let other = ObjectTracker(level: .fast, image: scene.image(nil), box: box(Vector2(200, 100)))
        _ = other.follow(into: scene.image(Vector2(30, 30)))
        #expect(run() == first)
    }

    @Test(
        "the box moves with the image: the same motion elsewhere gives the same path",
        arguments: [Vector2(48, 32), Vector2(-40, -24)]
    )
    func shiftedWorld(_ shift: Vector2) {
        // Ground and object are both moved by whole pixels.
        func moved(_ image: ColorImage) -> ColorImage {
            var bytes = image.bytes
            for y in 0..<240 {
                for x in 0..<320 {
                    let (u, v) = ((x - Int(shift.x) + 640) % 320, (y - Int(shift.y) + 480) % 240)
                    for c in 0..<4 { bytes[4 * (y * 320 + x) + c] = image.bytes[4 * (v * 320 + u) + c] }
                }
            }
            return ColorImage(width: 320, height: 240, bytes: bytes)
        }
        let start = Vector2(150, 118)
        let here = ObjectTracker(level: .fast, image: scene.image(start), box: box(start))
        let there = ObjectTracker(
            level: .fast,
            image: moved(scene.image(start)),
            box: box(start + shift)
        )
        for step in 1..<20 {
            let image = scene.image(start + Vector2(Double(step), -0.5 * Double(step)))
            let (one, other) = (here.follow(into: image), there.follow(into: moved(image)))
            #expect((other.box.centre - one.box.centre - shift).length < 0.75, "step \(step)")
        }
    }
}
