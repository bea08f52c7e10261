import Geometry
import Imaging
import RealModule
import Testing

@testable import Shapes

/// The fast features beside the plain slow sums that define them.
@Suite("Features of a patch, by their definition")
struct PatchFeatureTests {
    private static let cells = 32
    private static let side = 128

    /// A coloured image of soft blobs and some noise, four bytes a pixel.
    private static func colors(seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        let blobs = (0..<14).map { _ in
            (
                Vector2(random.nextUniform(), random.nextUniform()) * Double(side), 6 + 20 * random.nextUniform(),
                SIMD3(random.nextUniform(), random.nextUniform(), random.nextUniform()) * 160 - 60
            )
        }
        return (0..<side * side).flatMap { i -> [UInt8] in
            let pixel = Vector2(Double(i % side), Double(i / side))
            var color = SIMD3<Double>(repeating: 110 + 6 * random.nextNormal())
            for (middle, size, tint) in blobs {
                let d = (pixel - middle) / size
                color += tint * Double.exp(-dot(d, d))
            }
            return (0..<4).map { $0 < 3 ? UInt8(max(0, min(255, color[$0]))) : 255 }
        }
    }

    /// The patch that shows an image of its own size pixel by pixel.
    private static func patch(_ bytes: [UInt8], batches: Int) -> PatchFeatures {
        let patch = PatchFeatures(size: cells, batches: batches)
        bytes.withImage(width: side, height: side, channels: 4) { image in
            let region = ImageRegion()
            let middle = SIMD2<Float>(repeating: Float(side) / 2)
            region.load(image, about: middle, halfSide: Float(side), step: 1)
            patch.extract(from: region, centre: middle, step: 1)
        }
        return patch
    }

    /// Histograms of eighteen signed directions by cell, each sample's gradient shared between the two nearest.
    private static func histograms(_ bytes: [UInt8]) -> [[Double]] {
        let gray = (0..<side * side).map { i -> Double in
            let (red, green, blue) = (Double(bytes[4 * i]), Double(bytes[4 * i + 1]), Double(bytes[4 * i + 2]))
            return 0.299 * red + 0.587 * green + 0.114 * blue
        }
        var result = [[Double]](repeating: [Double](repeating: 0, count: 18), count: cells * cells)
        for y in 1..<side - 1 {
            for x in 1..<side - 1 {
                let at = y * side + x
                let gx: Double = gray[at + 1] - gray[at - 1]
                let gy: Double = gray[at + side] - gray[at - side]
                let strength: Double = (gx * gx + gy * gy).squareRoot()
                guard strength >= 1 else { continue }
                let turn = Double.atan2(y: gy, x: gx) / (2 * .pi)
                let angle: Double = 18 * (turn < 0 ? turn + 1 : turn)
                let low = Int(angle.rounded(.down))
                let part = angle - Double(low)
                result[y / 4 * cells + x / 4][low % 18] += strength * (1 - part)
                result[y / 4 * cells + x / 4][(low + 1) % 18] += strength * part
            }
        }
        return result
    }

    /// One over the length of each of the four blocks that a cell is in, of unsigned directions.
    private static func scales(_ histograms: [[Double]], _ x: Int, _ y: Int) -> [Double] {
        func energy(_ x: Int, _ y: Int) -> Double {
            let cell = histograms[max(0, min(cells - 1, y)) * cells + max(0, min(cells - 1, x))]
            let unsigned = (0..<9).map { k -> Double in cell[k] + cell[k + 9] }
            return unsigned.reduce(0) { $0 + $1 * $1 }
        }
        return [(-1, -1), (1, -1), (-1, 1), (1, 1)].map { dx, dy in
            let sum = energy(x, y) + energy(x + dx, y) + energy(x, y + dy) + energy(x + dx, y + dy)
            return 1 / (sum + 200).squareRoot()
        }
    }

    private static func window(_ x: Int, _ y: Int) -> Double {
        func hann(_ i: Int) -> Double { 0.5 - 0.5 * Double.cos(2 * .pi * (Double(i) + 0.5) / Double(cells)) }
        return hann(x) * hann(y)
    }

    @Test("directions are their histograms over the four blocks, cut at 0.2", arguments: [5, 6] as [UInt64])
    func directions(_ seed: UInt64) {
        let bytes = Self.colors(seed: seed)
        let patch = Self.patch(bytes, batches: 4)
        let histograms = Self.histograms(bytes)
        let area = Self.cells * Self.cells
        var worst = 0.0
        for y in 0..<Self.cells {
            for x in 0..<Self.cells {
                let at = y * Self.cells + x
                let (cell, scales) = (histograms[at], Self.scales(histograms, x, y))
                func feature(_ value: Double) -> Double {
                    0.5 * scales.reduce(0) { $0 + min(value * $1, 0.2) } * Self.window(x, y)
                }
                for k in 0..<18 {
                    let found =
                        k < 8
                        ? patch.planes[at][k]
                        : k == 8
                            ? patch.planes[3 * area + at][0]
                            : k < 17 ? patch.planes[area + at][k - 9] : patch.planes[3 * area + at][1]
                    worst = max(worst, abs(Double(found) - feature(cell[k])))
                }
                for k in 0..<9 {
                    let found = k < 8 ? patch.planes[2 * area + at][k] : patch.planes[3 * area + at][2]
                    worst = max(worst, abs(Double(found) - feature(cell[k] + cell[k + 9])))
                }
            }
        }
        #expect(worst < 0.01)
    }

    @Test("colours are the cells' means: gray and two differences")
    func meanColors() {
        let bytes = Self.colors(seed: 7)
        let patch = Self.patch(bytes, batches: 4)
        let area = Self.cells * Self.cells
        for (x, y) in [(1, 1), (9, 20), (16, 16), (30, 2), (25, 29)] {
            var mean = SIMD3<Double>.zero
            for j in 0..<4 {
                for i in 0..<4 {
                    let at = 4 * ((4 * y + j) * Self.side + 4 * x + i)
                    mean += SIMD3(Double(bytes[at]), Double(bytes[at + 1]), Double(bytes[at + 2])) / (16 * 255)
                }
            }
            let gray = 0.299 * mean.x + 0.587 * mean.y + 0.114 * mean.z
            let expected = [gray - 0.5, mean.x - mean.y, mean.z - (mean.x + mean.y) / 2]
            let found = patch.planes[3 * area + y * Self.cells + x]
            for k in 0..<3 { #expect(abs(Double(found[3 + k]) - expected[k] * Self.window(x, y)) < 2e-3) }
        }
    }

    @Test("half as many channels are some of the same: unsigned directions and colours")
    func fewerChannels() {
        let bytes = Self.colors(seed: 8)
        let (whole, half) = (Self.patch(bytes, batches: 4), Self.patch(bytes, batches: 2))
        let area = Self.cells * Self.cells
        for at in 0..<area {
            #expect(half.planes[at] == whole.planes[2 * area + at])
            for k in 0..<4 { #expect(half.planes[area + at][k] == whole.planes[3 * area + at][2 + k]) }
        }
    }

    @Test("the vote for every shift is the mean of the colours' likelihoods in the box there")
    func votes() {
        let patch = Self.patch(Self.colors(seed: 9), batches: 2)
        let model = ColorModel()
        model.learn(patch, box: SIMD2(50, 40), rate: 1)
        let vote = ColorVote(size: Self.cells)
        for box in [SIMD2<Float>(9, 6), SIMD2(0.2, 40), SIMD2(32, 32), SIMD2(3.6, 1)] {
            vote.count(patch, model, box: box)
            let (w, h) = (max(1, Int(box.x.rounded())), max(1, Int(box.y.rounded())))
            for (x, y) in [(0, 0), (5, 30), (31, 1), (16, 16), (15, 17), (10, 0)] {
                let (left, top) = ((x + 16) % 32 - w / 2, (y + 16) % 32 - h / 2)
                var sum = 0.0
                for v in max(0, top)..<max(0, min(32, top + h)) {
                    for u in max(0, left)..<max(0, min(32, left + w)) {
                        for (i, j) in [(1, 1), (3, 1), (1, 3), (3, 3)] {
                            let sample = patch.samples[(4 * v + j) * Self.side + 4 * u + i]
                            sum += Double(model.probability(of: sample)) / 4
                        }
                    }
                }
                #expect(abs(Double(vote.votes[y * 32 + x]) - sum / Double(w * h)) < 1e-3)
            }
        }
    }
}
