/// The fingertip's pixels in one image, to find them again near by in the next: at a video's rate a finger changes
/// little.
struct TipPatch {
    private let reach: Int
    private let centre: SIMD2<Int>
    private var gray: [Int32] = []
    private var isFinger: [Bool] = []
    private var count: Int32 = 0

    /// The hand's pixels about a point of the map.
    init(_ map: HandMap, about point: SIMD2<Float>, fingerWidth: Float) {
        reach = max(3, Int(1.5 * fingerWidth))
        centre = SIMD2(Int(point.x), Int(point.y))
        for dy in -reach...reach {
            for dx in -reach...reach {
                let (x, y) = (centre.x + dx, centre.y + dy)
                let isIn = map.isHand(x, y)
                isFinger.append(isIn)
                gray.append(isIn ? Self.gray(map, x, y) : 0)
                if isIn { count += 1 }
            }
        }
    }

    /// The patch's motion and its similarity there, 0…1; nil if it is too small.
    func shift(in map: HandMap, around guess: SIMD2<Float>, within range: Int) -> (move: SIMD2<Float>, fit: Float)? {
        guard count > 12 else { return nil }
        let start = SIMD2(Int(guess.x.rounded()), Int(guess.y.rounded()))
        let side = 2 * range + 1
        var costs = [Float](repeating: .infinity, count: side * side)
        var best = 0
        for j in 0..<side {
            for i in 0..<side {
                let cost = cost(map, start &+ SIMD2(i - range, j - range))
                // Among similar positions the nearer one is better.
                let away = Float((i - range) * (i - range) + (j - range) * (j - range))
                costs[j * side + i] = cost + 0.02 * away
                if costs[j * side + i] < costs[best] { best = j * side + i }
            }
        }
        guard costs[best].isFinite else { return nil }
        let (column, row) = (best % side, best / side)
        var move = SIMD2(Float(start.x + column - range), Float(start.y + row - range))
        if column > 0, column < side - 1 { move.x += Self.valley(costs[best - 1], costs[best], costs[best + 1]) }
        if row > 0, row < side - 1 { move.y += Self.valley(costs[best - side], costs[best], costs[best + side]) }
        return (move, 1 / (1 + costs[best] / 12))
    }

    /// The mean gray difference of the finger at a shift; a pixel outside the hand counts as much as a strong edge.
    private func cost(_ map: HandMap, _ shift: SIMD2<Int>) -> Float {
        var sum: Int32 = 0
        var at = 0
        for dy in -reach...reach {
            let y = centre.y + shift.y + dy
            for dx in -reach...reach {
                defer { at += 1 }
                guard isFinger[at] else { continue }
                let x = centre.x + shift.x + dx
                sum += map.isHand(x, y) ? min(60, abs(Self.gray(map, x, y) - gray[at])) : 60
            }
        }
        return Float(sum) / Float(count)
    }

    private static func gray(_ map: HandMap, _ x: Int, _ y: Int) -> Int32 {
        let at = 3 * (y * map.width + x)
        return (Int32(map.colors[at]) + 2 * Int32(map.colors[at + 1]) + Int32(map.colors[at + 2])) / 4
    }

    /// The position of the minimum of the parabola through three values, −0.5…0.5.
    private static func valley(_ before: Float, _ here: Float, _ after: Float) -> Float {
        let bend = before - 2 * here + after
        return bend > 0 && bend.isFinite ? max(-0.5, min(0.5, 0.5 * (before - after) / bend)) : 0
    }
}
