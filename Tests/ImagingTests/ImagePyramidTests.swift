import Imaging
import Testing

@Suite("Image pyramid")
struct ImagePyramidTests {
    @Test(
        "each level is the (1 3 3 1) mean of the one before, edges repeated",
        arguments: [(64, 48), (75, 33), (33, 90)]
    )
    func levels(width: Int, height: Int) {
        let picture = noise(width: width, height: height)
        let pyramid = ImagePyramid(maximumLevels: 3)
        pyramid.build(picture)
        #expect(pyramid.levels.count >= 2)
        for index in 1..<pyramid.levels.count {
            let fine = pyramid.levels[index - 1]
            let coarse = pyramid.levels[index]
            #expect(coarse.width == (fine.width + 1) / 2 && coarse.height == (fine.height + 1) / 2)
            for y in 0..<coarse.height {
                for x in 0..<coarse.width { #expect(coarse.row(y)[x] == mean(fine, x, y)) }
            }
        }
    }

    @Test("the border repeats the edge")
    func border() {
        let picture = noise(width: 40, height: 36)
        let pyramid = ImagePyramid(maximumLevels: 1)
        pyramid.build(picture)
        let level = pyramid.levels[0]
        for y in -PyramidLevel.border..<36 + PyramidLevel.border {
            for x in -PyramidLevel.border..<40 + PyramidLevel.border {
                #expect(level.row(y)[x] == picture[min(max(x, 0), 39), min(max(y, 0), 35)])
            }
        }
    }

    @Test("sampling between pixels is bilinear, with the first pixel's centre at (0.5, 0.5)")
    func sampling() {
        let pyramid = ImagePyramid(maximumLevels: 1)
        pyramid.build(GrayImage(width: 2, height: 2, pixels: [0, 100, 200, 40]))
        let level = pyramid.levels[0]
        #expect(level.sample(at: SIMD2(0.5, 0.5)) == 0)
        #expect(level.sample(at: SIMD2(1.5, 0.5)) == 100)
        #expect(level.sample(at: SIMD2(1, 1)) == 85)
        #expect(level.sample(at: SIMD2(-9, 99)) == 200)
    }

    private func noise(width: Int, height: Int) -> GrayImage {
        var state: UInt32 = 1
        return GrayImage(
            width: width,
            height: height,
            pixels: (0..<width * height).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(state >> 24)
            }
        )
    }

    private func mean(_ fine: PyramidLevel, _ x: Int, _ y: Int) -> UInt8 {
        let weights = [1, 3, 3, 1]
        var sum = 32
        for dy in 0..<4 {
            for dx in 0..<4 { sum += weights[dx] * weights[dy] * Int(fine.row(2 * y + dy - 1)[2 * x + dx - 1]) }
        }
        return UInt8(sum / 64)
    }
}
