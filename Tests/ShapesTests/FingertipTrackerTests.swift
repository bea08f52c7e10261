import Geometry
import Imaging
import RealModule
import Shapes
import Testing

@Suite("Following a fingertip")
struct FingertipTrackerTests {
    private enum Ground { case coolStripes, sunlitBricks }

    /// A hand with one finger out and an arm, over a ground; over bricks a pale one.
    private func image(
        tip: Vector2,
        angle: Double,
        hasHand: Bool = true,
        ground: Ground = .coolStripes
    )
        -> ColorImage
    {
        let (width, height) = (640, 480)
        var random = SeededGenerator(seed: 1)
        var bytes = [UInt8](repeating: 255, count: width * height * 4)
        let along = Vector2(Double.sin(angle), Double.cos(angle))
        for y in 0..<height {
            for x in 0..<width {
                let p = Vector2(Double(x) + 0.5, Double(y) + 0.5)
                var color = ground == .sunlitBricks ? sunlitBrick(x, y) : coolStripe(x, y)
                if hasHand, isHand(p, tip, along) {
                    let shade = 0.75 + 0.25 * Double.cos((p - tip).length / 60)
                    color = (ground == .sunlitBricks ? SIMD3(190, 160, 140) : SIMD3(205, 140, 105)) * shade
                }
                let noise = random.nextNormal() * 4
                for c in 0..<3 { bytes[4 * (y * width + x) + c] = UInt8(max(0, min(255, color[c] + noise))) }
            }
        }
        return ColorImage(width: width, height: height, bytes: bytes)
    }

    private func coolStripe(_ x: Int, _ y: Int) -> SIMD3<Double> {
        let stripe = (x + 2 * y) / 37 % 3
        return stripe == 0 ? SIMD3(90, 100, 150) : stripe == 1 ? SIMD3(150, 150, 155) : SIMD3(60, 80, 70)
    }

    /// Bricks warmer than skin, with pale joints; the soft border of a shadow crosses them.
    private func sunlitBrick(_ x: Int, _ y: Int) -> SIMD3<Double> {
        let row = y / 150
        let isJoint = y % 150 < 9 || (x + row % 2 * 35) % 70 < 9
        let sun = 1 / (1 + Double.exp(-Double(x + y - 420) / 6))
        return (isJoint ? SIMD3(235, 190, 150) : SIMD3(200, 115, 75)) * (0.45 + 0.55 * sun)
    }

    private func isHand(_ p: Vector2, _ tip: Vector2, _ along: Vector2) -> Bool {
        func reaches(_ from: Double, _ to: Double, _ radius: Double) -> Bool {
            let offset = p - tip
            let t = max(from, min(to, dot(offset, along)))
            return (offset - along * t).length < radius
        }
        return reaches(9, 90, 11) || reaches(130, 150, 48) || reaches(150, 700, 34)
    }

    @Test("a finger that leaps and turns is followed within ten pixels")
    func leaps() {
        let tips = [
            Vector2(300, 120), Vector2(340, 140), Vector2(420, 170), Vector2(300, 200), Vector2(180, 150),
            Vector2(260, 90), Vector2(380, 110), Vector2(370, 180),
        ]
        let first = image(tip: tips[0], angle: 0)
        let box = ImageBox(x: tips[0].x - 20, y: tips[0].y - 12, width: 40, height: 40)
        let tracker = FingertipTracker(image: first, box: box)
        #expect(tracker.showsFingertip)
        for (i, tip) in tips.enumerated().dropFirst() {
            let angle = 0.12 * Double(i)
            let found = tracker.follow(into: image(tip: tip, angle: angle))
            let middle = Vector2(found.box.x + 20, found.box.y + 20)
            #expect((middle - tip - Vector2(0, 8)).length < 10, "image \(i)")
        }
    }

    @Test("a pale hand over sunlit bricks, which are warmer than it, is found", arguments: [0.0, 0.3])
    func bricks(_ angle: Double) {
        let tip = Vector2(300, 120)
        let first = image(tip: tip, angle: angle, ground: .sunlitBricks)
        let tracker = FingertipTracker(image: first, box: ImageBox(x: 280, y: 108, width: 40, height: 40))
        #expect(tracker.showsFingertip)
        let moved = tip + Vector2(60, 40)
        let found = tracker.follow(into: image(tip: moved, angle: angle + 0.1, ground: .sunlitBricks))
        #expect((found.box.centre - moved - Vector2(0, 8)).length < 10)
    }

    @Test("a box on the ground shows no fingertip")
    func noFinger() {
        let empty = image(tip: Vector2(300, 120), angle: 0, hasHand: false)
        let tracker = FingertipTracker(image: empty, box: ImageBox(x: 280, y: 100, width: 40, height: 40))
        #expect(!tracker.showsFingertip)
        #expect(tracker.follow(into: empty).box.x.isFinite)
    }

    @Test("a warm thing that fits its box is no fingertip, whatever its corners look like", arguments: [0, 4, 8])
    func warmThing(_ moved: Double) {
        let scene = MovingScene()
        let centre = Vector2(160, 120)
        let box = ImageBox(x: centre.x - 20 + moved, y: centre.y - 20 - moved, width: 40, height: 40)
        #expect(!FingertipTracker(image: scene.image(centre), box: box).showsFingertip)
    }

    @Test("confidence drops when the hand leaves the image")
    func leaves() {
        let tip = Vector2(300, 120)
        let tracker = FingertipTracker(
            image: image(tip: tip, angle: 0),
            box: ImageBox(x: tip.x - 20, y: tip.y - 12, width: 40, height: 40)
        )
        let there = tracker.follow(into: image(tip: tip, angle: 0)).confidence
        let gone = tracker.follow(into: image(tip: tip, angle: 0, hasHand: false)).confidence
        #expect(there > 0.7)
        #expect(gone < 0.3)
    }
}
