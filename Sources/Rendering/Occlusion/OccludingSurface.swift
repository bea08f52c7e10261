import Depth
import Geometry

/// The surface that a depth map shows, made ready for drawing: how far it is, and how far behind it a thing must be to
/// be hidden.
///
/// It is the map's surface of twice its size, which covers holes and ends where things end in the image, if the map has
/// one. What is unknown there hides nothing.
struct OccludingSurface {
    /// Limits that were chosen.
    private struct Tuning {
        /// The margin that every surface has.
        ///
        /// Unit: metres. Range: 0.005…0.03. Origin: by hand: a thing that stands on a surface must not sink into it.
        var least: Float = 0.01
        /// What the margin grows by with the depth: errors that a map does not state, such as those of the scale.
        ///
        /// Unit: share of the depth. Range: 0.01…0.05. Origin: make bench-depth: medians of 1.2 to 3.2 %.
        var share: Float = 0.02
        /// How many standard deviations of the map the margin includes.
        ///
        /// Unit: standard deviations. Range: 1…3. Origin: by hand.
        var sigmas: Float = 1.5
        /// The standard deviation of what was filled.
        ///
        /// Unit: share of the depth. Range: 0.02…0.08. Origin: by hand.
        var filled: Float = 0.03
        /// The largest margin.
        ///
        /// Unit: share of the depth. Range: 0.1…0.24. Origin: `OcclusionGrid` stores no more.
        var most: Float = 0.2
    }

    private static let tuning = Tuning()

    /// The map that it is of; its pose does not matter.
    private let map: DepthMap
    /// The camera of the surface: the map's, or one of twice its size.
    let lens: CameraModel
    /// Depth along the optical axis, metres, row by row; 0 where it is unknown.
    let depth: [Float]
    /// How far behind the surface a thing begins to be hidden, metres; at twice that it is hidden.
    let margin: [Float]

    /// The surface of a map.
    init(_ map: DepthMap) {
        self.map = map
        let tuning = Self.tuning
        let isFine = map.fineDepth.count == 4 * map.depth.count
        let (depth, fineness) = isFine ? (map.fineDepth, 2) : (map.depth, 1)
        let lens = map.lens.scaled(by: Double(fineness))
        (self.depth, self.lens) = (depth, lens)
        margin = depth.indices.map { pixel in
            let pixelOfMap = pixel / lens.width / fineness * map.width + pixel % lens.width / fineness
            let sigma = map.depth[pixelOfMap] > 0 ? map.sigma[pixelOfMap] : tuning.filled * depth[pixel]
            let slope = Self.slope(depth, at: pixel, width: lens.width, height: lens.height)
            let margin = tuning.least + tuning.share * depth[pixel] + tuning.sigmas * sigma + slope / 2
            return min(margin, tuning.most * depth[pixel])
        }
    }

    /// Whether it is the surface of a map; quick for the same map in a world that was corrected.
    func shows(_ other: DepthMap) -> Bool {
        map.lens == other.lens && map.depth == other.depth && map.sigma == other.sigma
            && map.fineDepth == other.fineDepth
    }

    /// The change of the surface's depth within a pixel, metres.
    ///
    /// Along a row or a column it is the smaller of the two steps to the neighbours: the larger one may cross an edge.
    private static func slope(_ depth: [Float], at pixel: Int, width: Int, height: Int) -> Float {
        let (x, y) = (pixel % width, pixel / width)
        func step(_ isInside: Bool, _ neighbour: Int) -> Float {
            isInside && depth[neighbour] > 0 ? abs(depth[neighbour] - depth[pixel]) : .infinity
        }
        let across = min(step(x > 0, pixel - 1), step(x < width - 1, pixel + 1))
        let down = min(step(y > 0, pixel - width), step(y < height - 1, pixel + width))
        return max(across.isFinite ? across : 0, down.isFinite ? down : 0)
    }
}
