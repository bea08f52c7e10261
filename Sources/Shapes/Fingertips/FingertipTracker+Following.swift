extension FingertipTracker {
    /// A place that may be the tip, with what speaks for it.
    private struct Proposal {
        var point = SIMD2<Float>.zero
        var inward = SIMD2<Float>(0, 1)
        var score: Float = -.infinity
    }

    func follow(_ picture: PictureView) -> Float {
        let followed = filter.follow(picture)
        let box = followed.box
        let filtered =
            SIMD2(Float(box.x + box.width / 2), Float(box.y + box.height / 2)) / Float(map.factor)
        guard knowsHand else {
            tip = filtered
            return Float(followed.confidence)
        }
        map.load(picture)
        map.classify(skin)
        map.connectLikeliest(threshold: 120)
        let finder = FingertipFinder(map: map, fingerWidth: fingerWidth)
        var best = Proposal()
        let moved = patch?.shift(in: map, around: velocity, within: Int(1.5 * fingerWidth))
        let carried = moved.map { (place: tip + $0.move, fit: $0.fit) }
        for candidate in finder.candidates() {
            let outermost = candidate.outermost(in: map, fingerWidth: fingerWidth)
            let point = offset.place(from: outermost, inward: candidate.inward)
            weigh(point, candidate.inward, tipness: candidate.quality + nearness(point, carried), &best)
        }
        if isNearHand(filtered) {
            weigh(filtered, inward, tipness: 0.3 * Float(followed.confidence), &best)
        }
        guard best.score > -.infinity else { return 0 }
        accept(best, filtered, picture)
        return max(0, min(1, (best.score + 0.2) / 1.4))
    }

    /// How well a place agrees with where the finger's own pixels went, 0…0.15.
    private func nearness(_ point: SIMD2<Float>, _ carried: (place: SIMD2<Float>, fit: Float)?) -> Float {
        guard let carried else { return 0 }
        let d = (point - carried.place) / (0.6 * fingerWidth)
        return 0.15 * carried.fit * max(0, 1 - (d * d).sum())
    }

    private func isNearHand(_ point: SIMD2<Float>) -> Bool {
        let reach = Int(fingerWidth / 2) + 1
        let x = Int(point.x)
        let y = Int(point.y)
        for dy in -reach...reach { for dx in -reach...reach where map.isHand(x + dx, y + dy) { return true } }
        return false
    }

    private func weigh(_ point: SIMD2<Float>, _ inward: SIMD2<Float>, tipness: Float, _ best: inout Proposal) {
        let step = fingerWidth * 0.35
        var like: Float = -1
        for angle in [Float(0), -0.3, 0.3] {
            let seen = TipTemplate(map, about: point, step: step, angle: angle)
            let l = template.likeness(seen)
            let f = firstTemplate.likeness(seen)
            like = max(like, 0.45 * l.skin + 0.2 * l.gray + 0.25 * f.skin + 0.1 * f.gray)
        }
        let d = point - tip - velocity * 0.5
        let away = (d * d).sum().squareRoot() / Float(map.width)
        let turn = (inward * self.inward).sum()
        let score = like + 0.5 * tipness + 0.2 * turn - 1.2 * away
        guard score > best.score else { return }
        best.point = point
        best.inward = inward
        best.score = score
    }

    private func accept(_ best: Proposal, _ filtered: SIMD2<Float>, _ picture: PictureView) {
        velocity = (best.point - tip) * 0.5
        tip = best.point
        let turned = inward + best.inward
        let length = (turned * turned).sum().squareRoot()
        if length > 0.1 { inward = turned / length }
        template = TipTemplate(map, about: tip, step: fingerWidth * 0.35)
        patch = TipPatch(map, about: tip, fingerWidth: fingerWidth)
        if map.handCount > usualCount / 2 && map.handCount < usualCount * 2 {
            usualCount += (map.handCount - usualCount) / 8
            skin.learn(map.colors, mask: map.hand, rate: 0.05)
        }
        filter.centre = tip * Float(map.factor)
    }
}
