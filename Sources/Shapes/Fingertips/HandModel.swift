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
    mutating func start(_ image: ImagePixels, tip: SIMD2<Float>, boxSize: SIMD2<Float>) {
        (self.tip, self.boxSize) = (tip, boxSize)
        map.load(image)
        // No finger is wider than a quarter of the map; the cost of following grows with the fourth power of it.
        let widest = Float(min(map.width, map.height)) / 4
        fingerWidth = max(4, min(widest, min(boxSize.x, boxSize.y) / Float(map.factor) * 0.5))
        learnSkin()
        usualCount = map.handCount
    }

    /// Weights that were chosen on `fingertips.py --grounds 1 24`.
    struct Tuning: Sendable {
        /// What the first image's hand counts for being solid: a joint between bricks or the border of a shadow is not.
        ///
        /// Unit: 1. Range: 0.8…4. Origin: by hand.
        var solidity: Float = 1.8
        /// What it counts for warm colours: brick and wood may be warmer than a pale or overlit hand.
        ///
        /// Unit: 1. Range: 0…6. Origin: by hand.
        var warmth: Float = 4
    }

    private static let tuning = Tuning()

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
    var warmth: Float { meanWarmth(map.hand) }

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

    /// Tries every group of colours in the box as the finger, and keeps the one whose component is most like a hand.
    private mutating func learnSkin() {
        let half = boxSize / Float(2 * map.factor)
        let x0 = max(0, Int(tip.x - half.x))
        let x1 = min(map.width - 1, Int(tip.x + half.x))
        let y0 = max(0, Int(tip.y - half.y))
        let y1 = min(map.height - 1, Int(tip.y + half.y))
        guard x1 > x0 + 2, y1 > y0 + 2 else { return }
        var best: (score: Float, mask: [UInt8], rounds: Int) = (0.2, [], 0)
        func consider(_ mask: [UInt8]) {
            for rounds in 1...3 where grow(mask, rounds: rounds) {
                let score = handScore() + Self.tuning.warmth * meanWarmth(map.hand)
                if score > best.score { best = (score, mask, rounds) }
            }
        }
        for count in 2...4 {
            for group in ColorClusters(map, columns: x0...x1, rows: y0...y1, count: count).groups {
                consider(mask(of: group.members))
            }
        }
        for level in stride(from: UInt8(80), through: 230, by: 10) {
            map.classifyByWarmth()
            if map.connect(from: pixelsNearTip, threshold: level) { consider(map.hand) }
        }
        isKnown = !best.mask.isEmpty && grow(best.mask, rounds: best.rounds)
    }

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

    private func meanWarmth(_ mask: [UInt8]) -> Float {
        var sum: Float = 0
        var count: Float = 0
        for i in mask.indices where mask[i] != 0 {
            sum += HandMap.warmth(Float(map.colors[3 * i]), Float(map.colors[3 * i + 1]), Float(map.colors[3 * i + 2]))
            count += 1
        }
        return sum / max(1, count)
    }

    /// Learns from a group of pixels and, round by round, from the skin connected to it; false if it cannot be a hand.
    private func grow(_ mask: [UInt8], rounds: Int) -> Bool {
        let near = pixelsNearTip.filter { pixel in
            pixel.x >= 0 && pixel.y >= 0 && pixel.x < map.width && pixel.y < map.height
                && mask[pixel.y * map.width + pixel.x] != 0
        }
        guard near.count >= 4 else { return false }
        skin.forget()
        // Without this the likelihoods of the last group would grow from this one.
        guard skin.learn(map.colors, mask: mask, rate: 1) else { return false }
        for round in 0..<rounds {
            map.classify(skin)
            guard map.connect(from: near, threshold: 120) else { return false }
            let share = Float(map.handCount) / Float(map.width * map.height)
            guard share > 0.004, share < 0.4 else { return false }
            if round < rounds - 1 { skin.learn(map.colors, mask: map.hand, rate: 0.7) }
        }
        return true
    }

    /// The similarity of the connected component to a hand whose fingertip is at `tip`.
    private func handScore() -> Float {
        var tipness: Float = 0
        for candidate in fingertips() {
            let closeness = 1 - distance(candidate) / (1.5 * fingerWidth)
            tipness = max(tipness, (0.4 + candidate.quality) * max(0, closeness))
        }
        let share = Float(map.handCount) / Float(map.width * map.height)
        return tipness + min(0.3, 6 * share) + Self.tuning.solidity * solidity
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
