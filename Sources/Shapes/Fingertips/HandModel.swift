/// The hand of a fingertip: its colours, learned from the first image and then adapted, and its component of each
/// image.
struct HandModel {
    let map: HandMap
    /// Width of the finger, pixels of the map.
    private(set) var fingerWidth: Float = 8
    /// Whether a hand was found in the first image.
    private(set) var isKnown = false
    private let skin = SkinModel()
    private var usualCount = 0
    /// The tip and its box in the first image, pixels of the map.
    private var tip = SIMD2<Float>.zero
    private var boxSize = SIMD2<Float>.zero

    init(imageWidth: Int, imageHeight: Int) { map = HandMap(imageWidth: imageWidth, imageHeight: imageHeight) }

    /// Learns the hand from the first image; the box of a size in pixels is centred on a tip in pixels of the map.
    ///
    /// `visit` is given the evidence of every region that is tried, and the map that contains it.
    mutating func start(
        _ image: ImagePixels,
        tip: SIMD2<Float>,
        boxSize: SIMD2<Float>,
        visit: (HandEvidence, HandMap) -> Void = { _, _ in }
    ) {
        (self.tip, self.boxSize) = (tip, boxSize)
        map.load(image)
        // No finger is wider than a quarter of the map; the cost of following grows with the fourth power of it.
        let widest = Float(min(map.width, map.height)) / 4
        fingerWidth = max(4, min(widest, min(boxSize.x, boxSize.y) / Float(map.factor) * 0.5))
        learnSkin(visit)
        usualCount = map.handCount
    }

    /// Finds the hand in the next image.
    func find(in image: ImagePixels) {
        map.load(image)
        map.classify(skin)
        map.connectLikeliest(threshold: 120)
    }

    /// Adapts to the hand that was found, unless its size is unusual.
    mutating func adapt() {
        if map.handCount > usualCount / 2 && map.handCount < usualCount * 2 {
            usualCount += (map.handCount - usualCount) / 8
            skin.learn(map.colors, mask: map.hand, rate: 0.05)
        }
    }

    /// The ends of fingers on the hand's outline, the best first.
    func fingertips() -> [FingertipCandidate] { FingertipFinder(map: map, fingerWidth: fingerWidth).candidates() }

    /// The warmth of the hand's colours.
    var warmth: Float {
        var sum: Float = 0
        for i in map.hand.indices where map.hand[i] != 0 {
            sum += HandMap.warmth(Float(map.colors[3 * i]), Float(map.colors[3 * i + 1]), Float(map.colors[3 * i + 2]))
        }
        return sum / Float(max(1, map.handCount))
    }

    /// Whether the hand has a pixel within half a finger's width of a point.
    func isNear(_ point: SIMD2<Float>) -> Bool {
        let reach = Int(fingerWidth / 2) + 1
        let x = Int(point.x)
        let y = Int(point.y)
        for dy in -reach...reach { for dx in -reach...reach where map.isHand(x + dx, y + dy) { return true } }
        return false
    }

    /// Whether the component reaches out of a box 1.5 times as large by at least a finger's end: a finger belongs to a
    /// hand, but an object lies within its box.
    var extendsBeyondBox: Bool {
        let half = boxSize * (0.75 / Float(map.factor))
        var count: Float = 0
        for y in 0..<map.height {
            for x in 0..<map.width where map.hand[y * map.width + x] != 0 {
                let offset = SIMD2(Float(x), Float(y)) - tip
                if abs(offset.x) > half.x || abs(offset.y) > half.y { count += 1 }
            }
        }
        return count > 2 * fingerWidth * fingerWidth
    }

    /// The distance of a candidate from the tip in the first image.
    private func distance(_ candidate: FingertipCandidate) -> Float {
        let d = candidate.point - tip
        return (d * d).sum().squareRoot()
    }

    /// Tries every group of colours in the box, and every smooth region, as the finger, and keeps the one whose component
    /// is most like a hand.
    private mutating func learnSkin(_ visit: (HandEvidence, HandMap) -> Void) {
        let half = boxSize / Float(2 * map.factor)
        let x0 = max(0, Int(tip.x - half.x))
        let x1 = min(map.width - 1, Int(tip.x + half.x))
        let y0 = max(0, Int(tip.y - half.y))
        let y1 = min(map.height - 1, Int(tip.y + half.y))
        guard x1 > x0 + 2, y1 > y0 + 2 else { return }
        var best: (score: Float, mask: [UInt8], rounds: Int) = (0.2, [], 0)
        func consider(_ mask: [UInt8]) {
            _ = grow(mask, rounds: 3) { rounds in
                let evidence = evidence
                visit(evidence, map)
                if evidence.score > best.score { best = (evidence.score, mask, rounds) }
            }
        }
        for count in 2...4 {
            for group in ColorClusters(map, columns: x0...x1, rows: y0...y1, count: count).groups {
                consider(mask(of: group))
            }
        }
        let regions = SmoothRegions(map)
        for limit in Self.smoothLimits {
            for mask in regions.masks(below: limit, near: pixelsNearTip) { consider(mask) }
        }
        isKnown = !best.mask.isEmpty && grow(best.mask, rounds: best.rounds)
    }

    /// Changes of colour that may end a smooth region, levels per pixel: from a hand in the dark to one in hard light.
    private static let smoothLimits: [Float] = [3, 4, 5, 6, 8, 10, 13, 17, 22, 28]

    private func mask(of pixels: [(x: Int, y: Int)]) -> [UInt8] {
        var mask = [UInt8](repeating: 0, count: map.width * map.height)
        for pixel in pixels { mask[pixel.y * map.width + pixel.x] = 1 }
        return mask
    }

    private var pixelsNearTip: [(x: Int, y: Int)] {
        let reach = Int(fingerWidth * 0.8)
        var pixels: [(x: Int, y: Int)] = []
        for dy in -reach...reach { for dx in -reach...reach { pixels.append((Int(tip.x) + dx, Int(tip.y) + dy)) } }
        return pixels
    }

    /// Learns from a group of pixels and, round by round, from the skin connected to it; false if it cannot be a hand.
    ///
    /// After each round `visit` is given how many there were.
    private func grow(_ mask: [UInt8], rounds: Int, visit: (Int) -> Void = { _ in }) -> Bool {
        let near = pixelsNearTip.filter { pixel in
            pixel.x >= 0 && pixel.y >= 0 && pixel.x < map.width && pixel.y < map.height
                && mask[pixel.y * map.width + pixel.x] != 0
        }
        guard near.count >= 4 else { return false }
        skin.forget()
        // Without this the likelihoods of the last group would grow from this one.
        guard skin.learn(map.colors, mask: mask, rate: 1) else { return false }
        for round in 1...rounds {
            map.classify(skin)
            guard map.connect(from: near, threshold: 120) else { return false }
            let share = Float(map.handCount) / Float(map.width * map.height)
            guard share > 0.004, share < 0.4 else { return false }
            visit(round)
            if round < rounds { skin.learn(map.colors, mask: map.hand, rate: 0.7) }
        }
        return true
    }

    /// What speaks for the connected component being a hand whose fingertip is at `tip`.
    private var evidence: HandEvidence {
        var tipness: Float = 0
        for candidate in fingertips() {
            let closeness = 1 - distance(candidate) / (1.5 * fingerWidth)
            tipness = max(tipness, (0.4 + candidate.quality) * max(0, closeness))
        }
        return HandEvidence(
            tipness: tipness,
            size: min(0.05, Float(map.handCount) / Float(map.width * map.height)),
            solidity: solidity,
            border: Float(map.borderCount) / Float(map.handCount).squareRoot()
        )
    }

    /// The share of the component whose neighbourhood of half a finger is in the component too.
    private var solidity: Float {
        let reach = max(2, Int(fingerWidth / 2))
        var inner = 0
        for y in 0..<map.height {
            for x in 0..<map.width where map.hand[y * map.width + x] != 0 {
                let isInner =
                    map.isHand(x - reach, y) && map.isHand(x + reach, y) && map.isHand(x, y - reach)
                    && map.isHand(x, y + reach)
                if isInner { inner += 1 }
            }
        }
        return Float(inner) / Float(max(1, map.handCount))
    }
}
