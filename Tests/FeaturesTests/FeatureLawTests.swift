import Geometry
import Imaging
import RealModule
import Testing

@testable import Features

/// Corners beside a plain slow sum, and what holds for features of any images.
@Suite("Laws of features")
struct FeatureLawTests {
    private static let camera = Texture.camera(width: 320, height: 240)

    private static func noise(_ width: Int, _ height: Int, seed: UInt64) -> GrayImage {
        var random = SeededGenerator(seed: seed)
        let coarse = (0..<(width / 4 + 1) * (height / 4 + 1)).map { _ in random.nextUniform() * 200 }
        return GrayImage(
            width: width,
            height: height,
            pixels: (0..<width * height).map { i in
                UInt8(coarse[i / width / 4 * (width / 4 + 1) + i % width / 4] + random.nextUniform() * 50)
            }
        )
    }

    /// Determinant over trace of the squared slopes summed over 7 × 7 pixels.
    private static func strength(_ image: GrayImage, _ x: Int, _ y: Int) -> Double {
        var (a, b, c) = (0.0, 0.0, 0.0)
        for v in y - 3...y + 3 {
            for u in x - 3...x + 3 {
                let gx = (Double(image[u + 1, v]) - Double(image[u - 1, v])) / 2
                let gy = (Double(image[u, v + 1]) - Double(image[u, v - 1])) / 2
                a += gx * gx
                b += gx * gy
                c += gy * gy
            }
        }
        return a + c > 0 ? (a * c - b * b) / (a + c) : 0
    }

    private static func corners(
        _ image: GrayImage,
        _ cell: CornerDetector.Cell,
        count: Int,
        floor: Float = 0,
        distance: Float = 6,
        avoiding taken: [TrackedFeature] = []
    ) -> [Corner] {
        let pyramid = ImagePyramid(maximumLevels: 1)
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            pyramid.build(pixels: base, width: image.width, height: image.height, bytesPerRow: image.width)
        }
        let detector = CornerDetector()
        defer { detector.deallocate() }
        var found: [Corner] = []
        detector.detect(
            in: pyramid.levels[0],
            cell: cell,
            count: count,
            floor: floor,
            distance: distance,
            avoiding: taken,
            into: &found
        )
        return found
    }

    @Test(
        "a corner's strength is that of the slow sum, and no peak well inside the cell is stronger than the first",
        arguments: [(20, 20, 16, 16), (9, 31, 96, 40), (50, 12, 33, 96), (70, 70, 5, 3)]
    )
    func slowSum(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws {
        let image = Self.noise(160, 120, seed: 91)
        let cell = CornerDetector.Cell(x: x, y: y, width: width, height: height)
        let found = Self.corners(image, cell, count: 4)
        #expect(!found.isEmpty || width < 7)
        for corner in found {
            // The corner lies at most half a pixel beside the pixel that was judged.
            let (u, v) = (Int(corner.pixel.x.rounded(.down)), Int(corner.pixel.y.rounded(.down)))
            let near = (-1...1).flatMap { dy in (-1...1).map { dx in Self.strength(image, u + dx, v + dy) } }
            #expect(near.contains { abs($0 / Double(corner.strength) - 1) < 1e-3 })
        }
        // At a cell's edge a slope towards a corner of the next cell hides what is within two pixels.
        for v in (y + 3)..<max(y + 3, y + height - 3) {
            for u in (x + 3)..<max(x + 3, x + width - 3) {
                let here = Self.strength(image, u, v)
                let isPeak = (-1...1).allSatisfy { dy in
                    (-1...1).allSatisfy { dx in Self.strength(image, u + dx, v + dy) <= here }
                }
                guard isPeak else { continue }
                let first = try #require(found.first)
                #expect(Double(first.strength) > here * (1 - 1e-3))
            }
        }
    }

    @Test("corners keep their distance from each other and from what is taken, and are above the floor")
    func distances() throws {
        let image = Self.noise(160, 120, seed: 92)
        let cell = CornerDetector.Cell(x: 20, y: 15, width: 90, height: 80)
        let all = Self.corners(image, cell, count: 12, distance: 11)
        #expect(all.count == 12)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.strength >= $1.strength })
        for (index, one) in all.enumerated() {
            for other in all[..<index] {
                let away = one.pixel - other.pixel
                // A corner may lie half a pixel beside the pixel that was judged.
                #expect((away * away).sum().squareRoot() > 11 - 0.8)
            }
        }
        let taken = all.prefix(3).enumerated().map {
            TrackedFeature(identifier: Int32($0.offset), pixel: $0.element.pixel)
        }
        for corner in Self.corners(image, cell, count: 12, distance: 11, avoiding: taken) {
            for feature in taken {
                let away = corner.pixel - feature.pixel
                #expect((away * away).sum().squareRoot() > 11 - 0.8)
            }
        }
        let floor = all[5].strength
        let strong = Self.corners(image, cell, count: 12, floor: floor, distance: 11)
        #expect(strong == Array(all.prefix(5)))
        #expect(Self.corners(GrayImage(width: 160, height: 120, shade: 77), cell, count: 3).isEmpty)
    }

    @Test("a mirrored image has its mirrored corners, a negative the same")
    func symmetry() {
        let image = Self.noise(160, 120, seed: 93)
        let cell = CornerDetector.Cell(x: 40, y: 30, width: 80, height: 60)
        let found = Self.corners(image, cell, count: 6)
        var mirrored = image
        for y in 0..<120 { for x in 0..<160 { mirrored[159 - x, y] = image[x, y] } }
        let negative = GrayImage(width: 160, height: 120, pixels: image.pixels.map { 255 - $0 })
        for (a, b) in zip(found, Self.corners(mirrored, cell, count: 6)) {
            #expect(abs(a.pixel.x + b.pixel.x - 160) < 0.01 && abs(a.pixel.y - b.pixel.y) < 0.01)
        }
        for (a, b) in zip(found, Self.corners(negative, cell, count: 6)) {
            let away = a.pixel - b.pixel
            #expect((away * away).sum() < 1e-4)
        }
    }

    /// Images of a texture that moves, with a jump and a black image among them.
    private static let images: [GrayImage] = {
        let texture = Texture(seed: 17)
        return (0..<9).map { step in
            step == 5
                ? GrayImage(width: 320, height: 240)
                : texture.picture(width: 320, height: 240, offset: SIMD2(3.3 * Double(step), -1.7 * Double(step)))
        }
    }()

    @Test("features are in the image, apart, and no more than wanted; the same images give the same, bit for bit")
    func features() {
        var configuration = FeatureTrackerConfiguration()
        configuration.maximumCount = 70
        let (tracker, twin) = (
            FeatureTracker(configuration: configuration), FeatureTracker(configuration: configuration)
        )
        for image in Self.images {
            tracker.track(image, camera: Self.camera, currentFromPrevious: nil)
            twin.track(image, camera: Self.camera, currentFromPrevious: nil)
            #expect(tracker.features == twin.features && tracker.features.count <= 70)
            for (index, feature) in tracker.features.enumerated() {
                #expect(
                    feature.pixel.x >= 7 && feature.pixel.y >= 7 && feature.pixel.x <= 313 && feature.pixel.y <= 233
                )
                for other in tracker.features[..<index] {
                    let away = other.pixel - feature.pixel
                    #expect((away * away).sum().squareRoot() >= 0.29 * configuration.minimumDistancePixels)
                    #expect(other.age >= feature.age, "oldest first")
                }
            }
        }
    }

    @Test("after a reset a tracker is as new, but for its identifiers")
    func reset() {
        let (used, new) = (FeatureTracker(), FeatureTracker())
        for image in Self.images.prefix(4) { used.track(image, camera: Self.camera, currentFromPrevious: nil) }
        let last = used.features.map(\.identifier).max() ?? -1
        used.reset()
        #expect(used.features.isEmpty)
        for image in Self.images.suffix(3) {
            used.track(image, camera: Self.camera, currentFromPrevious: nil)
            new.track(image, camera: Self.camera, currentFromPrevious: nil)
            #expect(used.features.map(\.pixel) == new.features.map(\.pixel))
            #expect(used.features.map(\.age) == new.features.map(\.age))
            #expect(used.features.allSatisfy { $0.identifier > last })
        }
    }

    @Test(
        "a turn that is no number loses what was followed, and the next image finds anew",
        arguments: [Double.nan, .infinity]
    )
    func absurdTurn(_ value: Double) {
        let tracker = FeatureTracker()
        tracker.track(Self.images[0], camera: Self.camera, currentFromPrevious: nil)
        let turn = Rotation(exp: Vector3(value, 0, 0))
        tracker.track(Self.images[1], camera: Self.camera, currentFromPrevious: turn)
        #expect(tracker.features.allSatisfy { $0.age == 0 && $0.pixel.x.isFinite && $0.pixel.y.isFinite })
        tracker.track(Self.images[2], camera: Self.camera, currentFromPrevious: .identity)
        #expect(tracker.features.count { $0.age > 0 } > 30)
    }

    @Test("the distance of descriptors is one: symmetric, none to itself, no longer by a way round")
    func descriptors() {
        var random = SeededGenerator(seed: 94)
        func descriptor() -> BinaryDescriptor {
            BinaryDescriptor(words: SIMD4(random.next(), random.next(), random.next(), random.next()))
        }
        for _ in 0..<200 {
            let (a, b, c) = (descriptor(), descriptor(), descriptor())
            #expect(a.distance(to: a) == 0 && a.distance(to: b) == b.distance(to: a))
            #expect(a.distance(to: c) <= a.distance(to: b) + b.distance(to: c))
            let inverse = BinaryDescriptor(words: ~a.words)
            #expect(a.distance(to: inverse) == 256 && a.distance(to: b) + b.distance(to: inverse) == 256)
            var near = a
            near.words.z ^= 1 << 40 | 1
            #expect(a.distance(to: near) == 2)
        }
    }
}
