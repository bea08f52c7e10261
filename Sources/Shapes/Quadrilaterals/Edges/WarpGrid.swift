/// A table of a lens's undistortion every 16 pixels, for many points.
struct WarpGrid {
    private static let cell = 16
    private let columns: Int
    private let rows: Int
    private var nodes: [SIMD2<Float>]

    init(warp: LensWarp, width: Int, height: Int) {
        columns = width / Self.cell + 2
        rows = height / Self.cell + 2
        nodes = []
        nodes.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                nodes.append(warp.straight(SIMD2(Float(column * Self.cell), Float(row * Self.cell))))
            }
        }
    }

    /// The undistorted position of a pixel inside the image, by bilinear interpolation.
    func straight(_ pixel: SIMD2<Float>) -> SIMD2<Float> {
        let u = max(0, pixel.x / Float(Self.cell))
        let v = max(0, pixel.y / Float(Self.cell))
        let column = min(columns - 2, Int(u))
        let row = min(rows - 2, Int(v))
        let fx = u - Float(column)
        let fy = v - Float(row)
        let at = row * columns + column
        let top = nodes[at] + (nodes[at + 1] - nodes[at]) * fx
        let bottom = nodes[at + columns] + (nodes[at + columns + 1] - nodes[at + columns]) * fx
        return top + (bottom - top) * fy
    }
}
