import Geometry

/// Chooses corners of a reference's image, evenly over it, and finds them in partners.
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
        /// How far a corner may be from where it is expected.
        ///
        /// Unit: pixels of the fine image. Range: 2…4. Origin: by hand.
        var reach: Float = 3
        /// The least correlation with the partner's image.
        ///
        /// Unit: correlation. Range: 0.8…0.95. Origin: by hand.
        var correlation: Float = 0.9
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
                let dx = (Float(image.shade(u + 1, v)) - Float(image.shade(u - 1, v))) / 2
                let dy = (Float(image.shade(u, v + 1)) - Float(image.shade(u, v - 1))) / 2
                xx += dx * dx
                xy += dx * dy
                yy += dy * dy
            }
        }
        let half = (xx - yy) / 2
        return ((xx + yy) / 2 - (half * half + xy * xy).squareRoot()) / 9
    }
}

extension CornerChoice {
    /// A corner of the reference's fine image, with the shades around it.
    struct Corner {
        /// The pixel, from 0.
        let column: Int
        let row: Int
        /// 1/m.
        let inverseDepth: Float
        /// Whether the inverse depth is a landmark's, and not the sweep's.
        let isLandmark: Bool
        /// The shades around it without their mean, and their gradients.
        private let shades: [Float]
        private let gradients: [SIMD2<Float>]
        /// The sums of the gradients' products.
        private let xx: Float
        private let xy: Float
        private let yy: Float
        private let energy: Float

        private static let radius = 4

        init(_ image: QuadImage, column: Int, row: Int, inverseDepth: Float, isLandmark: Bool) {
            self.column = column
            self.row = row
            self.inverseDepth = inverseDepth
            self.isLandmark = isLandmark
            var (shades, gradients): ([Float], [SIMD2<Float>]) = ([], [])
            var (xx, xy, yy): (Float, Float, Float) = (0, 0, 0)
            for y in row - Self.radius...row + Self.radius {
                for x in column - Self.radius...column + Self.radius {
                    shades.append(Float(image.shade(x, y)))
                    let dx = (Float(image.shade(x + 1, y)) - Float(image.shade(x - 1, y))) / 2
                    let dy = (Float(image.shade(x, y + 1)) - Float(image.shade(x, y - 1))) / 2
                    gradients.append(SIMD2(dx, dy))
                    xx += dx * dx
                    xy += dx * dy
                    yy += dy * dy
                }
            }
            let mean = shades.reduce(0, +) / Float(shades.count)
            self.shades = shades.map { $0 - mean }
            self.gradients = gradients
            energy = self.shades.reduce(0) { $0 + $1 * $1 }
            (self.xx, self.xy, self.yy) = (xx, xy, yy)
        }

        /// How far a partner shows it from where the pair puts it, pixels of the fine image; nil if it is not found there.
        func offset(in pair: ViewPair) -> Vector2? {
            let translation = pair.translation(row: row, inverseDepth: inverseDepth) * inverseDepth
            func place(_ column: Float, _ row: Float) -> SIMD2<Float>? { pair.place(column, row, translation) }
            let determinant = xx * yy - xy * xy
            guard determinant > 1, let start = place(Float(column), Float(row)) else { return nil }
            return withUnsafeTemporaryAllocation(of: Float.self, capacity: shades.count) { seen in
                var shift = SIMD2<Float>.zero
                var correlation: Float = 0
                for _ in 0..<5 {
                    guard read(seen, pair, translation, shift) else { return nil }
                    var (square, product): (Float, Float) = (0, 0)
                    for i in shades.indices {
                        square += seen[i] * seen[i]
                        product += seen[i] * shades[i]
                    }
                    guard square > 1, product > 0 else { return nil }
                    correlation = product / (square * energy).squareRoot()
                    let gain = product / square
                    var difference = SIMD2<Float>.zero
                    for i in shades.indices { difference += gradients[i] * (gain * seen[i] - shades[i]) }
                    let step =
                        SIMD2(yy * difference.x - xy * difference.y, xx * difference.y - xy * difference.x)
                        / determinant
                    shift -= step
                    guard max(abs(shift.x), abs(shift.y)) < CornerChoice.tuning.reach else { return nil }
                    if max(abs(step.x), abs(step.y)) < 0.02 { break }
                }
                guard correlation > CornerChoice.tuning.correlation,
                    let end = place(Float(column) + shift.x, Float(row) + shift.y)
                else { return nil }
                return Vector2(end - start)
            }
        }

        /// Reads the partner's shades, without their mean, where the pair and a shift of the corner put them; false beyond the image.
        private func read(
            _ out: UnsafeMutableBufferPointer<Float>,
            _ pair: ViewPair,
            _ translation: SIMD3<Float>,
            _ shift: SIMD2<Float>
        ) -> Bool {
            var (index, sum) = (0, Float(0))
            for y in row - Self.radius...row + Self.radius {
                for x in column - Self.radius...column + Self.radius {
                    guard let place = pair.place(Float(x) + shift.x, Float(y) + shift.y, translation),
                        let shade = pair.partner.shade(at: place)
                    else { return false }
                    out[index] = shade
                    sum += shade
                    index += 1
                }
            }
            let mean = sum / Float(index)
            for i in 0..<index { out[i] -= mean }
            return true
        }
    }
}
