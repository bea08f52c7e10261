/// A tracked object's appearance: a correlation filter over gradients and colours, and a histogram of its colours.
struct ObjectAppearance {
    /// A possible position of the object in an image.
    struct Match {
        var centre = SIMD2<Float>.zero
        var scale: Float = 1
        /// The filter's response alone.
        var peak: Float = -1
        /// The peak minus the mean of the responses away from it, over their deviation.
        var sharpness: Float = 0
        /// The share of the object's colours in the box, 0…1.
        var vote: Float = 0
        /// The response weighted by colour.
        var score: Float = -1
    }

    private static let cells = 32
    /// Side of the patch as a multiple of the object's mean side.
    private static var padding: Float { 4.5 }

    private let level: TrackingLevel
    private let filter: CorrelationFilter
    private let patch: PatchFeatures
    private let region = ImageRegion()
    private let colors = ColorModel()
    private let vote: ColorVote
    /// The object's size in the first image, pixels.
    private(set) var firstSize = SIMD2<Float>(1, 1)
    /// The usual height of the response's peak at the object.
    private var usualPeak: Float = 0
    /// The usual share of its colours in its box.
    private var usualVote: Float = 0.5

    init(level: TrackingLevel) {
        self.level = level
        filter = CorrelationFilter(size: Self.cells, batches: level.batches)
        patch = PatchFeatures(size: Self.cells, batches: level.batches)
        vote = ColorVote(size: Self.cells)
    }

    /// Learns an object of a size around a point of the first image.
    mutating func start(_ image: ImagePixels, centre: SIMD2<Float>, size: SIMD2<Float>) {
        firstSize = size
        load(image, about: centre, scale: 1)
        extract(centre, 1)
        filter.start(box: boxInCells)
        filter.look(at: patch)
        filter.learn(rate: 1, rounds: 4)
        colors.learn(patch, box: firstSize / step(1), rate: 1)
        filter.answer(lane: 0)
        usualPeak = max(0.02, filter.answers()[0][0] * 0.6)
        vote.count(patch, colors, box: boxInCells)
        usualVote = vote.votes[0]
    }

    /// Adapts to a match that is certain.
    mutating func learn(_ image: ImagePixels, _ match: Match, centre: SIMD2<Float>, scale: Float) {
        load(image, about: centre, scale: scale)
        extract(centre, scale)
        filter.look(at: patch)
        filter.learn(rate: level.learningRate, rounds: 2)
        colors.learn(patch, box: firstSize / step(1), rate: 0.04)
        usualPeak += (match.peak - usualPeak) * 0.05
        usualVote += (match.vote - usualVote) * 0.05
    }

    /// The best match around a point, over some scales around one.
    func search(_ image: ImagePixels, about point: SIMD2<Float>, scale: Float, scales: Int) -> Match {
        load(image, about: point, scale: scale)
        for s in 0..<scales {
            extract(point, scaleFactor(s) * scale)
            if s == 0 { vote.count(patch, colors, box: boxInCells) }
            filter.look(at: patch)
            filter.answer(lane: s)
        }
        return best(FilterResponse(filter.answers(), side: Self.cells), about: point, scale: scale, scales: scales)
    }

    /// Weighs how high and how sharp the answer is, and, if colour tells the object from its ground, the colour there.
    func confidence(of match: Match) -> Float {
        let height = max(0, min(1, (match.peak / usualPeak - 0.25) / 0.5))
        let sharpness = max(0, min(1, (match.sharpness - 5) / 5))
        let evidence = (height + sharpness) / 2
        guard colors.contrast > 0.4 else { return evidence }
        let color = max(0, min(1, (match.vote / max(0.1, usualVote) - 0.3) / 0.4))
        return max(evidence * (0.3 + 0.7 * color), 0.35 * color)
    }

    /// Half the side of the patch at a scale, pixels.
    func halfPatch(_ scale: Float) -> Float { step(scale) * Float(patch.side) * 0.5 }

    /// Samples of the patch lie this many pixels apart, at a scale.
    private func step(_ scale: Float) -> Float {
        Self.padding * (firstSize.x * firstSize.y).squareRoot() * scale / Float(patch.side)
    }

    private var boxInCells: SIMD2<Float> { firstSize / (step(1) * Float(PatchFeatures.cell)) }

    private func extract(_ point: SIMD2<Float>, _ scale: Float) {
        patch.extract(from: region, centre: point, step: step(scale))
    }

    /// Prepares the image around a point for patches of about a scale.
    private func load(_ image: ImagePixels, about point: SIMD2<Float>, scale: Float) {
        let step = step(scale)
        region.load(image, about: point, halfSide: 0.6 * step * Float(patch.side), step: step)
    }

    /// 1 first, then smaller and larger in turn.
    private func scaleFactor(_ index: Int) -> Float {
        let power = (index + 1) / 2
        var factor: Float = 1
        for _ in 0..<power { factor *= level.scaleStep }
        return index % 2 == 1 ? 1 / factor : factor
    }

    private func best(_ response: FilterResponse, about point: SIMD2<Float>, scale: Float, scales: Int) -> Match {
        let alpha = 0.35 * min(1, colors.contrast / 0.5)
        var bestScore = -Float.infinity
        var bestCell = 0
        var bestLane = 0
        for i in 0..<Self.cells * Self.cells {
            let color = alpha * vote.votes[i]
            for lane in 0..<scales {
                let weight: Float = lane == 0 ? 1 : 0.985
                let score = (1 - alpha) * weight * response[i][lane] + color
                if score > bestScore {
                    bestScore = score
                    bestCell = i
                    bestLane = lane
                }
            }
        }
        let (x, y) = (bestCell % Self.cells, bestCell / Self.cells)
        let factor = scaleFactor(bestLane) * scale
        var match = Match()
        let cellsAway = response.shift(ofPeak: x, y, bestLane)
        match.centre = point + cellsAway * (step(factor) * Float(PatchFeatures.cell))
        match.scale = scales == 3 ? scale * (1 + response.scaleSteps(atPeak: x, y) * (level.scaleStep - 1)) : factor
        match.peak = response.value(x, y, bestLane)
        match.sharpness = response.sharpness(ofPeak: x, y, bestLane)
        match.vote = vote.votes[bestCell]
        match.score = bestScore
        return match
    }
}
