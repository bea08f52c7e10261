import Geometry
import Imaging
import RealModule
import Testing

@testable import Shapes

/// The silhouette of a hand about one of its fingertips, on a hand of which everything is known.
@Suite("The silhouette around a fingertip")
struct HandShapeTests {
    /// A hand with a long finger and a thumb at its right, turned about its palm and moved.
    private struct Pose {
        var palm = Vector2(150, 150)
        var angle = 0.0

        func point(_ x: Double, _ y: Double) -> Vector2 {
            palm
                + Vector2(
                    Double.cos(angle) * x - Double.sin(angle) * y,
                    Double.sin(angle) * x + Double.cos(angle) * y
                )
        }

        var finger: SIMD2<Float> { Self.float(point(-12, -80)) }
        var thumb: SIMD2<Float> { Self.float(point(60, -20)) }

        func isHand(_ p: Vector2) -> Bool {
            near(p, point(-12, -76), point(-8, 0), 5) || near(p, point(56, -18), point(0, 10), 6)
                || near(p, point(0, 0), point(0, 20), 24) || near(p, point(0, 20), point(0, 300), 14)
        }

        private func near(_ p: Vector2, _ a: Vector2, _ b: Vector2, _ radius: Double) -> Bool {
            let along = (b - a) / (b - a).length
            let t = max(0, min((b - a).length, dot(p - a, along)))
            return (p - a - along * t).length < radius
        }

        private static func float(_ p: Vector2) -> SIMD2<Float> { SIMD2(Float(p.x), Float(p.y)) }
    }

    private static func map(_ pose: Pose) -> HandMap {
        let (width, height) = (320, 240)
        let bytes = (0..<width * height).flatMap { i -> [UInt8] in
            pose.isHand(Vector2(Double(i % width) + 0.5, Double(i / width) + 0.5))
                ? [220, 150, 120, 255] : [110, 110, 110, 255]
        }
        let map = HandMap(imageWidth: width, imageHeight: height)
        bytes.withImage(width: width, height: height, channels: 4) { map.load($0) }
        map.classifyWarm()
        #expect(map.connect(from: [(x: Int(pose.palm.x), y: Int(pose.palm.y))], threshold: 128))
        return map
    }

    @Test(
        "a finger is told from the thumb of the same hand, also where the thumb was, for every turn",
        arguments: [-0.9, -0.5, 0, 0.4, 0.8]
    )
    func finger(_ angle: Double) {
        let before = Pose()
        let shape = HandShape(Self.map(before), about: before.finger, fingerWidth: 10)
        // The thumb comes to the place where the finger was.
        var after = Pose(palm: before.palm, angle: angle)
        let move = before.finger - after.thumb
        after.palm = after.palm + Vector2(Double(move.x), Double(move.y))
        for pose in [Pose(palm: before.palm, angle: angle), after] {
            let map = Self.map(pose)
            let (finger, thumb) =
                (shape.similarity(map, about: pose.finger), shape.similarity(map, about: pose.thumb))
            #expect(finger > thumb + 0.1, "\(finger), \(thumb)")
        }
    }

    @Test("a silhouette is like itself, and like nothing if the hand is gone")
    func limits() {
        let pose = Pose()
        let map = Self.map(pose)
        let shape = HandShape(map, about: pose.finger, fingerWidth: 10)
        #expect(shape.similarity(map, about: pose.finger) == 1)
        let empty = HandMap(imageWidth: 320, imageHeight: 240)
        #expect(shape.similarity(empty, about: pose.finger) == 0)
    }

    @Test("a group of too few pixels teaches no skin, and says so")
    func fewPixels() {
        let model = SkinModel()
        let colors = [UInt8](repeating: 100, count: 3 * 400)
        var mask = [UInt8](repeating: 0, count: 400)
        for i in 0..<11 { mask[i] = 1 }
        #expect(!model.learn(colors, mask: mask, rate: 1))
        #expect(model.likelihood.allSatisfy { $0 == 0 })
        mask[11] = 1
        #expect(model.learn(colors, mask: mask, rate: 1))
        #expect(model.likelihood.contains { $0 > 0 })
    }
}
