import Geometry

/// Chooses the keyframes that a depth map is computed from.
struct PartnerChoice {
    /// Limits that were fitted or chosen.
    struct Tuning {
        /// The best baseline, as a fraction of the typical depth.
        ///
        /// Unit: fraction of the depth. Range: 0.08…0.18. Origin: simulated seed 1; little changes within the range.
        var ratio = 0.12
        /// The shortest baseline that is used, metres and as a fraction of the near depth.
        ///
        /// Unit: metres; fraction. Range: 0.02…0.05. Origin: by hand.
        var shortest = (metres: 0.03, share: 0.02)
        /// The share of the reference's pixels that a partner must show.
        ///
        /// Unit: fraction. Range: 0.3…0.6. Origin: by hand.
        var overlap = 0.4
        /// What a missing share of overlap costs, against a baseline that is off by that factor.
        ///
        /// Unit: factor. Range: 1…4. Origin: by hand.
        var overlapWeight = 3.0
        /// How much worse a view from the opposite side may be to come second.
        ///
        /// Unit: factor. Range: 0.5…2. Origin: simulated seed 1.
        var oppositeCost = 1.5
    }

    private static let tuning = Tuning()

    let reference: DepthView
    /// The depth that a tenth of the scene lies in front of, metres.
    let nearDepth: Double

    /// The typical depth, metres.
    private var typicalDepth: Double { 1.6 * nearDepth }

    /// The best views, the best first.
    func partners(among views: [DepthView], count: Int) -> [DepthView] {
        var scored: [(view: DepthView, score: Double)] = []
        for view in views {
            if let score = score(view) { scored.append((view, score)) }
        }
        scored = scored.sorted(byKey: { $0.score })
        // The first two come from opposite sides, if they can: what one does not show the other may.
        if let first = scored.first {
            let side = baseline(first.view)
            let limit = first.score + Self.tuning.oppositeCost
            if let other = scored.firstIndex(where: { $0.score < limit && dot(baseline($0.view), side) < 0 }) {
                scored.insert(scored.remove(at: other), at: 1)
            }
        }
        return scored.prefix(count).map { $0.view }
    }

    /// From the reference to a view.
    private func baseline(_ view: DepthView) -> Vector3 {
        view.worldFromOptical.translation - reference.worldFromOptical.translation
    }

    /// How far a view is from the best one; nil if it is of no use.
    private func score(_ view: DepthView) -> Double? {
        guard view !== reference, view.lens == reference.lens || view.lens.width == reference.lens.width else {
            return nil
        }
        let tuning = Self.tuning
        let viewFromReference = reference.transform(to: view)
        let baseline = viewFromReference.translation.length
        guard baseline > max(tuning.shortest.metres, tuning.shortest.share * nearDepth) else { return nil }
        let overlap = overlap(view, viewFromReference)
        guard overlap > tuning.overlap else { return nil }
        let ratio = baseline / (tuning.ratio * typicalDepth)
        return max(ratio, 1 / ratio) + (1 - overlap) * tuning.overlapWeight
    }

    /// The share of the reference's pixels that the view shows if all are at the typical depth.
    private func overlap(_ view: DepthView, _ viewFromReference: RigidTransform<OpticalSpace, OpticalSpace>) -> Double {
        var inside = 0
        let side = 6
        for row in 0..<side {
            for column in 0..<side {
                let share = (Vector2(Double(column), Double(row)) + 0.5) / Double(side)
                let point = reference.lens.normalized(ofPixel: share * reference.lens.sizePixels)
                let pointInView = viewFromReference * (Vector3(point.x, point.y, 1) * typicalDepth)
                if let pixel = view.lens.pixel(of: pointInView), view.lens.contains(pixel) { inside += 1 }
            }
        }
        return Double(inside) / Double(side * side)
    }
}
