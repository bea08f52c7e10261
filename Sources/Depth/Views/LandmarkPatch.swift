import Geometry

/// The shades around a landmark in a reference's image of either size.
struct LandmarkPatch {
    /// Limits that were chosen.
    struct Tuning {
        /// How far a landmark may be from where it is expected.
        ///
        /// Unit: pixels of the image. Range: 2…6. Origin: by hand.
        var reach: Float = 3
        /// The least correlation with the partner's image.
        ///
        /// Unit: correlation. Range: 0.8…0.95. Origin: by hand.
        var correlation: Float = 0.9
    }

    static let tuning = Tuning()

    /// The pixel, from 0.
    let column: Int
    let row: Int
    /// 1/m.
    let inverseDepth: Float
    /// The shades around it without their mean, and their gradients.
    private let shades: [Float]
    private let gradients: [SIMD2<Float>]
    /// The sums of the gradients' products.
    private let xx: Float
    private let xy: Float
    private let yy: Float
    private let energy: Float

    private static let radius = 3

    /// Nil at the image's border.
    init?(_ image: QuadImage, at pixel: Vector2, inverseDepth: Float) {
        let border = Double(Self.radius + 4)
        guard pixel.x > border, pixel.y > border, pixel.x < Double(image.width) - border - 1,
            pixel.y < Double(image.height) - border - 1
        else { return nil }
        let (column, row) = (Int(pixel.x), Int(pixel.y))
        self.column = column
        self.row = row
        self.inverseDepth = inverseDepth
        var (shades, gradients): ([Float], [SIMD2<Float>]) = ([], [])
        var (xx, xy, yy): (Float, Float, Float) = (0, 0, 0)
        for y in row - Self.radius...row + Self.radius {
            for x in column - Self.radius...column + Self.radius {
                shades.append(Float(image.shade(x, y)))
                let change = image.gradient(x, y)
                gradients.append(change)
                xx += change.x * change.x
                xy += change.x * change.y
                yy += change.y * change.y
            }
        }
        let mean = shades.reduce(0, +) / Float(shades.count)
        self.shades = shades.map { $0 - mean }
        self.gradients = gradients
        energy = self.shades.reduce(0) { $0 + $1 * $1 }
        (self.xx, self.xy, self.yy) = (xx, xy, yy)
    }

    /// How far a partner shows it from where the pair puts it, pixels of the image; nil if it is not found there.
    func offset(in pair: ViewPair) -> Vector2? {
        let translation = pair.translation(row: row, inverseDepth: inverseDepth) * inverseDepth
        func place(_ column: Float, _ row: Float) -> SIMD2<Float>? { pair.place(column, row, translation)?.pixel }
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
                guard max(abs(shift.x), abs(shift.y)) < Self.tuning.reach else { return nil }
                if max(abs(step.x), abs(step.y)) < 0.02 { break }
            }
            guard correlation > Self.tuning.correlation,
                let end = place(Float(column) + shift.x, Float(row) + shift.y)
            else { return nil }
            return Vector2(end - start)
        }
    }

    /// Reads the partner's shades, without their mean, where the pair and a shift of the patch put them; false beyond the image.
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
                    let shade = pair.partner.shade(at: place.pixel)
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
