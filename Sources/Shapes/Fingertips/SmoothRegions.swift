/// The regions of a small image that no edge crosses: skin is smooth, and a hand's outline is an edge whatever the
/// colours around it are.
struct SmoothRegions {
    /// How much the colours change from pixel to pixel, in brightness levels; infinite at the image's border.
    private var slopes: [Float]
    private let width: Int
    private let height: Int

    init(_ map: HandMap) {
        width = map.width
        height = map.height
        slopes = [Float](repeating: .infinity, count: width * height)
        for y in 2..<height - 2 {
            for x in 2..<width - 2 {
                let at = y * width + x
                let across = Self.change(map.colors, at, along: 1, beside: width)
                let down = Self.change(map.colors, at, along: width, beside: 1)
                slopes[at] = (across * across + down * down).squareRoot()
            }
        }
    }

    /// The largest change of a channel at a pixel: Sobel's difference of an image blurred by 1, 2, 1 in both directions.
    private static func change(_ colors: [UInt8], _ at: Int, along: Int, beside: Int) -> Float {
        let weights: SIMD8<Int32> = [1, 4, 6, 4, 1, 0, 0, 0]
        var most: Int32 = 0
        for channel in 0..<3 {
            var sum: Int32 = 0
            for row in 0..<5 {
                let middle = 3 * (at + (row - 2) * beside) + channel
                let far = Int32(colors[middle + 6 * along]) - Int32(colors[middle - 6 * along])
                let near = Int32(colors[middle + 3 * along]) - Int32(colors[middle - 3 * along])
                sum += weights[row] * (far + 2 * near)
            }
            most = max(most, abs(sum))
        }
        return Float(most) / 128
    }

    /// The regions in which colours change by less than `limit`, of those of some pixels.
    ///
    /// A region is grown by a pixel on all sides: its rim belongs to it, but lies on the edge.
    func masks(below limit: Float, near pixels: [(x: Int, y: Int)]) -> [[UInt8]] {
        var isTaken = [Bool](repeating: false, count: width * height)
        var masks: [[UInt8]] = []
        for pixel in pixels where pixel.x >= 0 && pixel.y >= 0 && pixel.x < width && pixel.y < height {
            let start = pixel.y * width + pixel.x
            guard slopes[start] < limit, !isTaken[start] else { continue }
            var mask = [UInt8](repeating: 0, count: width * height)
            var stack = [start]
            isTaken[start] = true
            while let at = stack.popLast() {
                for y in -1...1 { for x in -1...1 { mask[at + y * width + x] = 1 } }
                for next in [at - 1, at + 1, at - width, at + width] where slopes[next] < limit && !isTaken[next] {
                    isTaken[next] = true
                    stack.append(next)
                }
            }
            masks.append(mask)
        }
        return masks
    }
}
