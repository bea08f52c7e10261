/// Planes fitted about each pixel of a surface: neighbours on the same plane average out the noise of a pixel's own match.
///
/// The inverse depth of a plane is linear in the image. Each pixel gets a weighted least-squares plane through those
/// neighbours that agree with it, in three rounds, so that nothing is smoothed across an edge.
///
/// Source: P. Besl, R. Jain, "Segmentation through variable-order surface fitting", IEEE PAMI 10, 1988: surfaces of low order
/// that grow over what agrees with them.
struct LocalPlanes {
    /// Limits and factors that were fitted or chosen.
    struct Tuning {
        /// How far a neighbour may lie off the plane, in its own standard deviations.
        ///
        /// Unit: standard deviations. Range: 1.5…3. Origin: by hand.
        var agreement: Float = 2
        /// The same as a fraction of the inverse depth.
        ///
        /// Unit: fraction. Range: 0.05…0.15. Origin: the step that is an edge of the map.
        var step: Float = 0.1
        /// The factor of the fit's variance: neighbouring matches share most of their windows, but their stated noise is large.
        ///
        /// Unit: factor. Range: 0.2…2. Origin: fitted to the coverage of simulated seed 2.
        var shared: Float = 0.4
    }

    static let tuning = Tuning()

    /// How far a plane reaches, and from one neighbour that counts to the next, pixels.
    private static let (reach, stride) = (6, 2)

    /// 1/m, on the planes.
    let inverseDepth: FloatPlane
    /// What the fit leaves of the variance, 1/m².
    let variance: FloatPlane
    /// How far the middle of the neighbours that agree lies from the pixel, as a share of the reach: at the border of a
    /// surface the plane is known from one side only.
    let lean: FloatPlane

    /// The planes about the pixels of a surface with variances in 1/m², infinite where the surface is not known.
    init(_ surface: FloatPlane, variance matched: FloatPlane) {
        let (width, height) = (surface.width, surface.height)
        inverseDepth = FloatPlane(width: width, height: height)
        variance = FloatPlane(width: width, height: height)
        lean = FloatPlane(width: width, height: height)
        let weight = FloatPlane(width: width, height: height)
        for y in 0..<height {
            var x = 0
            while x < width {
                weight.row(y).store(1 / matched.row(y).lanes(x), x)
                x += 8
            }
        }
        for y in 0..<height {
            var x = 0
            while x < width {
                let fit = Self.fit(surface, matched, weight, x, y)
                inverseDepth.row(y).store(fit.value, x)
                variance.row(y).store(fit.variance, x)
                lean.row(y).store(fit.lean, x)
                x += 8
            }
        }
    }

    /// Eight planes: values and slopes, variances of the values, and how far the planes lean on one side.
    private struct Fit {
        var value: Lanes
        var across = Lanes.zero
        var down = Lanes.zero
        var variance = Lanes.zero
        var lean = Lanes.zero
    }

    private static func fit(
        _ surface: FloatPlane,
        _ matched: FloatPlane,
        _ weight: FloatPlane,
        _ x: Int,
        _ y: Int
    ) -> Fit {
        var fit = Fit(value: surface.row(y).lanes(x))
        guard weight.row(y).lanes(x).max() > 0 else { return fit }
        let square = tuning.agreement * tuning.agreement
        var slack = matched.row(y).lanes(x)
        for _ in 0..<3 {
            var sums = PlaneSums()
            let limit = fit.value * fit.value * (tuning.step * tuning.step)
            for dy in Swift.stride(from: -reach, through: reach, by: stride) {
                let (line, variances, weights) = (surface.row(y + dy), matched.row(y + dy), weight.row(y + dy))
                let start = fit.value + fit.down * Float(dy)
                var row = PlaneSums.Row()
                for dx in Swift.stride(from: -reach, through: reach, by: stride) {
                    let off = line.lanes(x + dx) - start - fit.across * Float(dx)
                    let most = Lanes.smaller((variances.lanes(x + dx) + slack) * square, limit)
                    let share = weights.lanes(x + dx) * falloff(dx, dy)
                    row.add(Lanes.zero.replacing(with: share, where: off * off .< most), off, Float(dx))
                }
                sums.add(row, Float(dy))
            }
            let change = sums.solution()
            fit.value += change.value
            fit.across += change.across
            fit.down += change.down
            fit.variance = change.variance * tuning.shared
            fit.lean = change.offset / Float(reach)
            slack = .zero
        }
        return fit
    }

    /// What a neighbour counts by its distance.
    @inline(__always)
    private static func falloff(_ dx: Int, _ dy: Int) -> Float {
        Float(reach * reach) / Float(reach * reach + 4 * (dx * dx + dy * dy))
    }
}

/// The sums of a weighted least-squares plane, eight at a time.
private struct PlaneSums {
    /// The sums of one row of neighbours.
    struct Row {
        fileprivate var one = Lanes.zero
        fileprivate var x = Lanes.zero
        fileprivate var xx = Lanes.zero
        fileprivate var v = Lanes.zero
        fileprivate var xv = Lanes.zero

        @inline(__always)
        mutating func add(_ weight: Lanes, _ value: Lanes, _ dx: Float) {
            let (moment, product) = (weight * dx, weight * value)
            one += weight
            x += moment
            xx += moment * dx
            v += product
            xv += product * dx
        }
    }

    private var whole = Row()
    private var y = Lanes.zero
    private var xy = Lanes.zero
    private var yy = Lanes.zero
    private var yv = Lanes.zero

    @inline(__always)
    mutating func add(_ row: Row, _ dy: Float) {
        whole.one += row.one
        whole.x += row.x
        whole.xx += row.xx
        whole.v += row.v
        whole.xv += row.xv
        y += row.one * dy
        xy += row.x * dy
        yy += row.one * (dy * dy)
        yv += row.v * dy
    }

    /// The plane's value at the pixel, its slopes, the variance of the value if the weights are inverse variances, and the
    /// distance of the neighbours' middle from the pixel.
    ///
    /// Slopes that hardly any neighbour supports stay small.
    @inline(__always)
    func solution() -> (value: Lanes, across: Lanes, down: Lanes, variance: Lanes, offset: Lanes) {
        let mass = Lanes.larger(whole.one, Lanes(repeating: 1e-9))
        let (mx, my, mv) = (whole.x / mass, y / mass, whole.v / mass)
        // Central moments; a tenth of a pixel squared keeps the plane through a single line of neighbours from turning freely.
        let cxx = whole.xx - whole.x * mx + mass * 0.1
        let cyy = yy - y * my + mass * 0.1
        let cxy = xy - whole.x * my
        let (cxv, cyv) = (whole.xv - whole.x * mv, yv - y * mv)
        let determinant = Lanes.larger(cxx * cyy - cxy * cxy, mass * mass * 1e-3)
        let across = (cxv * cyy - cyv * cxy) / determinant
        let down = (cyv * cxx - cxv * cxy) / determinant
        let (alongX, mixed, alongY) = (mx * mx * cyy, 2 * mx * my * cxy, my * my * cxx)
        let lever = (alongX - mixed + alongY) / determinant
        let offset = (mx * mx + my * my).squareRoot()
        return (mv - across * mx - down * my, across, down, 1 / mass + lever, offset)
    }
}
