import Geometry
import Imaging
import RealModule
import Testing

@testable import Shapes

/// The hand's piece of an image, the ends of its fingers, and how they are followed, on shapes that are known.
@Suite("Hands and the ends of their fingers")
struct HandTests {
    /// A map of an image of one byte a channel whose warm pixels are the hand: red where `isHand`, gray elsewhere.
    private static func map(
        width: Int = 320,
        height: Int = 240,
        _ isHand: (Int, Int) -> Bool
    )
        -> HandMap
    {
        let bytes = (0..<width * height).flatMap { i -> [UInt8] in
            isHand(i % width, i / width) ? [220, 150, 120, 255] : [110, 110, 110, 255]
        }
        let map = HandMap(imageWidth: width, imageHeight: height)
        bytes.withImage(width: width, height: height, channels: 4) { map.load($0) }
        map.classifyWarm()
        return map
    }

    /// A finger of a width from a tip on, along a direction, as a capsule.
    private static func isFinger(
        _ x: Int,
        _ y: Int,
        tip: Vector2,
        inward: Vector2,
        width: Double
    )
        -> Bool
    {
        let p = Vector2(Double(x) + 0.5, Double(y) + 0.5) - tip
        let along = max(width / 2, min(80, dot(p, inward)))
        return (p - inward * along).length < width / 2
    }

    @Test(
        "a map is the mean of blocks of pixels of about 320 columns",
        arguments: [(640, 480, 2), (320, 240, 1), (1280, 720, 4)]
    )
    func blocks(_ width: Int, _ height: Int, _ factor: Int) {
        let bytes = (0..<width * height).flatMap { i -> [UInt8] in
            let (x, y) = (i % width, i / width)
            return [UInt8(x * 7 % 251), UInt8(y * 5 % 241), UInt8((x + y) % 200), 255]
        }
        let map = HandMap(imageWidth: width, imageHeight: height)
        bytes.withImage(width: width, height: height, channels: 4) { map.load($0) }
        #expect(map.factor == factor && map.width == width / factor && map.height == height / factor)
        for (x, y) in [(0, 0), (map.width - 1, map.height - 1), (37, 91)] {
            var sum = SIMD3(0, 0, 0)
            for j in 0..<factor {
                for i in 0..<factor {
                    let at = 4 * ((y * factor + j) * width + x * factor + i)
                    for c in 0..<3 { sum[c] += Int(bytes[at + c]) }
                }
            }
            let (red, green, blue) = map.color(x, y)
            let area = factor * factor
            #expect((red, green, blue) == (Float(sum.x / area), Float(sum.y / area), Float(sum.z / area)))
        }
    }

    @Test("skin is warm under white light, gray and blue are not")
    func warmth() {
        for skin in [(230, 170, 140), (160, 100, 75), (90, 58, 44)] as [(Float, Float, Float)] {
            #expect(HandMap.warmth(skin.0, skin.1, skin.2) > 0.12)
        }
        #expect(abs(HandMap.warmth(120, 120, 120)) < 1e-6)
        #expect(HandMap.warmth(60, 90, 180) < -0.1)
    }

    @Test("the piece that grows from a pixel is all that is connected to it by sides, and no more")
    func connected() {
        // Two blocks that touch at a corner alone, and a third beyond a gap.
        let map = Self.map { x, y in
            (20..<60).contains(x) && (20..<60).contains(y)
                || (60..<90).contains(x) && (60..<90).contains(y)
                || (200..<230).contains(x) && (20..<50).contains(y)
        }
        // Smoothing blurs the borders by a pixel; a high threshold keeps to the blocks.
        #expect(map.connect(from: [(x: 40, y: 40)], threshold: 120))
        #expect(map.isHand(25, 55) && map.isHand(57, 22))
        #expect(!map.isHand(210, 30))
        #expect(map.handCount == map.hand.reduce(0) { $0 + Int($1) })
        #expect(!map.connect(from: [(x: 150, y: 150), (x: -3, y: 7), (x: 999, y: 0)], threshold: 120))
        #expect(map.handCount == 0)
    }

    @Test("of two pieces the one where the hand was is the hand, unless the other is much larger")
    func likeliest() {
        let map = Self.map { x, y in
            (30..<70).contains(x) && (30..<70).contains(y)
                || (200..<250).contains(x) && (100..<150).contains(y)
        }
        #expect(map.connect(from: [(x: 50, y: 50)], threshold: 120))
        map.connectLikeliest(threshold: 120)
        #expect(
            map.isHand(50, 50) && !map.isHand(220, 120),
            "1,600 pixels, all of them the hand's before"
        )
        #expect(map.connect(from: [(x: 0, y: 0)], threshold: 0))
        for _ in 0..<2 { map.connectLikeliest(threshold: 120) }
        #expect(
            map.isHand(220, 120) && !map.isHand(50, 50),
            "of two pieces that were the hand the larger"
        )
    }

    @Test("a hand below hundreds of specks of its colour is found")
    func specks() {
        // A tiled wall: 400 specks of 4 × 4 pixels above a hand of 100 × 70.
        let map = Self.map { x, y in
            if y < 120 { return x % 12 < 4 && y % 12 < 4 && x < 312 }
            return (110..<210).contains(x) && (150..<220).contains(y)
        }
        map.connectLikeliest(threshold: 120)
        #expect(map.isHand(160, 190))
        #expect(!map.isHand(2, 2))
        #expect(map.handCount > 6000)
    }

    @Test("colours that were the hand's are its own again, whatever the light; those around are not")
    func skin() {
        let map = Self.map { x, y in (100..<200).contains(x) && (60..<200).contains(y) }
        #expect(map.connect(from: [(x: 150, y: 100)], threshold: 120))
        let model = SkinModel()
        model.learn(map.colors, mask: map.hand, rate: 1)
        func likelihood(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
            model.likelihood[SkinModel.bin(red, green, blue)]
        }
        #expect(likelihood(220, 150, 120) > 240)
        #expect(likelihood(198, 135, 108) > 200, "the same skin a tenth darker")
        #expect(likelihood(110, 110, 110) < 15)
        #expect(likelihood(40, 60, 200) < 128)
        model.forget()
        model.learn(map.colors, mask: map.hand.map { 1 - $0 }, rate: 1)
        #expect(likelihood(220, 150, 120) < 15, "hand and ground have changed their parts")
        let before = model.likelihood
        model.learn(map.colors, mask: [UInt8](repeating: 0, count: map.hand.count), rate: 1)
        #expect(model.likelihood == before, "nothing is learnt without a hand")
    }

    @Test(
        "the end of a finger is found within a sixth of its width of its middle line, in any direction",
        arguments: [0.0, 0.4, 0.9, 1.571, 2.2, 3.0, 3.9, 4.7, 5.5]
    )
    func fingertip(_ angle: Double) throws {
        let inward = Vector2(Double.cos(angle), Double.sin(angle))
        let tip = Vector2(160.4, 120.3)
        // A palm at the end of the finger.
        let palm = tip + inward * 105
        let map = Self.map { x, y in
            Self.isFinger(x, y, tip: tip, inward: inward, width: 16)
                || (Vector2(Double(x) + 0.5, Double(y) + 0.5) - palm).length < 34
        }
        #expect(
            map.connect(from: [(x: Int(palm.x), y: Int(palm.y))], threshold: 120) || map.isHand(160, 120)
        )
        let found = FingertipFinder(map: map, fingerWidth: 16).candidates()
        let best = try #require(
            found.first { $0.point.x > 0 && length($0.point - SIMD2<Float>(tip)) < 9 }
        )
        #expect(best.quality > 0.4)
        #expect(Double((best.inward * SIMD2<Float>(inward)).sum()) > 0.95)
        let outermost = best.outermost(in: map, fingerWidth: 16)
        let error = Vector2(Double(outermost.x), Double(outermost.y)) - tip
        #expect(abs(cross(inward, error)) < 16.0 / 6, "beside the middle line")
        #expect(abs(dot(inward, error)) < 1.6, "the threshold of skin moves the outline by a pixel")
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.quality >= $1.quality })
    }

    private func length(_ v: SIMD2<Float>) -> Float { (v * v).sum().squareRoot() }

    @Test("a disc and a bar across the whole image have no fingertip")
    func noFingertip() {
        let disc = Self.map { x, y in (x - 160) * (x - 160) + (y - 120) * (y - 120) < 60 * 60 }
        #expect(disc.connect(from: [(x: 160, y: 120)], threshold: 120))
        #expect(
            FingertipFinder(map: disc, fingerWidth: 16).candidates().allSatisfy { $0.quality < 0.2 }
        )
        let bar = Self.map { _, y in (112..<128).contains(y) }
        #expect(bar.connect(from: [(x: 160, y: 120)], threshold: 120))
        let middle = FingertipFinder(map: bar, fingerWidth: 16).candidates().filter {
            abs($0.point.x - 160) < 120
        }
        #expect(middle.isEmpty)
    }

    @Test("a tapped point is found again on the finger, however it lies on its end")
    func offset() {
        let outermost = SIMD2<Float>(100, 80)
        for angle in stride(from: Float(0), to: 6.28, by: 0.31) {
            let inward = SIMD2(Float.cos(angle), Float.sin(angle))
            let middle = outermost + inward * 8
            // Wherever it was tapped within the round end.
            for shift in [SIMD2<Float>(0, 0), SIMD2(3, 2), SIMD2(-4, 1), SIMD2(0, -5), SIMD2(2, 5)] {
                let tapped = middle + shift
                let offset = TipOffset(of: tapped, from: outermost, inward: inward, fingerWidth: 16)
                #expect(length(offset.point(from: outermost, inward: inward) - tapped) < 1e-3)
                let moved = offset.point(from: outermost + SIMD2(7, -3), inward: inward)
                #expect(length(moved - tapped - SIMD2(7, -3)) < 1e-3)
            }
        }
        // Nothing known: the middle of the round end, which has no radius yet.
        #expect(TipOffset().point(from: outermost, inward: SIMD2(0, 1)) == outermost)
        // A tap far from the finger counts as its rim.
        let far = TipOffset(
            of: outermost + SIMD2(90, 0),
            from: outermost,
            inward: SIMD2(0, 1),
            fingerWidth: 16
        )
        #expect(length(far.point(from: outermost, inward: SIMD2(0, 1)) - outermost) < 30)
    }

    /// A finger with a pattern, so that its patch can be matched.
    private static func patterned(_ tip: Vector2) -> HandMap {
        let (width, height) = (320, 240)
        let bytes = (0..<width * height).flatMap { i -> [UInt8] in
            let (x, y) = (i % width, i / width)
            guard isFinger(x, y, tip: tip, inward: Vector2(0, 1), width: 22) else {
                return [100, 105, 110, 255]
            }
            let p = Vector2(Double(x) + 0.5, Double(y) + 0.5) - tip
            let shade = 1 + 0.18 * Double.sin(p.x * 0.9) * Double.cos(p.y * 0.7)
            return [UInt8(190 * shade), UInt8(128 * shade), UInt8(100 * shade), 255]
        }
        let map = HandMap(imageWidth: width, imageHeight: height)
        bytes.withImage(width: width, height: height, channels: 4) { map.load($0) }
        map.classifyWarm()
        _ = map.connect(from: [(x: Int(tip.x), y: Int(tip.y) + 20)], threshold: 100)
        return map
    }

    @Test(
        "a finger's own pixels say by how much it moved, to a third of a pixel",
        arguments: [
            Vector2(0, 0), Vector2(4, -3), Vector2(-7, 6), Vector2(2.5, 1.5),
        ]
    )
    func patchShift(_ move: Vector2) throws {
        let tip = Vector2(150.5, 90.5)
        let patch = TipPatch(Self.patterned(tip), about: SIMD2<Float>(tip), fingerWidth: 22)
        let found = try #require(patch.shift(in: Self.patterned(tip + move), around: .zero, within: 12))
        #expect(length(found.move - SIMD2<Float>(move)) < 0.4)
        #expect(found.fit > 0.6)
        let guessed = try #require(
            patch.shift(in: Self.patterned(tip + move), around: SIMD2(3, 2), within: 14)
        )
        #expect(
            length(guessed.move - found.move) < 0.05,
            "the guess moves the search, not what is found"
        )
    }

    @Test("a patch where no hand is tells nothing, and one whose hand has gone fits badly")
    func patchWithoutHand() throws {
        let empty = Self.map { _, _ in false }
        #expect(
            TipPatch(empty, about: SIMD2(50, 50), fingerWidth: 22).shift(
                in: empty,
                around: .zero,
                within: 5
            ) == nil
        )
        let tip = Vector2(150.5, 90.5)
        let patch = TipPatch(Self.patterned(tip), about: SIMD2<Float>(tip), fingerWidth: 22)
        let gone = try #require(patch.shift(in: empty, around: .zero, within: 5))
        #expect(gone.fit < 0.2)
        // At the map's rim nothing traps.
        for corner in [SIMD2<Float>(0, 0), SIMD2(319, 239), SIMD2(-40, 500)] {
            _ = TipPatch(Self.patterned(tip), about: corner, fingerWidth: 22).shift(
                in: empty,
                around: .zero,
                within: 9
            )
        }
    }

    @Test("a fingertip's surroundings are like themselves, in other light too, and less so elsewhere")
    func template() {
        let (tip, other) = (Vector2(150.5, 90.5), Vector2(110, 130))
        let first = TipTemplate(Self.patterned(tip), about: SIMD2<Float>(tip), step: 3)
        let same = TipTemplate(Self.patterned(other), about: SIMD2<Float>(other), step: 3).similarity(
            first
        )
        let beside = TipTemplate(Self.patterned(tip), about: SIMD2<Float>(tip) + SIMD2(18, 0), step: 3)
            .similarity(first)
        #expect(first.similarity(first).skin > 0.9999 && first.similarity(first).gray > 0.9999)
        #expect(same.skin > 0.9)
        #expect(beside.skin < same.skin - 0.2)
    }

    @Test("of a box's colours the groups are the box's own", arguments: [2, 3, 4])
    func clusters(_ count: Int) {
        let map = Self.map { x, y in (100..<130).contains(x) && (60..<200).contains(y) }
        let groups = ColorClusters(map, columns: 90...139, rows: 80...119, count: count).groups
        let members = groups.flatMap(\.self)
        #expect(members.count == 50 * 40)
        #expect(
            Set(members.map { $0.y * 320 + $0.x }).count == members.count,
            "every pixel is in one group"
        )
        // Two colours: no group of a size mixes them.
        for group in groups where !group.isEmpty {
            let inside = group.filter { (100..<130).contains($0.x) }.count
            #expect(inside == 0 || inside == group.count)
        }
    }
}

extension HandMap {
    /// Takes warm pixels for skin; without any, nothing is.
    func classifyWarm() {
        let model = SkinModel()
        let warm = (0..<width * height).map { UInt8(colors[3 * $0] > colors[3 * $0 + 2] ? 1 : 0) }
        if model.learn(colors, mask: warm, rate: 1) { classify(model) }
    }
}
