import RealModule

/// The hand's appearance around a fingertip: a coarse patch of skin likelihood and brightness.
struct TipTemplate {
    static let side = 20
    private(set) var skin = [Float](repeating: 0, count: side * side)
    private(set) var gray = [Float](repeating: 0, count: side * side)

    /// Samples the map around a point, `step` map pixels per sample, rotated by an angle.
    init(_ map: HandMap, about point: SIMD2<Float>, step: Float, angle: Float = 0) {
        let c = Float.cos(angle) * step
        let s = Float.sin(angle) * step
        let half = Float(Self.side) / 2
        for j in 0..<Self.side {
            let v = Float(j) + 0.5 - half
            for i in 0..<Self.side {
                let u = Float(i) + 0.5 - half
                let x = Int((point.x + c * u - s * v).rounded(.down))
                let y = Int((point.y + s * u + c * v).rounded(.down))
                let at = max(0, min(map.height - 1, y)) * map.width + max(0, min(map.width - 1, x))
                let isInside = x >= 0 && y >= 0 && x < map.width && y < map.height
                skin[j * Self.side + i] = isInside && map.hand[at] != 0 ? 1 : Float(map.skin[at]) / 510
                gray[j * Self.side + i] =
                    Float(Int(map.colors[3 * at]) + 2 * Int(map.colors[3 * at + 1]) + Int(map.colors[3 * at + 2]))
                    / 1020
            }
        }
        Self.normalise(&skin)
        Self.normalise(&gray)
    }

    private static func normalise(_ values: inout [Float]) {
        var mean: Float = 0
        for value in values { mean += value }
        mean /= Float(values.count)
        var square: Float = 1e-6
        for i in values.indices {
            values[i] -= mean
            square += values[i] * values[i]
        }
        let scale = 1 / square.squareRoot()
        for i in values.indices { values[i] *= scale }
    }

    /// Correlation of skin and of brightness, −1…1 each.
    func similarity(_ other: TipTemplate) -> (skin: Float, gray: Float) {
        var a: Float = 0
        var b: Float = 0
        for i in skin.indices {
            a += skin[i] * other.skin[i]
            b += gray[i] * other.gray[i]
        }
        return (a, b)
    }
}
