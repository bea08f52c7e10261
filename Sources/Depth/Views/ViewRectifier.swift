import Geometry
import Imaging

/// Samples an image as a pinhole camera with a global shutter would have taken it from the middle row's pose.
///
/// The turn of the camera while the rows were exposed is taken out here; its movement needs depth and is taken into
/// account by the plane sweep.
struct ViewRectifier {
    private let source: CameraModel
    private let target: CameraModel
    private let motion: CameraMotion?
    /// Pixels between two points of the grid at which the mapping is computed exactly.
    private static let step = 8

    init(source: CameraModel, target: CameraModel, motion: CameraMotion?) {
        self.source = source
        self.target = target
        self.motion = motion
    }

    /// The pinhole of a lens for a map of another size.
    static func pinhole(_ lens: CameraModel, size: SIMD2<Int>) -> CameraModel {
        let scale = Vector2(Double(size.x), Double(size.y)) / lens.sizePixels
        return CameraModel(
            width: size.x,
            height: size.y,
            focalLengthPixels: lens.focalLengthPixels * scale,
            principalPointPixels: lens.principalPointPixels * scale
        )
    }

    /// The image's pixels as the target lens shows them; what lies beyond the image repeats its edge.
    func rectified(_ image: GrayImage) -> [UInt8] {
        let columns = (target.width + Self.step - 1) / Self.step + 1
        let rows = (target.height + Self.step - 1) / Self.step + 1
        var grid: [SIMD2<Float>] = []
        grid.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let pixel = Vector2(Double(column * Self.step), Double(row * Self.step))
                grid.append(SIMD2<Float>(place(of: pixel) - 0.5))
            }
        }
        var out = [UInt8](repeating: 0, count: target.width * target.height)
        image.pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<target.height {
                let cellRow = y / Self.step
                let base = cellRow * columns
                for x in 0..<target.width {
                    let cell = base + x / Self.step
                    let corners = (grid[cell], grid[cell + 1], grid[cell + columns], grid[cell + columns + 1])
                    let share = SIMD2(Float(x - x / Self.step * Self.step), Float(y - cellRow * Self.step)) / 8
                    var sum: Float = 2
                    for offset in Self.samples {
                        let at = share + offset
                        let top = corners.0 + (corners.1 - corners.0) * at.x
                        let bottom = corners.2 + (corners.3 - corners.2) * at.x
                        sum += Self.sample(pixels, image.width, image.height, top + (bottom - top) * at.y)
                    }
                    out[y * target.width + x] = UInt8(sum / 4)
                }
            }
        }
        return out
    }

    /// Four points within a pixel, in eighths of a cell.
    private static let samples: [SIMD2<Float>] = [
        SIMD2(0.25, 0.25) / 8, SIMD2(0.75, 0.25) / 8, SIMD2(0.25, 0.75) / 8, SIMD2(0.75, 0.75) / 8,
    ]

    /// The source's pixel for a pixel of the target.
    private func place(of pixel: Vector2) -> Vector2 {
        let point = target.normalized(ofPixel: pixel)
        var place = source.pixel(ofNormalized: point)
        guard let motion, motion.readoutTime > 0 else { return place }
        // The row gives the time of exposure, and the time gives the row: two rounds suffice.
        for _ in 0..<2 {
            let share = min(max(place.y / Double(source.height), -0.2), 1.2) - 0.5
            let turn = Rotation(exp: motion.angularVelocity * (-share * motion.readoutTime))
            guard let seen = source.pixel(of: turn * Vector3(point.x, point.y, 1)) else { return place }
            place = seen
        }
        return place
    }

    @inline(__always)
    private static func sample(
        _ pixels: UnsafeBufferPointer<UInt8>,
        _ width: Int,
        _ height: Int,
        _ at: SIMD2<Float>
    ) -> Float {
        let x = min(max(at.x, 0), Float(width - 1))
        let y = min(max(at.y, 0), Float(height - 1))
        let (column, row) = (Int(x), Int(y))
        let (fx, fy) = (x - Float(column), y - Float(row))
        let right = min(column + 1, width - 1)
        let (upper, lower) = (row * width, min(row + 1, height - 1) * width)
        let top = Float(pixels[upper + column]) * (1 - fx) + Float(pixels[upper + right]) * fx
        let bottom = Float(pixels[lower + column]) * (1 - fx) + Float(pixels[lower + right]) * fx
        return top + (bottom - top) * fy
    }
}
