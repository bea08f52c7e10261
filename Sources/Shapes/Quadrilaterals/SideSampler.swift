/// Fits sides to the strongest steps of gray across them.
struct SideSampler {
    static let maximumSamples = 128
    static let maximumReach = 12
    let pixels: UnsafePointer<UInt8>
    let width: Int
    let height: Int
    var warp: LensWarp

    /// The side between two corners, fitted to the edge within `reach` pixels of it; nil where too little of it is to be seen.
    func fit(
        from a: SIMD2<Float>,
        to b: SIMD2<Float>,
        reach: Int,
        samples: Int,
        leastStep: Float,
        credit: Float
    ) -> SideFit? {
        let along = b - a
        let length = (along * along).sum().squareRoot()
        guard length > 8 else { return nil }
        let direction = along / length
        let count = max(24, min(min(samples, Self.maximumSamples), Int(length / 3)))
        return withUnsafeTemporaryAllocation(of: Peak.self, capacity: 2 * Self.maximumSamples) { rising in
            withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.maximumSamples) { places in
                var found = 0
                var rise: Float = 0
                var fall: Float = 0
                for i in 0..<count {
                    let t = length * (0.03 + 0.94 * (Float(i) + 0.5) / Float(count))
                    let place = a + direction * t
                    guard let pair = peaks(at: place, SIMD2(direction.y, -direction.x), reach) else { continue }
                    rising[2 * found] = pair.0
                    rising[2 * found + 1] = pair.1
                    places[found] = t - length / 2
                    found += 1
                    rise += min(pair.0.step, 40)
                    fall += min(pair.1.step, 40)
                }
                guard found >= 8, let peaks = rising.baseAddress, let places = places.baseAddress else { return nil }
                let sign = rise >= fall ? 0 : 1
                var side = line(peaks, sign, places, found, leastStep, credit)
                let normal = SIMD2(direction.y, -direction.x)
                let tilt = side.direction.y
                let norm = (1 + tilt * tilt).squareRoot()
                side.centre = (a + b) / 2 + normal * side.direction.x
                side.direction = (direction + normal * tilt) / norm
                side.inside = Float(found) / Float(count)
                if sign == 1 { side.contrast = -side.contrast }
                return side
            }
        }
    }

    /// Offset and slope (in `direction`) by re-weighted least squares; coverage and contrast.
    private func line(
        _ peaks: UnsafeMutablePointer<Peak>,
        _ sign: Int,
        _ places: UnsafeMutablePointer<Float>,
        _ count: Int,
        _ leastStep: Float,
        _ credit: Float
    ) -> SideFit {
        var level: Float = 0
        var slope: Float = 0
        var bound: Float = 6
        for round in 0..<5 {
            var w0: Float = 0
            var w1: Float = 0
            var w2: Float = 0
            var v0: Float = 0
            var v1: Float = 0
            for i in 0..<count {
                let t = places[i]
                var peak = peaks[2 * i + sign]
                var error = (peak.offset - level - slope * t) / bound
                if round >= 2, credit > 0.3, peak.step < leastStep || abs(error) >= 1 {
                    // Over a rough ground the step may go the other way for a stretch.
                    peak = peaks[2 * i + 1 - sign]
                    error = (peak.offset - level - slope * t) / bound
                }
                guard peak.step >= leastStep, abs(error) < 1 else { continue }
                let root = 1 - error * error
                let w = root * root * min(peak.step, 30)
                w0 += w
                w1 += w * t
                w2 += w * t * t
                v0 += w * peak.offset
                v1 += w * peak.offset * t
            }
            let determinant = w0 * w2 - w1 * w1
            guard w0 > 0, determinant > 1e-3 * w0 * w0 else { break }
            level = (v0 * w2 - v1 * w1) / determinant
            slope = (w0 * v1 - w1 * v0) / determinant
            bound = round == 0 ? 4 : round == 1 ? 2.5 : 1.5
        }
        var good: Float = 0
        var other: Float = 0
        var total: Float = 0
        for i in 0..<count {
            let line = level + slope * places[i]
            let peak = peaks[2 * i + sign]
            let opposite = peaks[2 * i + 1 - sign]
            if peak.step >= leastStep, abs(peak.offset - line) < 1.5 {
                good += 1
                total += peak.step
            } else if opposite.step >= leastStep, abs(opposite.offset - line) < 1.5 {
                other += 1
            }
        }
        var side = SideFit()
        side.direction = SIMD2(level, slope)
        side.coverage = (good + credit * other) / Float(count)
        side.contrast = good > 0 ? total / good : 0
        return side
    }
}
