/// Compares a reference image with its partners' at a series of inverse depths.
///
/// Source: R. Collins, "A space-sweep approach to true multi-image matching", CVPR 1996. The cost is 1 − ZNCC in a window of
/// 5 × 5 pixels, so that gain and offset of the exposure fall out.
struct PlaneSweep {
    /// Inverse depths, 1/m, evenly spaced from 0 (infinitely far).
    struct Range: Equatable {
        /// 1/m from one plane to the next.
        var step: Float
        /// How many; a multiple of sixteen.
        var planes: Int
    }

    let reference: QuadImage
    let pairs: [ViewPair]
    let range: Range

    /// The costs, averaged over the partners that show a pixel.
    func costs() -> CostVolume {
        let (width, height) = (reference.width, reference.height)
        let volume = CostVolume(width: width, height: height, planes: range.planes)
        let statistics = WindowStatistics(reference)
        let warped = FloatPlane(width: width, height: height)
        let inside = FloatPlane(width: width, height: height)
        let total = FloatPlane(width: width, height: height)
        let count = FloatPlane(width: width, height: height)
        let correlation = WindowCorrelation(width: width)
        for plane in 0..<range.planes {
            let rho = Float(plane) * range.step
            for (index, pair) in pairs.enumerated() {
                warp(pair, rho, warped, inside)
                warped.fillMargin(reach: WindowStatistics.radius)
                for y in 0..<height {
                    correlation.add(warped, statistics, y)
                    correlation.addCosts(statistics, y, inside, to: total, count, isFirst: index == 0)
                }
            }
            volume.set(plane, total, count)
        }
        return volume
    }

    private func warp(_ pair: ViewPair, _ rho: Float, _ out: FloatPlane, _ inside: FloatPlane) {
        let warping = Warping(pair.partner, margin: 1)
        let step = pair.step
        let ramp = Lanes(0, 1, 2, 3, 4, 5, 6, 7)
        for y in 0..<out.height {
            let base = pair.base(row: y) + pair.translation(row: y, inverseDepth: rho) * rho
            let (line, mask) = (out.row(y), inside.row(y))
            var x = 0
            while x < out.width {
                let column = ramp + Float(x)
                let sample = warping.sample(
                    column * step.x + base.x,
                    column * step.y + base.y,
                    column * step.z + base.z
                )
                line.store(sample.shade, x)
                mask.store(sample.inside, x)
                x += 8
            }
        }
    }
}
