import Foundation
import Geometry

/// A fingerprint on the lens: a part of the light is spread, so that the image is veiled around one place.
struct LensSmudge: Sendable {
    /// The side of the squares whose mean light is spread, pixels: the veil has no finer detail.
    private static let cell = 16
    /// Where its middle is, and how far it reaches, as parts of the image's size: by hand, beside the middle.
    private static let (centre, reach) = (Vector2(0.6, 0.4), 0.35)

    private let width: Int
    private let height: Int
    /// The part of a pixel's light that is spread.
    private let shares: [Float]

    /// A smudge that spreads so much of the light at its middle.
    init(camera: CameraModel, strength: Double) {
        (width, height) = (camera.width, camera.height)
        let size = camera.sizePixels
        var shares: [Float] = []
        shares.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width {
                let away = (Vector2(Double(x), Double(y)) / size - Self.centre) / Self.reach
                shares.append(Float(strength * exp(-dot(away, away) / 2)))
            }
        }
        self.shares = shares
    }

    /// Spreads the light of an image whose rows are `stride` apart.
    func spread(_ light: inout [SIMD4<Float>], stride: Int) {
        let veil = means(light, stride)
        let columns = (width + Self.cell - 1) / Self.cell
        let rows = (height + Self.cell - 1) / Self.cell
        func cell(_ x: Int, _ y: Int) -> SIMD4<Float> {
            veil[min(max(y, 0), rows - 1) * columns + min(max(x, 0), columns - 1)]
        }
        for y in 0..<height {
            let v = (Float(y) + 0.5) / Float(Self.cell) - 0.5
            let (row, ty) = (Int(v.rounded(.down)), v - v.rounded(.down))
            for x in 0..<width {
                let u = (Float(x) + 0.5) / Float(Self.cell) - 0.5
                let (column, tx) = (Int(u.rounded(.down)), u - u.rounded(.down))
                let top = cell(column, row) * (1 - tx) + cell(column + 1, row) * tx
                let low = cell(column, row + 1) * (1 - tx) + cell(column + 1, row + 1) * tx
                let share = shares[y * width + x]
                light[y * stride + x] = light[y * stride + x] * (1 - share) + (top * (1 - ty) + low * ty) * share
            }
        }
    }

    /// The mean light of each square.
    private func means(_ light: [SIMD4<Float>], _ stride: Int) -> [SIMD4<Float>] {
        var means: [SIMD4<Float>] = []
        for top in Swift.stride(from: 0, to: height, by: Self.cell) {
            for left in Swift.stride(from: 0, to: width, by: Self.cell) {
                var sum = SIMD4<Float>.zero
                let (bottom, right) = (min(top + Self.cell, height), min(left + Self.cell, width))
                for y in top..<bottom {
                    for x in left..<right { sum += light[y * stride + x] }
                }
                means.append(sum / Float((bottom - top) * (right - left)))
            }
        }
        return means
    }
}
