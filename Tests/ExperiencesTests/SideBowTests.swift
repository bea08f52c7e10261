import Geometry
import Imaging
import RealModule
import Shapes
import TestWorlds
import Testing
import WorldTracking

@testable import Experiences

/// Labels round a bottle or a column, and flat ones, drawn by casting each pixel's ray.
@Suite("Curved labels")
struct SideBowTests {
    private static let lens = CameraModel(
        width: 640,
        height: 480,
        focalLengthPixels: Vector2(500, 500),
        principalPointPixels: Vector2(320, 240)
    )
    private static let camera = Camera(worldFromCamera: .identity, lens: lens)

    /// A white label with dark lines on a gray thing, half a metre away, seen from above by an angle.
    private struct Label {
        /// Radius of the thing, metres; nil for a flat one.
        var radius: Double?
        var width = 0.2
        var height = 0.15
        var elevation: Double
        var seed: UInt64

        /// The label's coordinates that a ray of the camera meets: along and up, metres; nil beside the thing.
        private func place(_ direction: Vector3) -> Vector2? {
            let tilt = Rotation(angle: -elevation, axis: Vector3(1, 0, 0))
            let (eye, ray) = (tilt * Vector3(0, 0, 0.5), tilt * direction)
            guard let radius else {
                let point = eye - ray * (eye.z / ray.z)
                return Vector2(point.x, point.y)
            }
            // The axis is upright through (0, 0, −radius), so that the label's middle is at the origin.
            let (x, z) = (eye.x, eye.z + radius)
            let (a, b) = (ray.x * ray.x + ray.z * ray.z, x * ray.x + z * ray.z)
            let under = b * b - a * (x * x + z * z - radius * radius)
            guard under > 0 else { return nil }
            let point = eye + ray * ((-b - under.squareRoot()) / a)
            return Vector2(radius * Double.atan2(y: point.x, x: point.z + radius), point.y)
        }

        var image: GrayImage {
            var generator = SeededGenerator(seed: seed)
            var image = GrayImage(width: 640, height: 480)
            for y in 0..<480 {
                for x in 0..<640 {
                    var sum = 0.0
                    for (u, v) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                        let pixel = Vector2(Double(x) + u, Double(y) + v)
                        let optical = SideBowTests.lens.direction(ofPixel: pixel)
                        sum += shade(at: place(Vector3(optical.x, -optical.y, -optical.z)))
                    }
                    image[x, y] = UInt8(min(255, max(0, sum / 4 + 2 * generator.nextNormal())))
                }
            }
            return image
        }

        private func shade(at place: Vector2?) -> Double {
            guard let place else { return 40 }
            guard abs(place.x) < width / 2, abs(place.y) < height / 2 else { return 90 }
            let row = (place.y + height / 2) / height * 9
            let isLine = abs(place.x) < 0.4 * width && row > 1 && row < 8 && row - Double(Int(row)) < 0.4
            return isLine ? 60 : 215
        }
    }

    private static func quadrilaterals(in image: GrayImage) -> [Quadrilateral] {
        QuadrilateralDetector(options: BillboardTool().detector.options).detect(in: image)
            .filter { Billboard.contains($0, Vector2(320, 240)) }
    }

    @Test("a flat label is never taken for a curved one", arguments: 1...6 as ClosedRange<UInt64>)
    func flat(_ seed: UInt64) throws {
        let label = Label(elevation: 0.12 * Double(seed) - 0.06, seed: seed)
        let image = label.image
        let found = Self.quadrilaterals(in: image)
        #expect(!found.isEmpty, "the detector finds it")
        for each in found { #expect(!SideBow.isBowed(each, in: image, camera: Self.camera)) }
    }

    @Test(
        "a label on a bottle or a column is not found, or told as curved",
        arguments: [(0.08, 0.3), (0.08, 0.6), (0.12, 0.25), (0.12, 0.5), (0.2, 0.3), (0.2, 0.6)]
    )
    func curved(_ radius: Double, _ elevation: Double) throws {
        let image = Label(radius: radius, elevation: elevation, seed: 1).image
        if let surest = Self.quadrilaterals(in: image).max(by: { $0.confidence < $1.confidence }) {
            #expect(SideBow.isBowed(surest, in: image, camera: Self.camera), "\(surest)")
        }
        // Corners by hand, as a detector would give them that took the arcs for straight.
        let columns = (0..<640).filter { x in (100..<380).contains { image[x, $0] > 180 } }
        let (left, right) = (Double(try #require(columns.first)), Double(try #require(columns.last)) + 1)
        func rows(_ x: Double) throws -> (Double, Double) {
            let bright = (0..<480).filter { image[Int(x), $0] > 150 }
            return (Double(try #require(bright.first)), Double(try #require(bright.last)) + 1)
        }
        let (a, b) = (try rows(left + 3), try rows(right - 4))
        let chord = Quadrilateral(
            topLeft: Vector2(left, a.0),
            topRight: Vector2(right, b.0),
            bottomRight: Vector2(right, b.1),
            bottomLeft: Vector2(left, a.1),
            confidence: 0.8
        )
        #expect(SideBow.isBowed(chord, in: image, camera: Self.camera))
    }

    @Test("a tap on a bowed shape anchors nothing and says so, unless a surer flat one is there")
    func told() throws {
        var generator = SeededGenerator(seed: 1)
        var world = SyntheticRoom().world()
        let camera = try #require(world.currentFrame?.camera)
        let poster = try BillboardTests.seen(by: camera, noise: 0, &generator)
        let middle = try #require(camera.pixel(of: BillboardTests.poster.center))
        var tool = BillboardTool()
        let outcome = tool.tap(at: middle, among: [poster], bowed: [true], camera: camera, in: &world)
        #expect(outcome == .curved && tool.billboards.isEmpty)
        var faint = poster
        faint.confidence = 0.7
        let least = tool.tap(at: middle, among: [poster, faint], bowed: [true, false], camera: camera, in: &world)
        #expect(least == .curved && tool.billboards.isEmpty)
        let beside = tool.tap(at: Vector2(5, 470), among: [poster], bowed: [true], camera: camera, in: &world)
        #expect(beside == .nothing)
        let any = tool.tap(at: nil, among: [poster], bowed: [true], camera: camera, in: &world)
        #expect(any == .curved)
        let flat = tool.tap(at: middle, among: [faint, poster], bowed: [true, false], camera: camera, in: &world)
        #expect(flat == .found)
        tool.remove(from: &world)
        let other = tool.tap(at: nil, among: [poster, faint], bowed: [true, false], camera: camera, in: &world)
        #expect(other == .found, "without a tap any flat one will do")
    }
}
