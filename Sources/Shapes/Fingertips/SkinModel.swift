/// The likelihood that a colour is the hand's, learned from the hand and its surroundings.
final class SkinModel {
    private static let lumaBins = 10
    private static let chromaBins = 40
    private static let count = lumaBins * chromaBins * chromaBins
    private var hand = [Float](repeating: 0, count: count)
    private var ground = [Float](repeating: 0, count: count)
    private var spare = [Float](repeating: 0, count: count)
    /// 255 times the likelihood of each bin.
    private(set) var likelihood = [UInt8](repeating: 0, count: count)

    /// The bin of a colour: brightness, and red over green and green over blue as parts of the whole, which do not
    /// depend on shading; a bin of margin on every side for smoothing.
    @inline(__always)
    static func bin(_ red: Int, _ green: Int, _ blue: Int) -> Int {
        let luma = 1 + (2 * red + 5 * green + blue) >> 8
        let sum = red + green + blue + 30
        let first = max(1, min(38, 12 + 64 * (red - green) / sum))
        let second = max(1, min(38, 16 + 64 * (green - blue) / sum))
        return (min(luma, 8) * chromaBins + first) * chromaBins + second
    }

    func forget() {
        for i in 0..<Self.count {
            hand[i] = 0
            ground[i] = 0
        }
    }

    /// Learns from a small image of three bytes per pixel, of which `mask` is not zero inside the hand.
    ///
    /// Returns false, and learns nothing, if there are too few pixels inside or outside.
    @discardableResult
    func learn(_ colors: [UInt8], mask: [UInt8], rate: Float) -> Bool {
        var inside: Float = 0
        for m in mask where m != 0 { inside += 1 }
        let outside = Float(mask.count) - inside
        guard inside >= 12, outside >= 12 else { return false }
        for i in 0..<Self.count {
            hand[i] *= 1 - rate
            ground[i] *= 1 - rate
        }
        for i in mask.indices {
            let bin = Self.bin(Int(colors[3 * i]), Int(colors[3 * i + 1]), Int(colors[3 * i + 2]))
            if mask[i] != 0 { hand[bin] += rate / inside } else { ground[bin] += rate / outside }
        }
        refresh()
        return true
    }

    private func refresh() {
        let smoothHand = smoothed(hand)
        let smoothGround = smoothed(ground)
        for i in 0..<Self.count {
            let p = smoothHand[i]
            likelihood[i] = UInt8(max(0, min(255, 255 * p / (p + smoothGround[i] + 2e-6))))
        }
    }

    /// Spreads every bin over its neighbours, one axis after the other, along brightness three times.
    private func smoothed(_ histogram: [Float]) -> [Float] {
        var from = histogram
        let plane = Self.chromaBins * Self.chromaBins
        for stride in [1, Self.chromaBins, plane, plane, plane] {
            spare = from
            for i in stride..<Self.count - stride {
                from[i] = 0.25 * (spare[i - stride] + 2 * spare[i] + spare[i + stride])
            }
        }
        return from
    }
}
