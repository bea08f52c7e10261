import RealModule

/// The hand's silhouette around a fingertip, far enough to show its other fingers: from a thumb the hand lies on the
/// other side than from an index finger, for every rotation in the image.
struct HandShape {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Distance of two samples.
        ///
        /// Unit: finger widths. Range: 0.5…1.5. Origin: by hand.
        var spacing: Float = 0.9
        /// Greatest rotation from one image to the next.
        ///
        /// Unit: radians. Range: 0.5…1.6. Origin: by hand.
        var greatestTurn: Float = 1
        /// What a rotation costs.
        ///
        /// Unit: correlation per radian. Range: 0…0.3. Origin: by hand.
        var turnCost: Float = 0.1
    }

    private static let tuning = Tuning()
    private static let reach = 9
    private static let turns = 5
    private let spacing: Float
    /// For each sample whether it was hand, or nil outside the image.
    private var isHand: [Bool?] = []

    /// Samples a map around a fingertip.
    init(_ map: HandMap, about tip: SIMD2<Float>, fingerWidth: Float) {
        spacing = Self.tuning.spacing * fingerWidth
        for row in -Self.reach...Self.reach {
            for column in -Self.reach...Self.reach {
                isHand.append(Self.isHand(map, tip + SIMD2(Float(column), Float(row)) * spacing))
            }
        }
    }

    /// The greatest correlation with the silhouette around a point for any rotation, −1…1.
    func similarity(_ map: HandMap, about tip: SIMD2<Float>) -> Float {
        var best: Float = -1
        for turn in -Self.turns...Self.turns {
            let angle = Self.tuning.greatestTurn * Float(turn) / Float(Self.turns)
            best = max(best, correlation(map, tip, angle) - Self.tuning.turnCost * abs(angle))
        }
        return best
    }

    /// The phi coefficient of the samples that lie in both images.
    private func correlation(_ map: HandMap, _ tip: SIMD2<Float>, _ angle: Float) -> Float {
        let along = SIMD2(Float.cos(angle), Float.sin(angle)) * spacing
        let down = SIMD2(-along.y, along.x)
        var (both, mine, its, all) = (Float(0), Float(0), Float(0), Float(0))
        var at = 0
        for row in -Self.reach...Self.reach {
            for column in -Self.reach...Self.reach {
                defer { at += 1 }
                guard let before = isHand[at],
                    let now = Self.isHand(map, tip + along * Float(column) + down * Float(row))
                else { continue }
                all += 1
                if before { mine += 1 }
                if now { its += 1 }
                if before && now { both += 1 }
            }
        }
        let spread = (mine * (all - mine) * its * (all - its)).squareRoot()
        return spread > 0 ? (both * all - mine * its) / spread : 0
    }

    @inline(__always)
    private static func isHand(_ map: HandMap, _ point: SIMD2<Float>) -> Bool? {
        let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
        guard x >= 0, y >= 0, x < map.width, y < map.height else { return nil }
        return map.isHand(x, y)
    }
}
