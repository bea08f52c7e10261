import Geometry
import Imaging
import RealModule
import Testing

@testable import Shapes

@Suite("Edges and the sides fitted to them")
struct EdgeFieldTests {
    private static func noise(_ width: Int, _ height: Int, seed: UInt64) -> GrayImage {
        var random = SeededGenerator(seed: seed)
        return GrayImage(
            width: width,
            height: height,
            pixels: (0..<width * height).map { _ in UInt8(random.nextUniform() * 255.99) }
        )
    }

    /// Gray on either side of a line through a point; each pixel is the mean of 64 samples.
    private static func step(
        through point: Vector2,
        along direction: Vector2,
        _ low: Double,
        _ high: Double,
        width: Int = 200,
        height: Int = 160
    ) -> GrayImage {
        var image = GrayImage(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                var share = 0.0
                for sample in 0..<64 {
                    let p = Vector2(
                        Double(x) + (Double(sample % 8) + 0.5) / 8,
                        Double(y) + (Double(sample / 8) + 0.5) / 8
                    )
                    if cross(direction, p - point) > 0 { share += 1.0 / 64 }
                }
                image[x, y] = UInt8((low + (high - low) * share).rounded())
            }
        }
        return image
    }

    @Test(
        "gradients are those of the two filters applied one after the other, whatever the image's width",
        arguments: [20, 31, 33, 48, 50, 67]
    )
    func gradients(_ width: Int) {
        let image = Self.noise(width, 21, seed: 5)
        let field = EdgeField()
        image.pixels.withAddress { field.compute($0, width: width, height: 21) }
        let (smooth, slope) = ([1, 4, 6, 4, 1], [-1, -2, 0, 2, 1])
        for y in 2..<19 {
            for x in 2..<width - 2 {
                var (across, down) = (0, 0)
                for j in 0..<5 {
                    for i in 0..<5 {
                        let gray = Int(image[x + i - 2, y + j - 2])
                        across += gray * slope[i] * smooth[j]
                        down += gray * smooth[i] * slope[j]
                    }
                }
                let at = y * width + x
                #expect(Int(field.gradientX[at]) == across && Int(field.gradientY[at]) == down)
                #expect(
                    abs(Double(field.strength[at]) - Double(across * across + down * down).squareRoot())
                        < 0.01
                )
            }
        }
    }

    @Test("a field that held a larger image knows nothing of it")
    func reuse() {
        let field = EdgeField()
        let large = Self.noise(64, 64, seed: 6)
        large.pixels.withAddress { field.compute($0, width: 64, height: 64) }
        let even = GrayImage(width: 48, height: 50, shade: 90)
        even.pixels.withAddress { field.compute($0, width: 48, height: 50) }
        #expect((0..<48 * 50).allSatisfy { field.strength[$0] == 0 })
    }

    /// The edge points of an image, as the detector takes them.
    private static func points(of image: GrayImage) -> EdgePoints {
        let field = EdgeField()
        image.pixels.withAddress { field.compute($0, width: image.width, height: image.height) }
        let points = EdgePoints()
        points.find(in: field, threshold: 170)
        return points
    }

    @Test(
        "points of an edge lie on it and look to its bright side",
        arguments: [0.0, 0.3, 0.785, 1.2, 1.5707, 2.0, 3.0, 4.4, 5.9]
    )
    func points(_ angle: Double) {
        let along = Vector2(Double.cos(angle), Double.sin(angle))
        let middle = Vector2(100.37, 80.61)
        let points = Self.points(of: Self.step(through: middle, along: along, 60, 180))
        #expect(points.count > 100)
        let bright = Vector2(-along.y, along.x)
        for i in 0..<points.count {
            let point = points.points[i]
            let offset = Vector2(Double(point.position.x), Double(point.position.y)) - middle
            #expect(abs(cross(along, offset)) < 0.12)
            #expect(Double(point.direction.x) * bright.x + Double(point.direction.y) * bright.y > 0.99)
            #expect(points.indexOfPixel[Int(point.pixel)] == Int32(i + 1))
        }
        let order = (0..<points.count).map { Int(points.order[$0]) }
        #expect(Set(order).count == points.count)
        let strengths = order.map { points.points[$0].strength }
        let most = strengths.max() ?? 0
        #expect(
            zip(strengths, strengths.dropFirst()).allSatisfy { $0 >= $1 - most / 60 },
            "the strongest come first"
        )
    }

    @Test("a long straight edge is one segment of its length", arguments: [0.1, 0.7, 1.4, 2.3])
    func segment(_ angle: Double) throws {
        let along = Vector2(Double.cos(angle), Double.sin(angle))
        let middle = Vector2(100.4, 80.2)
        let points = Self.points(of: Self.step(through: middle, along: along, 200, 90))
        let finder = SegmentFinder()
        finder.find(in: points, minimumLength: 10, measuringBends: false)
        let longest = try #require(finder.segments.max { $0.length < $1.length })
        #expect(abs(longest.distance(of: SIMD2<Float>(middle))) < 0.05)
        let direction = SIMD2<Float>(along)
        #expect(abs((longest.direction * direction).sum()) > 0.9999)
        // From border to border, less the margin in which no gradients are computed.
        let across = min(
            along.x == 0 ? .infinity : 194 / abs(along.x),
            along.y == 0 ? .infinity : 154 / abs(along.y)
        )
        #expect(abs(Double(longest.length) - across) < 4)
        #expect(abs(abs(longest.brightening) - 1) < 0.01)
    }

    @Test(
        "a side is fitted to a twentieth of a pixel from two pixels beside it, and its contrast has a sign",
        arguments: [0.0, 0.4, 1.1, 1.57, 2.5, 3.7, 5.2]
    )
    func side(_ angle: Double) throws {
        let along = Vector2(Double.cos(angle), Double.sin(angle))
        let aside = Vector2(along.y, -along.x)
        let middle = Vector2(100.2, 80.7)
        let image = Self.step(through: middle, along: along, 150, 70)
        let fit = try image.pixels.withAddress { pixels in
            let sampler = SideSampler(pixels: pixels, width: 200, height: 160, warp: .none)
            let (a, b) = (middle - along * 55 + aside * 2.1, middle + along * 55 + aside * 1.2)
            return try #require(
                sampler.fit(from: SIMD2(a), to: SIMD2(b), reach: 6, samples: 64, leastStep: 3, credit: 0.3)
            )
        }
        let offset = Vector2(Double(fit.centre.x), Double(fit.centre.y)) - middle
        // Along the pixels all samples lie alike between two rows, where the parabola through three is off the most.
        #expect(abs(cross(along, offset)) < (angle == 0 || angle == 1.57 ? 0.08 : 0.05))
        #expect(abs(Double(fit.direction.x) * along.x + Double(fit.direction.y) * along.y) > 0.9999)
        #expect(fit.coverage > 0.95)
        #expect(fit.inside == 1)
        // The normal looks to the left of the direction, where 150 is; the filter's mean takes a part of a soft edge.
        #expect(fit.contrast > 60 && fit.contrast < 85)
        let back = try image.pixels.withAddress { pixels in
            let sampler = SideSampler(pixels: pixels, width: 200, height: 160, warp: .none)
            let (a, b) = (middle - along * 55, middle + along * 55)
            return try #require(
                sampler.fit(from: SIMD2(b), to: SIMD2(a), reach: 6, samples: 64, leastStep: 3, credit: 0.3)
            )
        }
        #expect(back.contrast < -60)
    }

    @Test("a side too short, out of the image or without an edge is no side")
    func noSide() {
        let image = GrayImage(width: 200, height: 160, shade: 120)
        image.pixels.withAddress { pixels in
            let sampler = SideSampler(pixels: pixels, width: 200, height: 160, warp: .none)
            func fit(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> SideFit? {
                sampler.fit(from: a, to: b, reach: 6, samples: 64, leastStep: 3, credit: 0.3)
            }
            #expect(fit(SIMD2(50, 50), SIMD2(57, 50)) == nil)
            #expect(fit(SIMD2(-300, 50), SIMD2(-200, 50)) == nil)
            #expect(fit(SIMD2(50, 50), SIMD2(150, 50))?.coverage == 0)
        }
    }

    @Test("two sides meet where their lines cross, parallel ones nowhere")
    func crossing() throws {
        var (one, other) = (SideFit(), SideFit())
        one.centre = SIMD2(10, 20)
        one.direction = SIMD2(0.8, 0.6)
        other.centre = SIMD2(100, 5)
        other.direction = SIMD2(0, 1)
        let meeting = try #require(one.crossing(other))
        #expect(abs(meeting.x - 100) < 1e-3 && abs(meeting.y - 87.5) < 1e-3)
        other.direction = SIMD2(0.8, 0.6)
        #expect(one.crossing(other) == nil)
    }

    @Test(
        "gray between pixels is the bilinear one to two levels, and a pixel is that of its whole part"
    )
    func fixedPoint() {
        let image = Self.noise(40, 30, seed: 9)
        var random = SeededGenerator(seed: 10)
        image.pixels.withAddress { pixels in
            for _ in 0..<500 {
                let p = SIMD2(random.nextUniform() * 38, random.nextUniform() * 28)
                let position = FixedPointPosition(SIMD2<Float>(p))
                let (x, y) = (Int(p.x), Int(p.y))
                #expect(position.pixel(width: 40) == y * 40 + x)
                let (u, v) = (p.x - Double(x), p.y - Double(y))
                let top = Double(image[x, y]) * (1 - u) + Double(image[x + 1, y]) * u
                let bottom = Double(image[x, y + 1]) * (1 - u) + Double(image[x + 1, y + 1]) * u
                let exact = top * (1 - v) + bottom * v
                // The parts are cut to 1/256: at most 255/256 of a level for each axis.
                #expect(abs(Double(position.gray(pixels, width: 40)) - exact) < 2.1)
            }
        }
        let there = FixedPointPosition(SIMD2(3.25, 7.5)) + FixedPointPosition(SIMD2(-1.5, 0.75))
        #expect(there.pixel(width: 100) == 801)
        #expect((there - FixedPointPosition(SIMD2(-1.5, 0.75))).pixel(width: 100) == 703)
    }

    @Test(
        "a large image is halved until its longer side has at most 900 pixels, each the mean of a block"
    )
    func workingImage() {
        let image = Self.noise(1803, 95, seed: 11)
        var working = WorkingImage()
        image.pixels.withAddress { pixels in
            working.withView(of: pixels, width: 1803, height: 95) { view in
                #expect(view.scale == 4)
                #expect((view.workingWidth, view.workingHeight) == (450, 23))
                for (x, y) in [(0, 0), (449, 0), (17, 11), (449, 22), (333, 5)] {
                    var sum = 0
                    for j in 0..<4 { for i in 0..<4 { sum += Int(image[4 * x + i, 4 * y + j]) } }
                    // Each halving rounds.
                    #expect(abs(Int(view.working[y * 450 + x]) - sum / 16) <= 1)
                }
            }
            working.withView(of: pixels, width: 900, height: 20) { #expect($0.scale == 1) }
        }
    }
}
