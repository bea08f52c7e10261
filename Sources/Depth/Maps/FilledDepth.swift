/// A depth map without holes, for drawing: what was not known is filled from the neighbours of like shade, and marked.
///
/// Source: E. Gastal, M. Oliveira, "Domain transform for edge-aware image and video processing", ACM TOG 30, 2011: the
/// recursive filter of section 5 on the known inverse depths, with their weights.
package struct FilledDepth: Equatable, Sendable {
    /// Limits that were fitted or chosen.
    private struct Tuning {
        /// How far a depth spreads over an even shade, pixels.
        ///
        /// Unit: pixels. Range: 10…60. Origin: by hand.
        var reach: Float = 40
        /// The difference of shades that counts as much as `reach` pixels.
        ///
        /// Unit: shades. Range: 20…80. Origin: by hand.
        var shade: Float = 30
        /// How often rows and columns take turns.
        ///
        /// Unit: rounds. Range: 2…3. Origin: the paper's three iterations.
        var rounds = 3
    }

    private static let tuning = Tuning()

    /// Depth along the optical axis, metres, row by row; 0 everywhere if nothing was known.
    package let depth: [Float]
    /// Whether a pixel was filled: it is good for drawing, not for measuring.
    package let isFilled: [Bool]

    /// The filled map.
    package init(_ map: DepthMap) {
        let count = map.depth.count
        var weight = [Float](repeating: 0, count: count)
        var sum = weight
        for pixel in 0..<count where map.depth[pixel] > 0 {
            let share = map.sigma[pixel] / map.depth[pixel]
            weight[pixel] = 1 / (1 + 1e4 * share * share)
            sum[pixel] = weight[pixel] / map.depth[pixel]
        }
        let tuning = Self.tuning
        for round in 0..<tuning.rounds {
            // Each round reaches half as far; together they have the variance of one of `reach`, eq. 14.
            let last = Float(1 << (2 * tuning.rounds)) - 1
            let reach = tuning.reach * 1.732 * Float(1 << (tuning.rounds - 1 - round)) / last.squareRoot()
            let falls = Self.falls(reach)
            for y in 0..<map.height {
                Self.spread(&sum, &weight, map.shades, from: y * map.width, step: 1, count: map.width, falls)
            }
            for x in 0..<map.width {
                Self.spread(&sum, &weight, map.shades, from: x, step: map.width, count: map.height, falls)
            }
        }
        var depth = map.depth
        for pixel in 0..<count where depth[pixel] <= 0 && sum[pixel] > 0 { depth[pixel] = weight[pixel] / sum[pixel] }
        self.depth = depth
        isFilled = (0..<count).map { map.depth[$0] <= 0 && depth[$0] > 0 }
    }

    /// What is left of a value one pixel on, for every difference of shades.
    private static func falls(_ reach: Float) -> [Float] {
        // exp(−√2 / reach · (1 + reach / shade · difference)), eq. 21, as powers of the first factor.
        let one = Double(-1.4142135 / reach)
        let perShade = Double(-1.4142135 / tuning.shade)
        return (0..<256).map { Float(exponential(one + perShade * Double($0))) }
    }

    /// eˣ for x ≤ 0, to 1e-7: the argument is halved until a short series serves.
    private static func exponential(_ x: Double) -> Double {
        var (small, halvings) = (x, 0)
        while small < -0.1 {
            small /= 2
            halvings += 1
        }
        var value = 1 + small * (1 + small / 2 * (1 + small / 3 * (1 + small / 4)))
        for _ in 0..<halvings { value *= value }
        return value
    }

    private static func spread(
        _ sum: inout [Float],
        _ weight: inout [Float],
        _ shades: [UInt8],
        from start: Int,
        step: Int,
        count: Int,
        _ falls: [Float]
    ) {
        func fall(_ a: Int, _ b: Int) -> Float { falls[abs(Int(shades[a]) - Int(shades[b]))] }
        var pixel = start
        for _ in 1..<max(count, 1) {
            let next = pixel + step
            let rest = fall(pixel, next)
            sum[next] += (sum[pixel] - sum[next]) * rest
            weight[next] += (weight[pixel] - weight[next]) * rest
            pixel = next
        }
        for _ in 1..<max(count, 1) {
            let next = pixel - step
            let rest = fall(pixel, next)
            sum[next] += (sum[pixel] - sum[next]) * rest
            weight[next] += (weight[pixel] - weight[next]) * rest
            pixel = next
        }
    }
}
