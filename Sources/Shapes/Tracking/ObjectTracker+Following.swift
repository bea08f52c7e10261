import RealModule

extension ObjectTracker {
    /// Side of the patch as a multiple of the object's mean side.
    private static var padding: Float { 4.5 }

    /// Samples of the patch lie this many pixels apart, at a scale.
    private func step(_ scale: Float) -> Float {
        Self.padding * (firstSize.x * firstSize.y).squareRoot() * scale / Float(patch.side)
    }

    private var boxInCells: SIMD2<Float> { firstSize / (step(1) * Float(PatchFeatures.cell)) }

    private func extract(_ picture: PictureView, _ point: SIMD2<Float>, _ scale: Float) {
        patch.extract(from: region, centre: point, step: step(scale))
    }

    /// Prepares the picture about a point for patches of about the present scale.
    private func show(_ picture: PictureView, _ point: SIMD2<Float>) {
        let step = step(scale)
        region.show(picture, about: point, halfSide: 0.6 * step * Float(patch.side), step: step)
    }

    func start(_ picture: PictureView, _ box: ObjectBox) {
        firstSize = SIMD2(max(2, Float(box.width)), max(2, Float(box.height)))
        centre = SIMD2(Float(box.x), Float(box.y)) + firstSize / 2
        show(picture, centre)
        extract(picture, centre, 1)
        filter.start(box: boxInCells)
        filter.look(at: patch)
        filter.learn(rate: 1, rounds: 4)
        colors.learn(patch, box: firstSize / step(1), rate: 1)
        filter.answer(lane: 0)
        usualPeak = max(0.02, filter.answers()[0][0] * 0.6)
        vote.count(patch, colors, box: boxInCells)
        usualVote = vote.votes[0]
    }

    /// A place the object may be at.
    struct Finding {
        var centre = SIMD2<Float>.zero
        var scale: Float = 1
        /// The filter's answer alone.
        var peak: Float = -1
        /// The peak less the mean of the answers away from it, over their deviation.
        var sharpness: Float = 0
        /// How much the box is filled with the object's colours, 0…1.
        var vote: Float = 0
        /// Weighted by colour.
        var score: Float = -1
    }

    func follow(_ picture: PictureView) -> ObjectObservation {
        var best = search(picture, about: centre, scales: level.scales)
        if isLost { best = searchWider(picture, best) }
        pictureCount += 1
        let confidence = confidence(of: best)
        if isLost && confidence < 0.5 { return observation(min(confidence, 0.25)) }
        isLost = confidence < 0.25
        if isLost { return observation(confidence) }
        move(to: best, picture)
        if confidence > 0.4, pictureCount % level.learningInterval == 0 { learn(picture, best) }
        return observation(confidence)
    }

    /// Weighs how high and how sharp the answer is, and, where colour tells the object from its ground, the colour there.
    private func confidence(of best: Finding) -> Float {
        let height = max(0, min(1, (best.peak / usualPeak - 0.25) / 0.5))
        let sharpness = max(0, min(1, (best.sharpness - 5) / 5))
        let evidence = (height + sharpness) / 2
        guard colors.contrast > 0.4 else { return evidence }
        let color = max(0, min(1, (best.vote / max(0.1, usualVote) - 0.3) / 0.4))
        return max(evidence * (0.3 + 0.7 * color), 0.35 * color)
    }

    private func move(to best: Finding, _ picture: PictureView) {
        let bound = SIMD2(Float(picture.width), Float(picture.height))
        centre = pointwiseMin(pointwiseMax(best.centre, .zero), bound)
        let least = 5 / min(firstSize.x, firstSize.y)
        let most = min(bound.x / firstSize.x, bound.y / firstSize.y)
        scale = max(least, min(max(most, least), best.scale))
    }

    private func learn(_ picture: PictureView, _ best: Finding) {
        show(picture, centre)
        extract(picture, centre, scale)
        filter.look(at: patch)
        filter.learn(rate: level.learningRate, rounds: 2)
        colors.learn(patch, box: firstSize / step(1), rate: 0.04)
        usualPeak += (best.peak - usualPeak) * 0.05
        usualVote += (best.vote - usualVote) * 0.05
    }

    /// The best place about a point, over some scales.
    func search(_ picture: PictureView, about point: SIMD2<Float>, scales: Int) -> Finding {
        show(picture, point)
        for s in 0..<scales {
            extract(picture, point, scaleFactor(s, scales) * scale)
            if s == 0 { vote.count(patch, colors, box: boxInCells) }
            filter.look(at: patch)
            filter.answer(lane: s)
        }
        return pick(filter.answers(), about: point, scales: scales)
    }

    /// 1 first, then smaller and larger by turns.
    private func scaleFactor(_ index: Int, _ scales: Int) -> Float {
        let power = (index + 1) / 2
        var factor: Float = 1
        for _ in 0..<power { factor *= level.scaleStep }
        return index % 2 == 1 ? 1 / factor : factor
    }

    private func pick(
        _ answers: UnsafePointer<FourierTransform.Lanes>,
        about point: SIMD2<Float>,
        scales: Int
    ) -> Finding {
        let alpha = 0.35 * min(1, colors.contrast / 0.5)
        var bestScore = -Float.infinity
        var bestAt = 0
        var bestLane = 0
        for i in 0..<area {
            let color = alpha * vote.votes[i]
            for lane in 0..<scales {
                let weight: Float = lane == 0 ? 1 : 0.985
                let score = (1 - alpha) * weight * answers[i][lane] + color
                if score > bestScore {
                    bestScore = score
                    bestAt = i
                    bestLane = lane
                }
            }
        }
        let n = Self.cells
        let x = bestAt % n
        let y = bestAt / n
        func value(_ x: Int, _ y: Int) -> Float { answers[(y & (n - 1)) * n + (x & (n - 1))][bestLane] }
        let here = value(x, y)
        let shift = SIMD2(
            Self.vertex(value(x - 1, y), here, value(x + 1, y)),
            Self.vertex(value(x, y - 1), here, value(x, y + 1))
        )
        let cellsAway = SIMD2(Float(x < n / 2 ? x : x - n), Float(y < n / 2 ? y : y - n)) + shift
        let factor = scaleFactor(bestLane, scales) * scale
        var finding = Finding()
        finding.centre = point + cellsAway * (step(factor) * Float(PatchFeatures.cell))
        finding.scale = scales == 3 ? scale * refinedFactor(answers, x, y) : factor
        finding.peak = here
        finding.sharpness = sharpness(answers, bestLane, x, y)
        finding.vote = vote.votes[bestAt]
        finding.score = bestScore
        return finding
    }

    /// Between the three scales the best is where the parabola through their peaks has its vertex.
    private func refinedFactor(_ answers: UnsafePointer<FourierTransform.Lanes>, _ x: Int, _ y: Int) -> Float {
        let n = Self.cells
        var peaks = FourierTransform.Lanes.zero
        for v in y - 1...y + 1 {
            for u in x - 1...x + 1 {
                let here = answers[(v & (n - 1)) * n + (u & (n - 1))]
                peaks.replace(with: here, where: here .> peaks)
            }
        }
        let (same, smaller, larger) = (peaks[0], peaks[1], peaks[2])
        let steps: Float
        if max(smaller, larger) > 1.01 * same {
            steps = larger > smaller ? 1 : -1
        } else {
            steps = 0.8 * Self.vertex(smaller, same, larger)
        }
        return 1 + steps * (level.scaleStep - 1)
    }

    /// The ratio of the peak to the answers at least a sixth of the patch away from it.
    private func sharpness(_ answers: UnsafePointer<FourierTransform.Lanes>, _ lane: Int, _ x: Int, _ y: Int) -> Float {
        let n = Self.cells
        var sum: Float = 0
        var square: Float = 0
        var count: Float = 0
        for v in 0..<n {
            let dy = (v - y + n + n / 2) % n - n / 2
            for u in 0..<n {
                let dx = (u - x + n + n / 2) % n - n / 2
                if dx * dx + dy * dy < 25 { continue }
                let value = answers[v * n + u][lane]
                sum += value
                square += value * value
                count += 1
            }
        }
        let mean = sum / count
        let deviation = max(1e-6, square / count - mean * mean).squareRoot()
        return (answers[y * n + x][lane] - mean) / deviation
    }

    /// Where between three neighbours the peak lies, as that of a Gaussian; of a parabola where an answer is not positive.
    private static func vertex(_ before: Float, _ here: Float, _ after: Float) -> Float {
        var (a, b, c) = (before, here, after)
        if min(a, c) > 0.02 * b { (a, b, c) = (Float.log(a), Float.log(b), Float.log(c)) }
        let bend = a - 2 * b + c
        return bend < 0 ? max(-0.5, min(0.5, 0.5 * (a - c) / bend)) : 0
    }

    /// Looks at four further places of rings that widen from picture to picture.
    private func searchWider(_ picture: PictureView, _ near: Finding) -> Finding {
        var best = near
        let span = step(scale) * Float(patch.side) * 0.5
        for _ in 0..<4 {
            let ring = 1 + (searchRing / 8) % 3
            let angle = Float(searchRing % 8) / 8 * 2 * Float.pi
            searchRing += 1
            let point = centre + SIMD2(Float.cos(angle), Float.sin(angle)) * (span * Float(ring))
            let bound = SIMD2(Float(picture.width), Float(picture.height))
            if point.x < 0 || point.y < 0 || point.x > bound.x || point.y > bound.y { continue }
            let found = search(picture, about: point, scales: 1)
            if found.score > best.score { best = found }
        }
        return best
    }
}
