import Geometry
import Imaging
import RealModule
import Shapes
import Testing

@Suite("Object tracking")
struct ObjectTrackerTests {
    static let levels: [TrackingLevel] = [.fast, .accurate]

    private func box(_ centre: Vector2, _ size: Double = 40) -> ImageBox {
        ImageBox(x: centre.x - size / 2, y: centre.y - size / 2, width: size, height: size)
    }

    private func path(_ t: Int) -> Vector2 {
        let angle = Double(t) * 0.08
        return Vector2(160 + 70 * Double.sin(angle), 120 + 50 * Double.sin(1.7 * angle))
    }

    @Test("an object on a winding path is followed within two pixels", arguments: levels)
    func winding(_ level: TrackingLevel) {
        let scene = MovingScene()
        let tracker = ObjectTracker(level: level, image: scene.image(path(0)), box: box(path(0)))
        for t in 1..<60 {
            let found = tracker.follow(into: scene.image(path(t)))
            #expect((found.box.centre - path(t)).length < 2, "image \(t)")
            #expect(found.confidence > 0.5, "image \(t)")
        }
    }

    @Test("a gray image will do", arguments: levels)
    func gray(_ level: TrackingLevel) {
        let scene = MovingScene()
        let tracker = ObjectTracker(level: level, image: scene.image(path(0)).gray, box: box(path(0)))
        var found = ObjectObservation(box: box(path(0)), confidence: 1)
        for t in 1..<40 { found = tracker.follow(into: scene.image(path(t)).gray) }
        #expect((found.box.centre - path(39)).length < 2)
    }

    @Test("an object that comes nearer is given a larger box", arguments: levels)
    func scale(_ level: TrackingLevel) {
        let scene = MovingScene()
        let centre = Vector2(160, 120)
        let tracker = ObjectTracker(level: level, image: scene.image(centre), box: box(centre))
        var size = 40.0
        var found = ObjectObservation(box: box(centre), confidence: 1)
        for _ in 0..<60 {
            size *= 1.006
            found = tracker.follow(into: scene.image(centre, size: size))
        }
        #expect(abs(found.box.width / size - 1) < 0.1)
    }

    @Test("confidence drops when the object goes, and it is found again elsewhere", arguments: levels)
    func lossAndReturn(_ level: TrackingLevel) {
        let scene = MovingScene()
        let tracker = ObjectTracker(level: level, image: scene.image(path(0)), box: box(path(0)))
        for t in 1..<20 { _ = tracker.follow(into: scene.image(path(t))) }
        for _ in 0..<8 {
            let gone = tracker.follow(into: scene.image(nil))
            #expect(gone.confidence < 0.3)
        }
        let elsewhere = Vector2(80, 170)
        var found = ObjectObservation(box: box(elsewhere), confidence: 0)
        for _ in 0..<30 where found.confidence < 0.5 { found = tracker.follow(into: scene.image(elsewhere)) }
        #expect(found.confidence >= 0.5)
        #expect((found.box.centre - elsewhere).length < 4)
    }

    @Test("boxes that hang out of the image or are tiny do no harm")
    func strangeBoxes() {
        let scene = MovingScene()
        for strange in [
            ImageBox(x: -30, y: -30, width: 40, height: 40), ImageBox(x: 310, y: 230, width: 60, height: 60),
            ImageBox(x: 100, y: 100, width: 1, height: 1), ImageBox(x: 0, y: 0, width: 320, height: 240),
            ImageBox(x: 50, y: 50, width: 200, height: 6),
        ] {
            let tracker = ObjectTracker(level: .fast, image: scene.image(path(0)), box: strange)
            for t in 1..<4 {
                let found = tracker.follow(into: scene.image(path(t)))
                #expect(found.box.x.isFinite && found.box.width > 0)
            }
        }
    }
}
