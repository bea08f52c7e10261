import Geometry

/// Chooses corners of a reference's image, evenly over it.
struct CornerChoice {
    /// Limits that were fitted or chosen.
    struct Tuning {
        /// One corner is taken in each square of this side, pixels of the map.
        ///
        /// Unit: pixels. Range: 8…16. Origin: time.
        var cell = 16
        /// How much the shades around a corner change in the direction in which they change least.
        ///
        /// Unit: gray levels per pixel, root mean square. Range: 3…10. Origin: by hand.
        var contrast: Float = 5
        /// How clear the sweep's choice must be at a corner.
        ///
        /// Unit: fraction. Range: 0.02…0.2. Origin: by hand.
        var uniqueness: Float = 0.05
        /// The largest relative difference of the inverse depths around a corner: at an edge two depths move apart.
        ///
        /// Unit: fraction. Range: 0.03…0.15. Origin: by hand.
        var flatness: Float = 0.08
    }

    static let tuning = Tuning()

    let reference: DepthView
    let surface: WinningSurface
    /// Points of the world.
    let landmarks: [Vector3]

    /// The landmarks that the reference shows, and the corner of each cell with the most contrast in both directions.
    func corners() -> [Corner] { landmarkCorners() + imageCorners() }

    private func landmarkCorners() -> [Corner] {
        let opticalFromWorld = reference.worldFromOptical.inverse
        let lens = reference.lens.scaled(by: 2)
        return landmarks.compactMap { landmark in
            let point = opticalFromWorld * landmark
            guard point.isFinite, point.z > 0.1, let pixel = lens.pixel(of: point), pixel.x > 8, pixel.y > 8,
                pixel.x < Double(lens.width - 9), pixel.y < Double(lens.height - 9)
            else { return nil }
            let (column, row) = (Int(pixel.x), Int(pixel.y))
            return Corner(
                reference.fine,
                column: column,
                row: row,
                inverseDepth: Float(1 / point.z),
                isLandmark: true
            )
        }
    }

    private func imageCorners() -> [Corner] {
        let (width, height) = (surface.inverseDepth.width, surface.inverseDepth.height)
        let cell = Self.tuning.cell
        let least = Self.tuning.contrast * Self.tuning.contrast
        var corners: [Corner] = []
        for top in stride(from: 4, to: height - 4, by: cell) {
            for left in stride(from: 4, to: width - 4, by: cell) {
                var best: (contrast: Float, x: Int, y: Int)?
                // Every other pixel, for time.
                for y in stride(from: top, to: min(top + cell, height - 4), by: 2) {
                    for x in stride(from: left, to: min(left + cell, width - 4), by: 2) {
                        let contrast = contrast(x, y)
                        if contrast > best?.contrast ?? least, isUsable(x, y) { best = (contrast, x, y) }
                    }
                }
                if let best {
                    let rho = surface.inverseDepth.row(best.y)[best.x]
                    corners.append(
                        Corner(
                            reference.fine,
                            column: 2 * best.x,
                            row: 2 * best.y,
                            inverseDepth: rho,
                            isLandmark: false
                        )
                    )
                }
            }
        }
        return corners
    }

    private func isUsable(_ x: Int, _ y: Int) -> Bool {
        let rho = surface.inverseDepth.row(y)[x]
        guard rho > RatedSurface.tuning.farthest, surface.uniqueness.row(y)[x] > Self.tuning.uniqueness else {
            return false
        }
        let most = Self.tuning.flatness * rho
        let line = surface.inverseDepth.row(y) + x
        let (above, below) = (surface.inverseDepth.row(y - 2) + x, surface.inverseDepth.row(y + 2) + x)
        return abs(line[-2] - rho) < most && abs(line[2] - rho) < most && abs(above.pointee - rho) < most
            && abs(below.pointee - rho) < most
    }

    /// The smaller eigenvalue of the gradients' mean square in a window of 3 × 3.
    private func contrast(_ x: Int, _ y: Int) -> Float {
        let image = reference.coarse
        var (xx, xy, yy): (Float, Float, Float) = (0, 0, 0)
        for v in y - 1...y + 1 {
            for u in x - 1...x + 1 {
                let change = image.gradient(u, v)
                xx += change.x * change.x
                xy += change.x * change.y
                yy += change.y * change.y
            }
        }
        let half = (xx - yy) / 2
        return ((xx + yy) / 2 - (half * half + xy * xy).squareRoot()) / 9
    }
}
