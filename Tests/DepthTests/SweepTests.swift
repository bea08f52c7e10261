import Geometry
import Imaging
import Testing

@testable import Depth

@Suite("Steps of the plane sweep")
struct SweepTests {
    private func view(_ pose: OpticalPose, _ motion: CameraMotion? = nil) -> DepthView {
        DepthView(
            GrayImage(width: 320, height: 240, shade: 80),
            lens: TexturedScene.lens,
            worldFromOptical: pose,
            motion: motion,
            timestampNanoseconds: 0,
            size: SIMD2(160, 120)
        )
    }

    @Test("A pixel at an inverse depth is where the partner's lens shows the point")
    func places() throws {
        let (first, second) = (DepthEstimatorTests.poses[0], DepthEstimatorTests.poses[1])
        let (reference, partner) = (view(first), view(second))
        let pair = ViewPair(reference, partner, isFine: false)
        for (column, row, depth) in [(10, 20, 1.0), (80, 60, 2.5), (150, 110, 0.7)] {
            let pixel = Vector2(Double(column), Double(row)) + 0.5
            let point = reference.lens.normalized(ofPixel: pixel)
            let pointInWorld = first * (Vector3(point.x, point.y, 1) * depth)
            let seen = try #require(partner.lens.pixel(of: second.inverse * pointInWorld)) - 0.5
            let rho = Float(1 / depth)
            let shift = pair.translation(row: row, inverseDepth: rho) * rho
            let h = pair.base(row: row) + pair.step * Float(column) + shift
            #expect(abs(Double(h.x / h.z) - seen.x) < 1e-3 && abs(Double(h.y / h.z) - seen.y) < 1e-3)
        }
    }

    @Test("Samples are bilinear inside and repeat the edge outside")
    func samples() {
        var image = GrayImage(width: 16, height: 12)
        for y in 0..<12 { for x in 0..<16 { image[x, y] = UInt8((x * 31 + y * 57) % 251) } }
        let quads = image.pixels.withUnsafeBufferPointer {
            QuadImage(pixels: $0.baseAddress.unsafelyUnwrapped, width: 16, height: 12)
        }
        let u = Lanes(0, 3.25, 7.5, 14.75, 15, -3, 20, 8.999)
        let v = Lanes(0, 2.5, 10.75, 0.25, 11, 4, 30, 5.001)
        let sample = Warping(quads, margin: 0).sample(u, v, Lanes(repeating: 1))
        for lane in 0..<8 {
            let x = min(max(u[lane], 0), 15)
            let y = min(max(v[lane], 0), 11)
            let (left, top) = (Int(x), Int(y))
            let (right, bottom) = (min(left + 1, 15), min(top + 1, 11))
            let (fx, fy) = (x - Float(left), y - Float(top))
            let upper = Float(image[left, top]) * (1 - fx) + Float(image[right, top]) * fx
            let lower = Float(image[left, bottom]) * (1 - fx) + Float(image[right, bottom]) * fx
            #expect(abs(sample.shade[lane] - (upper + (lower - upper) * fy)) < 0.02)
            let isInside = u[lane] >= 0 && u[lane] <= 15 && v[lane] >= 0 && v[lane] <= 11
            #expect(sample.inside[lane] == (isInside ? 1 : 0))
        }
    }

    @Test("Aggregated costs are those of the recursion, written plainly")
    func aggregation() {
        let (width, height, planes) = (8, 5, 16)
        let volume = CostVolume(width: width, height: height, planes: planes)
        var generator = SeededGenerator(seed: 3)
        for index in 0..<width * height * planes { volume.costs[index] = UInt8(generator.nextUniform() * 90) }
        let image = [UInt8](repeating: 50, count: width * height).withUnsafeBufferPointer {
            QuadImage(pixels: $0.baseAddress.unsafelyUnwrapped, width: width, height: height)
        }
        let tuning = SemiGlobalAggregation.Tuning()
        let sums = SemiGlobalAggregation(tuning: tuning).sums(volume, image)
        var expected = [Int](repeating: 0, count: sums.count)
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            var paths = [Int](repeating: 0, count: sums.count)
            for line in 0..<height {
                let y = dy < 0 ? height - 1 - line : line
                for step in 0..<width {
                    let x = dx < 0 ? width - 1 - step : step
                    let pixel = (y * width + x) * planes
                    let (fromX, fromY) = (x - dx, y - dy)
                    let isFirst = fromX < 0 || fromY < 0 || fromX >= width || fromY >= height
                    let last = isFirst ? 0 : (fromY * width + fromX) * planes
                    let least = isFirst ? 0 : (0..<planes).map { paths[last + $0] }.min() ?? 0
                    for d in 0..<planes {
                        var best = 0
                        if !isFirst {
                            best = min(paths[last + d], least + Int(tuning.large))
                            if d > 0 { best = min(best, paths[last + d - 1] + Int(tuning.small)) }
                            if d < planes - 1 { best = min(best, paths[last + d + 1] + Int(tuning.small)) }
                        }
                        paths[pixel + d] = Int(volume.costs[pixel + d]) + best - least
                        expected[pixel + d] += paths[pixel + d]
                    }
                }
            }
        }
        #expect(sums.map(Int.init) == expected)
    }
}
