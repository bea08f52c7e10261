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
                    var best = 0
                    for d in 1..<planes where costs[d] < costs[best] { best = d }
                    var second = UInt16.max
                    for d in 0..<planes where abs(d - best) > 2 { second = min(second, costs[d]) }
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
}
