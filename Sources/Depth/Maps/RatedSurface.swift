/// A refined surface with the variance of each inverse depth, without the pixels that cannot be trusted.
struct RatedSurface {
    /// Limits and factors that were fitted or chosen.
    struct Tuning {
        /// The least distance of the best aggregated cost from the second best, as a fraction.
        ///
        /// Unit: fraction. Range: 0.005…0.03. Origin: simulated seed 1.
        var uniqueness: Float = 0.01
        /// The largest 1 − ZNCC.
        ///
        /// Unit: correlation. Range: 0.5…0.9. Origin: simulated seed 1.
        var cost: Float = 0.8
        /// The largest standard deviation of a pixel's own match that counts for the planes, as a fraction of the depth.
        ///
        /// Unit: fraction of the depth. Range: 0.1…0.4. Origin: by hand.
        var match: Float = 0.25
        /// The largest standard deviation that the images alone may give, as a fraction of the depth.
        ///
        /// Unit: fraction of the depth. Range: 0.05…0.15. Origin: by hand.
        var sigma: Float = 0.1
        /// How much of 1 − ZNCC is noise beside what the best match leaves.
        ///
        /// Unit: correlation. Range: 0.01…0.1. Origin: fitted to the coverage of simulated seed 1.
        var noiseFloor: Float = 0.02
        /// The factor of the noise, since neighbouring pixels of a window are not independent.
        ///
        /// Unit: factor. Range: 1…4. Origin: fitted to the coverage of simulated seed 1.
        var noiseFactor: Float = 2
        /// The error of an image position that no cost shows, in pixels of the fine image.
        ///
        /// Unit: pixels. Range: 0.03…0.2. Origin: fitted to the coverage of simulated seed 2.
        var position: Float = 0.06
        /// The factor of the partners' disagreement.
        ///
        /// Unit: factor. Range: 0.3…2. Origin: fitted with the noise.
        var scatter: Float = 1
        /// What is added to the factor of the standard deviation if all neighbours of a pixel lie on one side of it.
        ///
        /// Unit: factor. Range: 2…5. Origin: fitted to the coverage of simulated seed 2.
        var lean: Float = 3
        /// The factor of the surface's roughness: at edges and bends a window shows several depths.
        ///
        /// Unit: factor. Range: 0.2…1. Origin: fitted with the noise.
        var roughness: Float = 0.35
        /// The relative step of the inverse depth that is an edge.
        ///
        /// Unit: fraction. Range: 0.08…0.15. Origin: simulated seed 1.
        var edgeShare: Float = 0.1
        /// How far from an edge the nearer side is not trusted: there a window sees the edge itself and moves the
        /// surface outwards.
        ///
        /// Unit: pixels. Range: 1…2. Origin: simulated seed 1.
        var edgeReach = 2
        /// The smallest connected pieces that are kept.
        ///
        /// Unit: pixels. Range: 10…60. Origin: by hand.
        var speckleCount = 30
        /// The relative step of the inverse depth that parts two pieces.
        ///
        /// Unit: fraction. Range: 0.03…0.1. Origin: by hand.
        var speckleShare: Float = 0.05
        /// The smallest inverse depth that is given; what is farther becomes a hole.
        ///
        /// Unit: 1/m. Range: 0.02…0.1. Origin: by hand: 20 m.
        var farthest: Float = 0.05
    }

    static let tuning = Tuning()

    let inverseDepth: FloatPlane
    /// 1/m².
    let variance: FloatPlane
    private(set) var isKnown: [Bool]

    var width: Int { inverseDepth.width }
    var height: Int { inverseDepth.height }

    /// `pixel` is what a fine pixel along the longest baseline is of the inverse depth, 1/m.
    init(_ refinement: SurfaceRefinement, uniqueness: FloatPlane, pixel: Float) {
        let tuning = Self.tuning
        let (width, height) = (refinement.inverseDepth.width, refinement.inverseDepth.height)
        let matched = Self.matchedVariance(refinement, uniqueness)
        let planes = LocalPlanes(refinement.inverseDepth, variance: matched)
        (inverseDepth, variance) = (planes.inverseDepth, planes.variance)
        isKnown = [Bool](repeating: false, count: width * height)
        inverseDepth.fillMargin(reach: 4)
        let position = tuning.position * tuning.position * pixel * pixel
        for y in 0..<height {
            let (rho, sum, lean) = (inverseDepth.row(y), variance.row(y), planes.lean.row(y))
            for x in 0..<width where matched.row(y)[x].isFinite {
                let oneSided = 1 + tuning.lean * lean[x]
                sum[x] = oneSided * oneSided * (sum[x] + position + Self.roughness(inverseDepth, x, y))
                isKnown[y * width + x] =
                    rho[x] > tuning.farthest && sum[x] < tuning.sigma * tuning.sigma * rho[x] * rho[x]
            }
        }
        let filter = MapFilter(width: width, height: height)
        filter.removeEdges(inverseDepth, &isKnown, share: tuning.edgeShare, reach: tuning.edgeReach)
        filter.removeSpeckles(inverseDepth, &isKnown, share: tuning.speckleShare, least: tuning.speckleCount)
    }

    /// The variance of each pixel's own match, 1/m²; infinite where there is none to be trusted.
    private static func matchedVariance(_ refinement: SurfaceRefinement, _ uniqueness: FloatPlane) -> FloatPlane {
        let surface = refinement.inverseDepth
        let variance = FloatPlane(width: surface.width, height: surface.height, value: .infinity)
        surface.fillMargin(reach: 4)
        for y in 0..<surface.height {
            let (rho, cost, seen) = (surface.row(y), refinement.cost.row(y), refinement.partners.row(y))
            let (curvature, scatter) = (refinement.curvature.row(y), refinement.scatter.row(y))
            for x in 0..<surface.width {
                guard rho[x] > tuning.farthest, seen[x] > 0, curvature[x] > 0, cost[x] < tuning.cost,
                    uniqueness.row(y)[x] > tuning.uniqueness
                else { continue }
                let sum =
                    noise(cost: cost[x], curvature: curvature[x]) + tuning.scatter * scatter[x]
                    + roughness(surface, x, y)
                if sum < tuning.match * tuning.match * rho[x] * rho[x] { variance.row(y)[x] = sum }
            }
        }
        return variance
    }

    /// The variance of an inverse depth, 1/m², that the noise of a match leaves.
    static func noise(cost: Float, curvature: Float) -> Float {
        tuning.noiseFactor * (cost + tuning.noiseFloor) / (WindowSums.count * curvature)
    }

    /// What a pixel's distance from the line through its neighbours adds to the variance, 1/m²; 0 on a plane, whose inverse depth
    /// is linear.
    private static func roughness(_ surface: FloatPlane, _ x: Int, _ y: Int) -> Float {
        let line = surface.row(y) + x
        var largest: Float = 0
        for reach in [1, 3] {
            let across = line[-reach] + line[reach] - 2 * line[0]
            let down = (surface.row(y - reach) + x).pointee + (surface.row(y + reach) + x).pointee - 2 * line[0]
            largest = max(largest, across * across, down * down)
        }
        return tuning.roughness * tuning.roughness * largest / 4
    }
}
