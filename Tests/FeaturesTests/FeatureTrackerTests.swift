import Features
import Geometry
import Imaging
import RealModule
import Testing

@Suite("Feature tracker")
struct FeatureTrackerTests {
    private let texture = Texture(seed: 7)
    private let camera = Texture.camera(width: 320, height: 240)

    @Test(
        "a shifted texture is followed to a tenth of a pixel",
        arguments: [SIMD2(0.37, -0.81), SIMD2(6.3, 4.9), SIMD2(-17.6, 9.2)]
    )
    func shift(offset: SIMD2<Double>) {
        let errors = track(texture.picture(width: 320, height: 240, offset: offset)) { $0 + offset }
        #expect(errors.count > 55)
        #expect(errors.filter { $0 > 0.1 }.count <= errors.count / 50)
        #expect(errors.sorted()[errors.count / 2] < 0.02)
    }

    @Test("a change of gain and brightness does not move features", arguments: [(0.5, 10.0), (1.4, -60), (1, 40)])
    func brightness(gain: Double, bias: Double) {
        let offset = SIMD2(2.4, -1.3)
        let changed = texture.picture(width: 320, height: 240, offset: offset, gain: gain, bias: bias)
        let errors = track(changed) { $0 + offset }
        #expect(errors.count > 50)
        #expect(errors.sorted()[errors.count * 9 / 10] < 0.1)
    }

    @Test("a large turn of the camera is followed when the gyroscope tells it")
    func turn() throws {
        let rotation = Rotation(exp: Vector3(0.06, -0.05, 0.25))
        let truth = { (pixel: Vector2) in
            let point = camera.normalized(ofPixel: pixel)
            return camera.pixel(of: rotation * Vector3(point.x, point.y, 1)) ?? .zero
        }
        let turned = texture.picture(width: 320, height: 240) { pixel in
            let point = camera.normalized(ofPixel: pixel)
            return camera.pixel(of: rotation.inverse * Vector3(point.x, point.y, 1)) ?? .zero
        }
        let errors = track(turned, rotation: rotation, truth: truth)
        #expect(errors.count > 35)
        #expect(errors.filter { $0 > 0.1 }.count <= errors.count / 20)
    }

    @Test("points stay where they are on a surface that turns and comes nearer for fifty pictures")
    func staying() {
        let tracker = FeatureTracker()
        let middle = Vector2(160, 120)
        func moved(_ pixel: Vector2, _ step: Double) -> Vector2 {
            let (turn, scale) = (0.008 * step, 1 + 0.006 * step)
            let offset = (pixel - middle) * scale
            let (c, s) = (Double.cos(turn), Double.sin(turn))
            return middle + Vector2(c * offset.x - s * offset.y, s * offset.x + c * offset.y)
        }
        func back(_ pixel: Vector2, _ step: Double) -> Vector2 {
            let (turn, scale) = (-0.008 * step, 1 / (1 + 0.006 * step))
            let offset = (pixel - middle) * scale
            let (c, s) = (Double.cos(turn), Double.sin(turn))
            return middle + Vector2(c * offset.x - s * offset.y, s * offset.x + c * offset.y)
        }
        var starts: [Int32: Vector2] = [:]
        for step in 0...50 {
            let picture = texture.picture(width: 320, height: 240) { back($0, Double(step)) }
            tracker.track(picture, camera: camera, currentFromPrevious: nil)
            guard step == 0 else { continue }
            for feature in tracker.features {
                starts[feature.identifier] = Vector2(Double(feature.pixel.x), Double(feature.pixel.y))
            }
        }
        let errors = tracker.features.compactMap { feature in
            starts[feature.identifier].map {
                (moved($0, 50) - Vector2(Double(feature.pixel.x), Double(feature.pixel.y))).length
            }
        }.sorted()
        #expect(errors.count > 20)
        #expect((errors.isEmpty ? .infinity : errors[errors.count / 2]) < 0.1)
        // Weak corners follow the stretch more slowly than the image grows.
        #expect((errors.isEmpty ? .infinity : errors[errors.count * 9 / 10]) < 0.6)
    }

    @Test("identifiers stay with their features and are never used twice")
    func identity() {
        let tracker = FeatureTracker()
        var seen: Set<Int32> = []
        var known: Set<Int32> = []
        for step in 0..<12 {
            let offset = SIMD2(Double(step) * 7.3, Double(step) * -3.1)
            let picture = texture.picture(width: 320, height: 240, offset: offset)
            tracker.track(picture, camera: camera, currentFromPrevious: nil)
            let now = Set(tracker.features.map(\.identifier))
            #expect(now.count == tracker.features.count)
            for feature in tracker.features {
                if feature.age == 0 { #expect(!seen.contains(feature.identifier)) }
                if feature.age > 0 { #expect(known.contains(feature.identifier)) }
            }
            seen.formUnion(now)
            known = now
        }
    }

    @Test(
        "black and tiny pictures give no features and do not trap",
        arguments: [(320, 240), (1, 1), (17, 3), (40, 33)]
    )
    func nothing(width: Int, height: Int) {
        let tracker = FeatureTracker()
        for _ in 0..<3 {
            tracker.track(GrayImage(width: width, height: height), camera: camera, currentFromPrevious: nil)
            #expect(tracker.features.isEmpty)
        }
    }

    @Test("a picture of another size starts afresh")
    func resize() {
        let tracker = FeatureTracker()
        tracker.track(texture.picture(width: 320, height: 240), camera: camera, currentFromPrevious: .identity)
        let last = tracker.features.map(\.identifier).max() ?? -1
        tracker.track(texture.picture(width: 256, height: 200), camera: camera, currentFromPrevious: .identity)
        #expect(!tracker.features.isEmpty)
        #expect(tracker.features.allSatisfy { $0.age == 0 && $0.identifier > last })
    }

    @Test("rows with padding and impossible sizes are taken as they are")
    func rows() {
        let picture = texture.picture(width: 320, height: 240)
        let whole = FeatureTracker()
        whole.track(picture, camera: camera, currentFromPrevious: nil)
        var padded = [UInt8](repeating: 99, count: 352 * 240)
        for y in 0..<240 { for x in 0..<320 { padded[352 * y + x] = picture[x, y] } }
        let tracker = FeatureTracker()
        func track(width: Int, height: Int, bytesPerRow: Int) {
            tracker.track(
                pixels: padded,
                width: width,
                height: height,
                bytesPerRow: bytesPerRow,
                camera: camera,
                currentFromPrevious: nil
            )
        }
        track(width: 320, height: 240, bytesPerRow: 352)
        #expect(tracker.features == whole.features)
        track(width: 320, height: 0, bytesPerRow: 352)
        #expect(tracker.features.isEmpty)
        track(width: 320, height: 240, bytesPerRow: 10)
        #expect(tracker.features.isEmpty)
    }

    /// Errors of the tracked points from the texture at rest to a second image, pixels.
    private func track(
        _ second: GrayImage,
        rotation: Rotation? = nil,
        truth: (Vector2) -> Vector2
    ) -> [Double] {
        let tracker = FeatureTracker()
        tracker.track(texture.picture(width: 320, height: 240), camera: camera, currentFromPrevious: nil)
        let before = tracker.features
        tracker.track(second, camera: camera, currentFromPrevious: rotation)
        return tracker.features.compactMap { feature in
            guard let start = before.first(where: { $0.identifier == feature.identifier }) else { return nil }
            let expected = truth(Vector2(Double(start.pixel.x), Double(start.pixel.y)))
            return (Vector2(Double(feature.pixel.x), Double(feature.pixel.y)) - expected).length
        }
    }
}
