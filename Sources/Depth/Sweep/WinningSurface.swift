/// The best inverse depth of each pixel among aggregated costs, and how clear the choice was.
final class WinningSurface {
    /// 1/m, between the planes by a parabola.
    let inverseDepth: FloatPlane
    /// The best cost's distance to the best one more than two planes off, as a fraction of the latter.
    let uniqueness: FloatPlane
    /// How many pixels chose one of the two nearest planes clearly.
    private(set) var crowdedCount = 0

    init(_ sums: [UInt16], width: Int, height: Int, range: PlaneSweep.Range) {
        inverseDepth = FloatPlane(width: width, height: height)
        uniqueness = FloatPlane(width: width, height: height)
        let planes = range.planes
        sums.withUnsafeBufferPointer { sums in
            for y in 0..<height {
                for x in 0..<width {
                    let costs = sums.baseAddress.unsafelyUnwrapped + (y * width + x) * planes
                    let best = Self.best(costs, planes)
                    let second = Self.least(costs, planes, farFrom: best)
                    let least = Float(costs[best])
                    uniqueness.row(y)[x] = (Float(second) - least) / max(Float(second), 1)
                    if best >= planes - 2, uniqueness.row(y)[x] > 0.05 { crowdedCount += 1 }
                    var place = Float(best)
                    if best > 0, best < planes - 1 {
                        let (a, c) = (Float(costs[best - 1]), Float(costs[best + 1]))
                        let bend = a - 2 * least + c
                        if bend > 0 { place += (a - c) / (2 * bend) }
                    }
                    inverseDepth.row(y)[x] = place * range.step
                }
            }
        }
    }

    /// The first plane of the least cost.
    @inline(__always)
    private static func best(_ costs: UnsafePointer<UInt16>, _ planes: Int) -> Int {
        var least = SixteenCosts.load(costs)
        var d = 16
        while d < planes {
            least = SixteenCosts.smaller(least, .load(costs + d))
            d += 16
        }
        let value = least.least
        d = 0
        while d < planes {
            if costs[d] == value { return d }
            d += 1
        }
        return 0
    }

    /// The least cost of planes that are more than two from a plane.
    @inline(__always)
    private static func least(_ costs: UnsafePointer<UInt16>, _ planes: Int, farFrom best: Int) -> UInt16 {
        // The five planes in the middle are part of one or two vectors, which are looked at one by one.
        let (low, high) = (best - 2, best + 2)
        var least = SixteenCosts(repeating: .max)
        var rest = UInt16.max
        var d = 0
        while d < planes {
            if d > high || d + 15 < low {
                least = SixteenCosts.smaller(least, .load(costs + d))
            } else {
                for near in d..<d + 16 where near < low || near > high { rest = min(rest, costs[near]) }
            }
            d += 16
        }
        return min(least.least, rest)
    }
}
