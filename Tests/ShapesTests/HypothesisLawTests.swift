import Geometry
import Imaging
import Testing

@testable import Shapes

/// What holds for any four lines that may bound a rectangle.
@Suite("Laws of hypotheses")
struct HypothesisLawTests {
    private static let size = SIMD2<Float>(320, 240)

    /// A profile of edges that come and go, with texture on both sides, of lines that begin anywhere.
    private static func profile(_ random: inout SeededGenerator) -> SupportProfile {
        var profile = SupportProfile(capacity: 256)
        profile.start = Float(random.nextUniform() * 20 - 10)
        (profile.brighter[0], profile.darker[0], profile.textureAhead[0], profile.textureBehind[0]) = (0, 0, 0, 0)
        let (rough, smooth) = (random.nextUniform() * 60, random.nextUniform() * 10)
        var sign = 0
        for i in 0..<180 {
            if random.nextUniform() < 0.1 { sign = Int(random.nextUniform() * 3) - 1 }
            profile.brighter[i + 1] = profile.brighter[i] + (sign > 0 ? 1 : 0)
            profile.darker[i + 1] = profile.darker[i] + (sign < 0 ? 1 : 0)
            profile.textureAhead[i + 1] = profile.textureAhead[i] + Int32(random.nextUniform() * rough)
            profile.textureBehind[i + 1] = profile.textureBehind[i] + Int32(random.nextUniform() * smooth)
        }
        profile.count = 180
        return profile
    }

    @Test("a stretch is the same from either end, and two that touch are one")
    func stretches() {
        var random = SeededGenerator(seed: 41)
        for _ in 0..<200 {
            let profile = Self.profile(&random)
            defer { profile.deallocate() }
            let ends = (0..<3).map { _ in Float(random.nextUniform() * 400 - 30) }.sorted()
            let positions = ends.map { LinePosition(at: $0, profile) }
            let whole = positions[0].stretch(to: positions[2])
            let parts = positions[0].stretch(to: positions[1]) + positions[1].stretch(to: positions[2])
            for k in 0..<6 { #expect(abs(whole.sums[k] - parts.sums[k]) < 1e-3) }
            #expect(positions[2].stretch(to: positions[0]).sums == whole.sums)
            let direct = profile.support(from: ends[0], to: ends[2])
            #expect(whole.brighter == direct.brighter && whole.darker == direct.darker)
            #expect(whole.inside == direct.inside && whole.brighter + whole.darker <= whole.inside)
            #expect((0...1).contains(whole.textureContrast))
            #expect(positions[0].stretch(to: .none).length.isNaN)
        }
    }

    @Test("no rectangle scores above the bound by which it may be passed over, nor gains by its corners")
    func bounds() {
        var random = SeededGenerator(seed: 42)
        for _ in 0..<500 {
            let profiles = (0..<4).map { _ in Self.profile(&random) }
            defer { for profile in profiles { profile.deallocate() } }
            let ends = (0..<4).map { _ in (Float(random.nextUniform() * 300), Float(random.nextUniform() * 300)) }
            let positions = (0..<4).map {
                (LinePosition(at: ends[$0].0, profiles[$0]), LinePosition(at: ends[$0].1, profiles[$0]))
            }
            guard ends.allSatisfy({ abs($0.0 - $0.1) > 20 }) else { continue }
            let sides = (0..<4).map { QuadSide(line: $0, from: positions[$0].0, to: positions[$0].1) }
            let others = positions[0].0.stretch(to: positions[0].1) + positions[2].0.stretch(to: positions[2].1)
            let bound = QuadSides.bound(sides[1], sides[3], others)
            let score = QuadSides(sides[0], sides[1], sides[2], sides[3]).scoreOfCoverage
            #expect(score >= 0 && score <= 1.01 * bound)
            let judged = (0..<4).map { QuadSideEnds(sides[$0], profiles[$0]) }
            #expect((0...1).contains(QuadCorners.factor(judged[0], judged[1], judged[2], judged[3])))
            let nears = (0..<4).map { QuadSideEnds.near(sides[$0], profiles[$0]) }
            #expect((0...1).contains(QuadCorners.factor(near: nears.reduce(0, +) / 4)))
            // What the search assumes of two sides that it has not looked at.
            #expect(
                QuadCorners.factor(near: nears.reduce(0, +) / 4)
                    <= QuadCorners.factor(near: (nears[1] + nears[3] + 2) / 4)
            )
        }
    }

    @Test("a shape is allowed whichever corner is its first, and whichever way round it is written")
    func shapes() {
        var random = SeededGenerator(seed: 43)
        let shape = QuadShape(QuadrilateralOptions(), size: Self.size, focalLength: 272, centre: Self.size / 2)
        var allowed = 0
        for _ in 0..<2000 {
            let (middle, half) = (Self.size / 2, SIMD2<Float>(90, 60))
            let corners = [SIMD2<Float>(-1, -1), SIMD2(1, -1), SIMD2(1, 1), SIMD2(-1, 1)].map { corner in
                middle + corner * half
                    + SIMD2(Float(random.nextUniform() - 0.5), Float(random.nextUniform() - 0.5)) * 90
            }
            func isAllowed(_ order: [Int]) -> Bool {
                let c = order.map { corners[$0] }
                return shape.allows(QuadHypothesis(corners: (c[0], c[1], c[2], c[3])))
            }
            let verdict = isAllowed([0, 1, 2, 3])
            allowed += verdict ? 1 : 0
            for order in [[1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2], [3, 2, 1, 0], [0, 3, 2, 1]] {
                #expect(isAllowed(order) == verdict, "\(corners)")
            }
        }
        #expect(allowed > 200 && allowed < 1800, "both verdicts are tried")
    }

    /// The lines of an image and their profiles, as the detector has them.
    private static func withLines(of image: GrayImage, _ body: (EdgeLines, [SupportProfile], QuadView) -> Void) {
        image.pixels.withAddress { pixels in
            let view = QuadView(working: pixels, full: pixels, width: image.width, height: image.height, scale: 1)
            let finder = EdgeLineFinder()
            finder.load(view)
            let edges = finder.lines(of: view, threshold: 170, camera: nil)
            let profiles = LineProfiles()
            profiles.reset(edges, in: finder.field)
            body(edges, profiles.sampled(Array(edges.lines.indices), in: finder.field, edges, view), view)
        }
    }

    @Test("a search that keeps few hypotheses keeps the best of a search that keeps many")
    func search() {
        var image = Sheet().image()
        for y in 0..<480 {
            for x in 0..<640 where (x / 70 + y / 60) % 3 == 0 { image[x, y] = UInt8(min(255, Int(image[x, y]) + 35)) }
        }
        Self.withLines(of: image) { edges, profiles, view in
            let shape = QuadShape(
                QuadrilateralOptions(),
                size: view.size,
                focalLength: 0.85 * view.size.max(),
                centre: view.size / 2
            )
            func scores(_ count: Int) -> [Float] {
                QuadSearch(
                    lines: edges.lines,
                    profiles: profiles,
                    shape: shape,
                    size: view.size,
                    minimumSide: 0.8 * shape.minimumSide,
                    maximumCount: count
                ).hypotheses().map(\.score)
            }
            let many = scores(2000)
            #expect(many.count > 100 && many == many.sorted(by: >))
            for count in [1, 5, 24, 100] { #expect(scores(count) == Array(many.prefix(count))) }
        }
    }

    /// The four sides of a square, each with the sign of the step that a dark or a bright square has.
    private static func sides(_ left: Float, _ top: Float, _ side: Float, isDark: Bool) -> [LineSegment] {
        let middle = SIMD2(left, top) + side / 2
        return [SIMD2<Float>(0, -1), SIMD2(1, 0), SIMD2(0, 1), SIMD2(-1, 0)].map { outward in
            var segment = LineSegment(
                centre: middle + outward * (side / 2),
                direction: SIMD2(-outward.y, outward.x),
                start: -side / 2,
                end: side / 2,
                moments: LineMoments(),
                support: side,
                weight: side * side.squareRoot()
            )
            segment.brightening = ((segment.normal * outward).sum() > 0) == isDark ? 1 : -1
            return segment
        }
    }

    private static func loops(_ segments: [LineSegment]) -> [QuadHypothesis] {
        var options = QuadrilateralOptions()
        options.minimumSize = 0.05
        let shape = QuadShape(options, size: size, focalLength: 272, centre: size / 2)
        return QuadLoops(segments: segments, shape: shape).hypotheses()
    }

    @Test("of a grid of squares each is one loop, in whatever order its sides come", arguments: [false, true])
    func grid(_ isDark: Bool) {
        var segments: [LineSegment] = []
        for row in 0..<4 {
            for column in 0..<5 {
                segments += Self.sides(20 + 55 * Float(column), 15 + 52 * Float(row), 30, isDark: isDark)
            }
        }
        var random = SeededGenerator(seed: 44)
        for _ in 0..<3 {
            for i in segments.indices.dropFirst() { segments.swapAt(i, Int(random.nextUniform() * Double(i))) }
            let found = Self.loops(segments)
            #expect(found.count == 20)
            for quad in found {
                let area: Float = abs(quad.doubleArea)
                #expect(abs(area - 2 * 30 * 30) < 0.5)
            }
            #expect(Set(found.map { Int(($0.corners.0 + $0.corners.2).sum()) }).count > 7)
        }
    }

    @Test("sides that leave a gap, whose steps disagree, or of which one is missing are no loop")
    func brokenLoops() {
        let square = Self.sides(60, 60, 40, isDark: true)
        #expect(Self.loops(square).count == 1)
        #expect(Self.loops(Array(square.dropLast())).isEmpty)
        var disagreeing = square
        disagreeing[2].brightening *= -1
        #expect(Self.loops(disagreeing).isEmpty)
        var short = square
        (short[0].start, short[0].end) = (-8, 8)
        #expect(Self.loops(short).isEmpty)
        #expect(Self.loops([]).isEmpty)
    }

    @Test(
        "a lens is estimated from the bending of long edges to a quarter of its strength, and none from straight ones",
        arguments: [0, -1.2e-6, -2.2e-6] as [Float]
    )
    func lens(_ lambda: Float) {
        let warp = LensWarp.division(centre: SIMD2(320, 240), lambda: lambda)
        var image = GrayImage(width: 640, height: 480)
        for (left, top, right, bottom) in [(60.0, 50.0, 300.0, 220.0), (350, 60, 590, 230), (80, 270, 560, 430)] {
            var sheet = Sheet()
            sheet.corners = [
                Vector2(left, top), Vector2(right, top), Vector2(right, bottom), Vector2(left, bottom),
            ]
            sheet.straight = { Vector2(warp.straight(SIMD2<Float>($0))) }
            let drawn = sheet.image()
            for i in image.pixels.indices { image.pixels[i] = max(image.pixels[i], drawn.pixels[i]) }
        }
        Self.withLines(of: image) { edges, _, _ in
            switch edges.warp {
            case .none: #expect(lambda == 0)
            case .division(let centre, let found):
                #expect(lambda != 0 && abs(found / lambda - 1) < 0.25)
                #expect(centre == SIMD2(320, 240))
            case .camera: Issue.record("no camera was given")
            }
        }
    }
}
