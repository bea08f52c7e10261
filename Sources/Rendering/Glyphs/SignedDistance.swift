/// A letter's distance field: bytes that are 128 on the outline and grow inwards.
struct SignedDistance {
    /// Pixels of an em.
    static let pixelsPerEm: Float = 44
    /// How far beside the outline the field reaches, pixels.
    static let reach: Float = 6

    let width: Int
    let height: Int
    /// The lower left corner in ems.
    let origin: SIMD2<Float>
    /// Rows from the top.
    let bytes: [UInt8]

    /// The field of closed polygons in ems; inside is where they wind around.
    ///
    /// Nil if there are none.
    init?(_ contours: [[SIMD2<Float>]]) {
        var low = SIMD2<Float>(repeating: .infinity)
        var high = SIMD2<Float>(repeating: -.infinity)
        for point in contours.joined() {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        guard low.x < high.x else { return nil }
        let margin = (Self.reach + 1) / Self.pixelsPerEm
        origin = low - margin
        let size = (high - low + 2 * margin) * Self.pixelsPerEm
        let width = Int(size.x.rounded(.up))
        let height = Int(size.y.rounded(.up))
        self.width = width
        self.height = height
        let start = origin
        bytes = [UInt8](unsafeUninitializedCapacity: width * height) { bytes, count in
            for y in 0..<height {
                for x in 0..<width {
                    let pixel = SIMD2(Float(x) + 0.5, Float(height - y) - 0.5)
                    let distance = Self.distance(start + pixel / Self.pixelsPerEm, to: contours) * Self.pixelsPerEm
                    let value = 127.5 + distance / Self.reach * 127.5
                    bytes[y * width + x] = UInt8(max(0, min(255, value.rounded())))
                }
            }
            count = width * height
        }
    }

    /// The distance to the nearest edge, positive inside, by the winding number.
    private static func distance(_ point: SIMD2<Float>, to contours: [[SIMD2<Float>]]) -> Float {
        var nearest = Float.infinity
        var winding = 0
        for contour in contours {
            guard var a = contour.last else { continue }
            for b in contour {
                let edge = b - a
                let to = point - a
                let part = max(0, min(1, (to * edge).sum() / max((edge * edge).sum(), 1e-12)))
                let off = to - edge * part
                nearest = min(nearest, (off * off).sum())
                let side = edge.x * to.y - edge.y * to.x
                if a.y <= point.y, b.y > point.y, side > 0 { winding += 1 }
                if a.y > point.y, b.y <= point.y, side < 0 { winding -= 1 }
                a = b
            }
        }
        return nearest.squareRoot() * (winding != 0 ? 1 : -1)
    }
}
