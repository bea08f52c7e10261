/// Moves a surface of inverse depths to where the images of twice the size agree best.
///
/// Every round warps the partners' images by the surface itself, so that tilted surfaces are compared without a bias, and
/// fits for each partner a parabola to 1 − ZNCC at three inverse depths about each pixel.
final class SurfaceRefinement {
    /// Inverse depths to be refined, 1/m, the map's size.
    let inverseDepth: FloatPlane
    /// 1 − ZNCC at the best inverse depth, the mean over the partners.
    let cost: FloatPlane
    /// Second derivative of 1 − ZNCC by the inverse depth, m², summed over the partners.
    let curvature: FloatPlane
    /// Variance of the partners' own inverse depths about the common one, 1/m², weighted by their curvature.
    let scatter: FloatPlane
    /// How many partners show the pixel.
    let partners: FloatPlane

    private let pairs: [ViewPair]
    private let reference: ReferenceSums
    private let warped: WindowSums
    private let costs: [FloatPlane]
    private let first: FloatPlane
    private let second: FloatPlane

    /// A refinement of a surface; `pairs` are of the fine size.
    init(_ surface: FloatPlane, reference image: QuadImage, pairs: [ViewPair]) {
        self.pairs = pairs
        inverseDepth = surface
        let (width, height) = (surface.width, surface.height)
        func plane() -> FloatPlane { FloatPlane(width: width, height: height) }
        (cost, curvature, scatter, partners) = (plane(), plane(), plane(), plane())
        (first, second) = (plane(), plane())
        costs = [plane(), plane(), plane()]
        reference = ReferenceSums(image)
        warped = WindowSums(width: width, height: height)
    }

    /// One round with a step of the inverse depth, 1/m.
    func refine(step: Float) {
        let slopes = SurfaceSlopes(inverseDepth)
        for plane in [cost, curvature, first, second, partners] { plane.clear() }
        for pair in pairs {
            for (index, offset) in [-step, 0, step].enumerated() {
                for y in 0..<inverseDepth.height { warp(pair, y, offset, slopes) }
                warped.costs(reference, into: costs[index])
            }
            addParabolas()
        }
        for y in 0..<inverseDepth.height { move(y, step) }
    }

    /// Adds the parabolas of one partner.
    private func addParabolas() {
        let inside = warped.inside
        for y in 0..<inverseDepth.height {
            let (below, here, above) = (costs[0].row(y), costs[1].row(y), costs[2].row(y))
            var x = 0
            while x < inverseDepth.width {
                let (a, b, c) = (below.lanes(x), here.lanes(x), above.lanes(x))
                let isInside = inside.row(y).lanes(x) .> 3.5
                let bend = a - 2 * b + c
                let isValley = (bend .> 1e-4) .& isInside
                let slope = (a - c) * 0.5
                let fitted = slope / Lanes.larger(bend, Lanes(repeating: 1e-4))
                let downhill = Lanes(repeating: 1).replacing(with: -1, where: slope .< 0)
                let shift = downhill.replacing(
                    with: Lanes.smaller(Lanes.larger(fitted, Lanes(repeating: -1)), Lanes(repeating: 1)),
                    where: bend .> 1e-4
                )
                let zero = Lanes.zero
                let weight = zero.replacing(with: bend, where: isValley)
                    .replacing(with: 1e-4, where: isInside .& (bend .<= 1e-4))
                curvature.add(zero.replacing(with: bend, where: isValley), x, y)
                first.add(weight * shift, x, y)
                second.add(weight * shift * shift, x, y)
                cost.add(zero.replacing(with: b - 0.5 * weight * shift * shift, where: isInside), x, y)
                partners.add(zero.replacing(with: 1, where: isInside), x, y)
                x += 8
            }
        }
    }

    /// Moves one row to the partners' common inverse depths.
    private func move(_ y: Int, _ step: Float) {
        let (rho, bend, seen) = (inverseDepth.row(y), curvature.row(y), partners.row(y))
        var x = 0
        while x < inverseDepth.width {
            let n = Lanes.larger(seen.lanes(x), Lanes(repeating: 1))
            let weight = Lanes.larger(bend.lanes(x), n * 1e-4)
            let shift = first.row(y).lanes(x) / weight
            let spread = Lanes.larger(second.row(y).lanes(x) / weight - shift * shift, .zero)
            rho.store(Lanes.larger(rho.lanes(x) + shift * step, .zero), x)
            scatter.row(y).store(spread * (step * step), x)
            bend.store(bend.lanes(x) * (1 / (step * step)), x)
            cost.row(y).store(cost.row(y).lanes(x) / n, x)
            x += 8
        }
    }

    /// Adds up shades, squares and products in the four fine pixels of each pixel of a row.
    private func warp(_ pair: ViewPair, _ y: Int, _ offset: Float, _ slopes: SurfaceSlopes) {
        let warping = Warping(pair.partner, margin: 2)
        let step = pair.step
        let line = inverseDepth.row(y)
        let typical = line[inverseDepth.width / 2] + offset
        let (across, down) = (slopes.across.row(y), slopes.down.row(y))
        let even = Lanes(0, 2, 4, 6, 8, 10, 12, 14)
        for half in 0..<2 {
            let row = 2 * y + half
            let base = pair.base(row: row)
            let t = pair.translation(row: row, inverseDepth: typical)
            let shade = reference.shades.row(row)
            var x = 0
            while x < inverseDepth.width {
                let middle = line.lanes(x) + offset + down.lanes(x) * (half == 0 ? -0.25 : 0.25)
                let quarter = across.lanes(x) * 0.25
                let pixels = unsafeBitCast((shade.lanes(2 * x), shade.lanes(2 * x + 8)), to: SIMD16<Float>.self)
                var sums = (shade: Lanes.zero, square: Lanes.zero, product: Lanes.zero, inside: Lanes.zero)
                for side in 0..<2 {
                    let rho = side == 0 ? middle - quarter : middle + quarter
                    let column = even + Float(2 * x + side)
                    let sample = warping.sample(
                        column * step.x + base.x + rho * t.x,
                        column * step.y + base.y + rho * t.y,
                        column * step.z + base.z + rho * t.z
                    )
                    sums.shade += sample.shade
                    sums.square += sample.shade * sample.shade
                    sums.product += sample.shade * (side == 0 ? pixels.evenHalf : pixels.oddHalf)
                    sums.inside += sample.inside
                }
                warped.put(sums, x, y, isFirst: half == 0)
                x += 8
            }
        }
    }
}

/// How an inverse depth changes from a pixel to the next, the smaller change of both sides, so that edges stay sharp.
final class SurfaceSlopes {
    let across: FloatPlane
    let down: FloatPlane

    init(_ surface: FloatPlane) {
        surface.fillMargin(reach: 1)
        across = FloatPlane(width: surface.width, height: surface.height)
        down = FloatPlane(width: surface.width, height: surface.height)
        for y in 0..<surface.height {
            let (line, above, below) = (surface.row(y), surface.row(y - 1), surface.row(y + 1))
            var x = 0
            while x < surface.width {
                let here = line.lanes(x)
                across.row(y).store(Self.smaller(here - line.lanes(x - 1), line.lanes(x + 1) - here), x)
                down.row(y).store(Self.smaller(here - above.lanes(x), below.lanes(x) - here), x)
                x += 8
            }
        }
    }

    /// The number nearer to zero if both have one sign, zero otherwise.
    @inline(__always)
    private static func smaller(_ a: Lanes, _ b: Lanes) -> Lanes {
        let nearer = a.replacing(with: b, where: (b * b) .< (a * a))
        return nearer.replacing(with: 0, where: (a * b) .<= 0)
    }
}
