import Geometry
import Imaging
import RealModule
import Testing

@testable import Shapes

/// The parts of the object tracker, each compared with its expected result for known images.
@Suite("What a followed object looks like")
struct AppearanceTests {
    /// Pixels in the middle of a larger buffer whose rest has another value, so that a look beyond the image shows.
    private static func withPoison(
        width: Int,
        height: Int,
        channels: Int,
        _ value: UInt8,
        _ body: (ImagePixels) -> Void
    ) {
        let (count, margin) = (width * height * channels, 4096)
        var bytes = [UInt8](repeating: 255, count: count + 2 * margin)
        for i in 0..<count { bytes[margin + i] = value }
        bytes.withImage(width: width, height: height, channels: channels, from: margin, body)
    }

    @Test(
        "no pixel beyond an image's edge is looked at, however small the image and wherever the object",
        arguments: [(1, 1), (1, 9), (9, 1), (2, 2), (3, 40), (40, 3), (64, 48)],
        [1, 4]
    )
    func edges(_ size: (Int, Int), _ channels: Int) {
        let (width, height) = size
        Self.withPoison(width: width, height: height, channels: channels, 100) { image in
            let region = ImageRegion()
            let patch = PatchFeatures(size: 32, batches: 2)
            for centre in [
                SIMD2<Float>(0, 0), SIMD2(Float(width), Float(height)), SIMD2(-50, 20), SIMD2(500, 500),
            ] {
                for step: Float in [0.2, 1, 1.7, 2, 3.5, 9] {
                    region.load(image, about: centre, halfSide: 64 * step, step: step)
                    patch.extract(from: region, centre: centre, step: step)
                    #expect((0..<128 * 128).allSatisfy { abs(patch.samples[$0].w - 100) < 1 })
                }
            }
        }
    }

    @Test("a region is the mean of blocks of pixels, and says where it begins", arguments: [1, 4])
    func region(_ channels: Int) {
        var random = SeededGenerator(seed: 12)
        let (width, height) = (70, 50)
        let bytes = (0..<width * height * channels).map { _ in UInt8(random.nextUniform() * 255.99) }
        bytes.withImage(width: width, height: height, channels: channels) { image in
            let region = ImageRegion()
            region.load(image, about: SIMD2(40, 20), halfSide: 15, step: 3.2)
            #expect(region.factor == 3)
            #expect(region.origin == SIMD2(25, 5))
            #expect((region.width, region.height) == (10, 10))
            for y in 0..<region.height {
                for x in 0..<region.width {
                    for channel in 0..<3 {
                        var sum = 0
                        for j in 0..<3 {
                            for i in 0..<3 {
                                let at = (5 + 3 * y + j) * width + 25 + 3 * x + i
                                sum += Int(bytes[at * channels + (channels == 1 ? 0 : channel)])
                            }
                        }
                        let mean = Int(region.pixels[4 * (y * region.width + x) + channel])
                        #expect(abs(Double(mean) - Double(sum) / 9) < 0.6)
                    }
                }
            }
        }
    }

    /// A ramp whose gray grows along a direction in the middle, steep enough that whole gray levels do not turn it.
    private static func ramp(_ angle: Double, side: Int = 160) -> [UInt8] {
        (0..<side * side).map { i in
            let (x, y) = (Double(i % side) - 79.5, Double(i / side) - 79.5)
            return UInt8(max(0, min(255, 128 + 7 * (x * Double.cos(angle) + y * Double.sin(angle)))))
        }
    }

    /// Gray values 0…255 as a patch's features, one sample a pixel.
    private static func features(_ gray: [UInt8], side: Int = 160, batches: Int = 4) -> PatchFeatures {
        let patch = PatchFeatures(size: 32, batches: batches)
        gray.withImage(width: side, height: side, channels: 1) { image in
            let region = ImageRegion()
            let middle = SIMD2<Float>(repeating: Float(side) / 2)
            region.load(image, about: middle, halfSide: 80, step: 1)
            patch.extract(from: region, centre: middle, step: 1)
        }
        return patch
    }

    @Test("a ramp's direction stands in its own channel of a cell's histogram", arguments: 0..<18)
    func direction(_ bin: Int) {
        let patch = Self.features(Self.ramp(2 * .pi * Double(bin) / 18))
        // A cell in the middle: eighteen signed directions in the order of the planes' lanes.
        let cell = 16 * 32 + 16
        let area = 32 * 32
        let (first, second, last) = (
            patch.planes[cell], patch.planes[area + cell], patch.planes[3 * area + cell]
        )
        let signed = (0..<18).map { k -> Float in
            k < 8 ? first[k] : k == 8 ? last[0] : k < 17 ? second[k - 9] : last[1]
        }
        let most = signed.indices.max { signed[$0] < signed[$1] }
        #expect(most == bin)
        #expect(signed[(bin + 9) % 18] < 0.02 * signed[bin], "nothing grows the other way")
    }

    @Test("an even patch has no gradients, and its gray is told about the middle of the scale")
    func even() {
        let patch = Self.features([UInt8](repeating: 204, count: 160 * 160))
        let area = 32 * 32
        let cell = 15 * 32 + 15
        for plane in 0..<3 { #expect(patch.planes[plane * area + cell] == .zero) }
        let last = patch.planes[3 * area + cell]
        // The window is within a hundredth of 1 in the middle.
        #expect(abs(last[3] - 0.3) < 0.01)
        #expect(abs(last[4]) < 1e-3 && abs(last[5]) < 1e-3)
    }

    @Test(
        "a filter answers with its peak where the patch went, and all answers are lower without it",
        arguments: [SIMD2(0, 0), SIMD2(3, 0), SIMD2(0, -2), SIMD2(-4, 5), SIMD2(6, 6)]
    )
    func filterPeak(_ cells: SIMD2<Int>) {
        var random = SeededGenerator(seed: 21)
        let object = (0..<12 * 12).map { _ in UInt8(random.nextUniform() * 255) }
        let ground = (0..<40 * 40).map { _ in UInt8(90 + random.nextUniform() * 60) }
        func image(_ shift: SIMD2<Int>?) -> [UInt8] {
            (0..<160 * 160).map { i in
                let (x, y) = (i % 160, i / 160)
                if let shift {
                    let (u, v) = ((x - 56 - 4 * shift.x), (y - 56 - 4 * shift.y))
                    if u >= 0, v >= 0, u < 48, v < 48 { return object[v / 4 * 12 + u / 4] }
                }
                return ground[y / 4 * 40 + x / 4]
            }
        }
        let filter = CorrelationFilter(size: 32, batches: 4)
        filter.start(box: SIMD2(12, 12))
        filter.look(at: Self.features(image(.zero)))
        filter.learn(rate: 1, rounds: 4)
        func answers(_ gray: [UInt8]) -> (cell: Int, peak: Float) {
            filter.look(at: Self.features(gray))
            filter.answer(lane: 0)
            let answers = filter.answers()
            let cell = (0..<32 * 32).max { answers[$0][0] < answers[$1][0] } ?? 0
            return (cell, answers[cell][0])
        }
        let there = answers(image(cells))
        #expect(there.cell % 32 == (cells.x + 32) % 32 && there.cell / 32 == (cells.y + 32) % 32)
        #expect(answers(image(nil)).peak < 0.4 * there.peak)
    }

    @Test(
        "the change of size between three answers is told by their peaks, and the higher one is taken when it is clear"
    )
    func scaleSteps() {
        func steps(_ same: Float, _ smaller: Float, _ larger: Float) -> Float {
            var lanes = [FourierTransform.Lanes](repeating: .zero, count: 32 * 32)
            lanes[3 * 32 + 5] = FourierTransform.Lanes(same, smaller, larger, 0, 0, 0, 0, 0)
            return lanes.withUnsafeBufferPointer { lanes in
                guard let start = lanes.baseAddress else { return .nan }
                return FilterResponse(start, side: 32).scaleSteps(atPeak: 5, 3)
            }
        }
        #expect(steps(1, 0.8, 0.8) == 0)
        #expect(steps(1, 0.8, 1.2) == 1)
        #expect(steps(1, 1.3, 1.2) == -1)
        let slight = steps(1, 0.9, 0.98)
        #expect(slight > 0 && slight < 0.5)
        #expect(abs(steps(1, 0.98, 0.9) + slight) < 1e-6)
        // Peaks e^(−(s − 0.25)²) at s = −1, 0, 1 have their top at a quarter of a step, of which 0.8 are believed.
        let exact = steps(.exp(-0.0625), .exp(-1.5625), .exp(-0.5625))
        #expect(abs(exact - 0.8 * 0.25) < 1e-3)
    }

    /// A red square on a blue ground, 160 × 160, in a region; a patch of it, and what its colours teach.
    private static func redOnBlue(_ body: (ImageRegion, PatchFeatures, ColorModel) -> Void) {
        let bytes = (0..<160 * 160).flatMap { i -> [UInt8] in
            let (x, y) = (i % 160, i / 160)
            return abs(x - 80) < 20 && abs(y - 80) < 20 ? [200, 40, 30, 255] : [30, 50, 190, 255]
        }
        bytes.withImage(width: 160, height: 160, channels: 4) { image in
            let region = ImageRegion()
            region.load(image, about: SIMD2(80, 80), halfSide: 80, step: 1)
            let patch = PatchFeatures(size: 32, batches: 2)
            patch.extract(from: region, centre: SIMD2(80, 80), step: 1)
            let model = ColorModel()
            model.learn(patch, box: SIMD2(40, 40), rate: 1)
            body(region, patch, model)
        }
    }

    @Test("colours that part an object from its ground give certainty, others none")
    func colors() {
        Self.redOnBlue { region, patch, model in
            #expect(model.contrast > 0.95)
            #expect(model.probability(of: SIMD4(200, 40, 30, 0)) > 0.98)
            #expect(model.probability(of: SIMD4(30, 50, 190, 0)) < 0.02)
            #expect(model.probability(of: SIMD4(10, 240, 10, 0)) == 0.5, "a colour never seen")
            // The whole patch is background: nothing separates the object from it.
            patch.extract(from: region, centre: SIMD2(0, 0), step: 0.1)
            let blind = ColorModel()
            blind.learn(patch, box: SIMD2(40, 40), rate: 1)
            #expect(blind.contrast < 0.05)
        }
    }

    @Test("a slow rate keeps what was known, a rate of one forgets it")
    func forgetting() {
        Self.redOnBlue { region, patch, model in
            // The object's box now shows the ground.
            patch.extract(from: region, centre: SIMD2(0, 0), step: 0.1)
            model.learn(patch, box: SIMD2(40, 40), rate: 0.04)
            #expect(model.probability(of: SIMD4(200, 40, 30, 0)) > 0.95)
            model.learn(patch, box: SIMD2(40, 40), rate: 1)
            #expect(abs(model.probability(of: SIMD4(200, 40, 30, 0)) - 0.5) < 0.05)
        }
    }

    @Test("the vote for a shift is the part of the box there that has the object's colours")
    func votes() {
        Self.redOnBlue { _, patch, model in
            let vote = ColorVote(size: 32)
            vote.count(patch, model, box: SIMD2(10, 10))
            // The square covers ten cells each way; a shift of k cells leaves 10 − k of them in the box.
            for (dx, dy) in [(0, 0), (2, 0), (0, 3), (-4, 1), (5, 5), (-9, -9)] {
                let found = vote.votes[((dy + 32) % 32) * 32 + (dx + 32) % 32]
                let exact = Float(10 - abs(dx)) * Float(10 - abs(dy)) / 100
                #expect(abs(found - exact) < 0.12, "shift \(dx), \(dy): \(found) for \(exact)")
            }
            #expect(vote.votes[16 * 32 + 16] < 0.05)
        }
    }

    /// A chequered thing at a position on an even ground, as bytes of four channels.
    private static func thing(
        at corner: SIMD2<Int>,
        gain: Float = 1,
        offset: Float = 0,
        isShown: Bool = true
    ) -> [UInt8] {
        (0..<200 * 150).flatMap { i -> [UInt8] in
            let (u, v) = (i % 200 - corner.x, i / 200 - corner.y)
            var color = SIMD3<Float>(110, 115, 120)
            if isShown, u >= 0, v >= 0, u < 40, v < 40 {
                color =
                    (u / 8 + v / 8) % 2 == 0
                    ? SIMD3(180, 60, 40) : (u / 20 == 0 ? SIMD3(60, 60, 150) : SIMD3(170, 160, 60))
            }
            color = color * gain + offset
            return (0..<4).map { $0 < 3 ? UInt8(max(0, min(255, color[$0]))) : 255 }
        }
    }

    private static func withPixels<Result>(
        _ bytes: [UInt8],
        _ body: (ImagePixels) -> Result
    )
        -> Result
    {
        bytes.withImage(width: 200, height: 150, channels: 4, body)
    }

    @Test("a view is itself in brighter and dimmer light, another thing is not")
    func similarity() throws {
        var memory = AppearanceMemory(size: SIMD2(40, 40))
        let centre = SIMD2<Float>(80, 70)
        Self.withPixels(Self.thing(at: SIMD2(60, 50))) { memory.learn($0, centre: centre, scale: 1) }
        func like(_ bytes: [UInt8], _ centre: SIMD2<Float> = centre, _ scale: Float = 1) -> Float? {
            Self.withPixels(bytes) { memory.similarity($0, centre: centre, scale: scale) }
        }
        #expect(try #require(like(Self.thing(at: SIMD2(60, 50)))) > 0.9999)
        for (gain, offset) in [(0.6, 0), (1.3, 0), (0.8, 40), (1.1, -30)] as [(Float, Float)] {
            #expect(try #require(like(Self.thing(at: SIMD2(60, 50), gain: gain, offset: offset))) > 0.99)
        }
        #expect(
            try #require(like(Self.thing(at: SIMD2(68, 50)))) < 0.5,
            "shifted by a square of its pattern"
        )
        #expect(try #require(like(Self.thing(at: SIMD2(60, 50)), centre, 1.4)) < 0.9)
        let gray = [UInt8](repeating: 120, count: 200 * 150 * 4)
        #expect(like(gray) == nil, "one gray has no similarity")
        #expect(like(Self.thing(at: SIMD2(60, 50)), SIMD2(5, 70)) == nil, "it hangs out of the image")
    }

    @Test(
        "a lost object is found anywhere in the image",
        arguments: [SIMD2(4, 3), SIMD2(150, 100), SIMD2(97, 51), SIMD2(12, 108)]
    )
    func search(_ corner: SIMD2<Int>) throws {
        var memory = AppearanceMemory(size: SIMD2(40, 40))
        Self.withPixels(Self.thing(at: SIMD2(60, 50))) {
            memory.learn($0, centre: SIMD2(80, 70), scale: 1)
        }
        let found = Self.withPixels(Self.thing(at: corner, gain: 0.8)) {
            memory.find(in: $0, scale: 1, count: 3)
        }
        let best = try #require(found.first)
        let away = best.centre - SIMD2(Float(corner.x + 20), Float(corner.y + 20))
        #expect((away * away).sum().squareRoot() < 4)
        #expect(best.similarity > 0.75)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.similarity >= $1.similarity })
    }

    @Test("an empty image and a memory without views give no candidates")
    func nothingFound() {
        var memory = AppearanceMemory(size: SIMD2(40, 40))
        let shown = Self.thing(at: SIMD2(60, 50))
        #expect(Self.withPixels(shown) { memory.find(in: $0, scale: 1, count: 3) }.isEmpty)
        Self.withPixels(shown) { memory.learn($0, centre: SIMD2(80, 70), scale: 1) }
        let empty = Self.thing(at: .zero, isShown: false)
        #expect(Self.withPixels(empty) { memory.find(in: $0, scale: 1, count: 3) }.isEmpty)
        #expect(
            Self.withPixels(shown) { memory.find(in: $0, scale: 20, count: 3) }.isEmpty,
            "larger than the image"
        )
    }
}
