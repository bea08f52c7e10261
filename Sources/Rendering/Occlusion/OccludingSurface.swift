import Depth
import Geometry

/// The surface that a depth map shows, made ready for drawing: how far it is, and how far behind it a thing must be to
/// be hidden.
///
/// Holes between known pixels take their depth if the image has no edge between, so that the surface ends where a thing
/// ends in the image. What is further from anything known stays unknown, and hides nothing. `FilledDepth` fills every hole,
/// also across edges, and blends depths, which is too much to hide things with.
///
/// Source of the filling: P. Toivanen, "New geodesic distance transforms for gray-scale images", Pattern Recognition
/// Letters 17, 1996.
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
        /// How far from a known pixel a hole between two of a row or a column is filled.
        ///
        /// Unit: pixels of the map. Range: 3…8. Origin: by hand, make bench-occlusion SEEDS=1.
        var reach: Float = 6
        /// How far outwards the surface grows where nothing is known beyond.
        ///
        /// Unit: pixels of the map. Range: 0…3. Origin: by hand, make bench-occlusion SEEDS=1: more surrounds things.
        var growth: Float = 1.5
        /// The difference of shades that counts as much as a pixel of distance.
        ///
        /// Unit: shades. Range: 4…20. Origin: by hand.
        var shade: Float = 8
        /// The largest margin.
        ///
        /// Unit: share of the depth. Range: 0.1…0.24. Origin: `OcclusionGrid` stores no more.
        var most: Float = 0.2
    }

    private static let tuning = Tuning()

    /// The map that it is of; its pose does not matter.
    private let map: DepthMap
    /// Depth along the optical axis, metres, row by row; 0 where it is unknown.
    let depth: [Float]
    /// How far behind the surface a thing begins to be hidden, metres; at twice that it is hidden.
    let margin: [Float]

    /// The surface of a map.
    init(_ map: DepthMap) {
        self.map = map
        let tuning = Self.tuning
        let depth = Self.filled(map)
        self.depth = depth
        margin = depth.indices.map { pixel in
            let sigma = map.depth[pixel] > 0 ? map.sigma[pixel] : tuning.filled * depth[pixel]
            let slope = Self.slope(depth, at: pixel, width: map.width, height: map.height)
            let margin = tuning.least + tuning.share * depth[pixel] + tuning.sigmas * sigma + slope / 2
            return min(margin, tuning.most * depth[pixel])
        }
    }

    /// Whether it is the surface of a map; quick for the same map in a world that was corrected.
    func shows(_ other: DepthMap) -> Bool {
        map.lens == other.lens && map.depth == other.depth && map.sigma == other.sigma && map.shades == other.shades
    }

    /// The depths of a map, and in its holes those of the nearest known pixels by distance and difference of shades.
    private static func filled(_ map: DepthMap) -> [Float] {
        let (width, height) = (map.width, map.height)
        var depth = map.depth
        let isBetween = Self.isBetweenKnown(map)
        var distance: [Float] = depth.map { $0 > 0 ? 0 : .infinity }
        func take(_ pixel: Int, from other: Int) {
            let difference = Float(abs(Int(map.shades[pixel]) - Int(map.shades[other])))
            let reached = distance[other] + 1 + difference / tuning.shade
            guard reached < distance[pixel], reached <= (isBetween[pixel] ? tuning.reach : tuning.growth) else {
                return
            }
            distance[pixel] = reached
            depth[pixel] = depth[other]
        }
        // Each round goes over the map from both of its ends; the second follows what bends.
        for _ in 0..<2 {
            for pixel in 0..<width * height {
                if pixel % width > 0 { take(pixel, from: pixel - 1) }
                if pixel >= width { take(pixel, from: pixel - width) }
            }
            for pixel in (0..<width * height).reversed() {
                if pixel % width < width - 1 { take(pixel, from: pixel + 1) }
                if pixel < width * (height - 1) { take(pixel, from: pixel + width) }
            }
        }
        return depth
    }

    /// Whether known pixels lie near on both sides of a pixel, in its row or in its column.
    private static func isBetweenKnown(_ map: DepthMap) -> [Bool] {
        let (width, height) = (map.width, map.height)
        var isBetween = [Bool](repeating: false, count: width * height)
        func look(from start: Int, step: Int, count: Int) {
            var last: Int?
            for place in 0..<count where map.depth[start + place * step] > 0 {
                if let last, place - last <= 2 * Int(tuning.reach) {
                    for between in last..<place { isBetween[start + between * step] = true }
                }
                last = place
            }
        }
        for row in 0..<height { look(from: row * width, step: 1, count: width) }
        for column in 0..<width { look(from: column, step: width, count: height) }
        return isBetween
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
