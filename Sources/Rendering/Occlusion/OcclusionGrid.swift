import Depth
import Geometry

/// The surface of a depth map as a view shows it, in cells that fill the view, rows from the top.
struct OcclusionGrid {
    /// Limits that were chosen.
    private struct Tuning {
        /// How many cells lie along a pixel of the map: a cell for each pixel of its surface of twice the size.
        ///
        /// Unit: cells. Range: 1…4. Origin: make bench-occlusion: 4 bring silhouettes one part in a hundred more.
        var fineness = 2.0
        /// The most cells along a side of the view.
        ///
        /// Unit: cells. Range: 320…640. Origin: a map has at most 320 pixels a side.
        var mostCells = 480
        /// How much larger than a pixel of the surface its place in the view is, so that no cracks open between two.
        ///
        /// Unit: factor. Range: 1…1.3. Origin: by hand.
        var overlap = 1.15
    }

    private static let tuning = Tuning()
    /// What an inverse depth is stored up to: 0.1 m.
    private static let nearest: Float = 0.1
    /// What a margin is stored up to, as a share of the depth.
    private static let largestMargin: Float = 0.25

    /// Columns and rows.
    private(set) var size = SIMD2(0, 0)
    /// Depth along the view's optical axis, metres; 0 where it is unknown.
    private(set) var depth: [Float] = []
    private var margin: [Float] = []
    /// The last map's surface: a map is used for many images.
    private var surface: OccludingSurface?

    /// Lays the surface of a map into the cells of a view.
    mutating func lay(_ map: DepthMap, _ viewpoint: Viewpoint) {
        let surface = surface(of: map)
        let lens = surface.lens
        resize(viewpoint, map.lens)
        let viewFromMap =
            RigidTransform<OpticalSpace, CameraSpace>.flip * viewpoint.worldFromCamera.inverse
            * map.worldFromOptical
        let cells = AffineMap(
            xAxis: Vector2(Double(size.x), 0),
            yAxis: Vector2(0, Double(size.y)),
            origin: Vector2(-0.5, -0.5)
        )
        let cellFromIdeal = cells * viewpoint.viewFromIdeal
        // Half of a pixel of the surface in the view if both cameras are as near.
        let half = 0.5 * Self.tuning.overlap / lens.focalLengthPixels
        let reach = Vector2(
            abs(cellFromIdeal.xAxis.x) * half.x + abs(cellFromIdeal.yAxis.x) * half.y,
            abs(cellFromIdeal.xAxis.y) * half.x + abs(cellFromIdeal.yAxis.y) * half.y
        )
        for pixel in surface.depth.indices where surface.depth[pixel] > 0 {
            let place = Vector2(Double(pixel % lens.width) + 0.5, Double(pixel / lens.width) + 0.5)
            let ideal = (place - lens.principalPointPixels) / lens.focalLengthPixels
            let depth = Double(surface.depth[pixel])
            let point = viewFromMap * (Vector3(ideal.x, ideal.y, 1) * depth)
            guard point.z > Double(Self.nearest) else { continue }
            let middle = cellFromIdeal * (Vector2(point.x, point.y) / point.z)
            fill(middle, reach * (depth / point.z), depth: Float(point.z), margin: surface.margin[pixel])
        }
        closeCracks()
    }

    private mutating func surface(of map: DepthMap) -> OccludingSurface {
        if let surface, surface.shows(map) { return surface }
        let made = OccludingSurface(map)
        surface = made
        return made
    }

    /// Empties the cells, as many as the view has room for.
    private mutating func resize(_ viewpoint: Viewpoint, _ lens: CameraModel) {
        let fineness = Self.tuning.fineness * lens.focalLengthPixels.x / viewpoint.focalLengthInView
        func count(_ pixels: Int) -> Int { max(2, min(Self.tuning.mostCells, Int(Double(pixels) * fineness))) }
        size = SIMD2(count(viewpoint.viewSize.x), count(viewpoint.viewSize.y))
        depth = [Float](repeating: 0, count: size.x * size.y)
        margin = depth
    }

    /// Puts a pixel of the map where it is seen; the nearest of several counts.
    private mutating func fill(_ middle: Vector2, _ reach: Vector2, depth z: Float, margin m: Float) {
        let low = middle - reach
        let high = middle + reach
        guard high.x >= 0, high.y >= 0, low.x < Double(size.x), low.y < Double(size.y) else { return }
        let (left, top) = (max(0, Int(low.x.rounded(.up))), max(0, Int(low.y.rounded(.up))))
        let (right, bottom) = (min(size.x - 1, Int(high.x)), min(size.y - 1, Int(high.y)))
        guard left <= right, top <= bottom else { return }
        for row in top...bottom {
            for cell in row * size.x + left...row * size.x + right where depth[cell] == 0 || z < depth[cell] {
                depth[cell] = z
                margin[cell] = m
            }
        }
    }

    /// Fills unknown cells between two known ones of a row or a column with the farther of the two.
    private mutating func closeCracks() {
        let (old, oldMargin) = (depth, margin)
        for row in 0..<size.y {
            for column in 0..<size.x where old[row * size.x + column] == 0 {
                let cell = row * size.x + column
                let isInRow = column > 0 && column < size.x - 1 && old[cell - 1] > 0 && old[cell + 1] > 0
                let isInColumn = row > 0 && row < size.y - 1 && old[cell - size.x] > 0 && old[cell + size.x] > 0
                guard isInRow || isInColumn else { continue }
                let step = isInRow ? 1 : size.x
                let source = old[cell - step] > old[cell + step] ? cell - step : cell + step
                depth[cell] = old[source]
                margin[cell] = oldMargin[source]
            }
        }
    }

    /// How much of a thing at some depth, metres, the surface leaves visible at a position of the view, (0, 0) top left,
    /// (1, 1) bottom right; what `OcclusionShader` does.
    func visibleShare(at position: SIMD2<Float>, depth: Float) -> Float {
        let place = position * SIMD2(Float(size.x), Float(size.y)) - 0.5
        let corner = place.rounded(.down)
        let part = place - corner
        let (column, row) = (Int(corner.x), Int(corner.y))
        func mixed(_ row: Int) -> Float {
            let left = hidden(column, row, depth)
            return left + (hidden(column + 1, row, depth) - left) * part.x
        }
        let above = mixed(row)
        return 1 - (above + (mixed(row + 1) - above) * part.y)
    }

    private func hidden(_ column: Int, _ row: Int, _ depth: Float) -> Float {
        let cell = max(0, min(size.y - 1, row)) * size.x + max(0, min(size.x - 1, column))
        guard self.depth[cell] > 0 else { return 0 }
        let step = max(0, min(1, (depth - self.depth[cell]) / margin[cell] - 1))
        return step * step * (3 - 2 * step)
    }

    /// The cells for the graphics memory, four bytes each: the inverse depth in two, the higher first, 0 where it is
    /// unknown; the margin as a share of the depth; 255.
    var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: depth.count * 4) { bytes, count in
            count = depth.count * 4
            for cell in depth.indices {
                var code = 0
                var share: Float = 0
                if depth[cell] > 0 {
                    code = Int(min(1, Self.nearest / depth[cell]) * 65_535 + 0.5)
                    share = max(1, min(255, margin[cell] / depth[cell] * (255 / Self.largestMargin)))
                }
                bytes[4 * cell] = UInt8(code >> 8)
                bytes[4 * cell + 1] = UInt8(code & 255)
                bytes[4 * cell + 2] = UInt8(share)
                bytes[4 * cell + 3] = 255
            }
        }
    }
}
