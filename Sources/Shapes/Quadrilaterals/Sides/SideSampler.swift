import RealModule

/// Fits sides to the strongest steps of gray across them.
struct SideSampler {
    static let maximumSamples = 128
    static let maximumReach = 12
    let pixels: UnsafePointer<UInt8>
    let width: Int
    let height: Int
    var warp: LensWarp

    /// The side between two corners, fitted to the edge within `reach` pixels of it; nil if too little of it is
    /// visible.
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
            withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.maximumSamples) { positions in
                var found = 0
                var rise: Float = 0
                var fall: Float = 0
                for i in 0..<count {
                    let t = length * (0.03 + 0.94 * (Float(i) + 0.5) / Float(count))
                    let point = a + direction * t
                    guard let pair = peaks(at: point, SIMD2(direction.y, -direction.x), reach) else { continue }
                    rising[2 * found] = pair.0
                    rising[2 * found + 1] = pair.1
                    positions[found] = t - length / 2
                    found += 1
                    rise += min(pair.0.step, 40)
                    fall += min(pair.1.step, 40)
                }
                guard found >= 8, let peaks = rising.baseAddress, let positions = positions.baseAddress else {
                    return nil
                }
                let sign = rise >= fall ? 0 : 1
                var side = line(peaks, sign, positions, found, leastStep, credit)
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
        _ positions: UnsafeMutablePointer<Float>,
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
                let t = positions[i]
                var peak = peaks[2 * i + sign]
                var error = (peak.offset - level - slope * t) / bound
                if round >= 2, credit > 0.3, peak.step < leastStep || abs(error) >= 1 {
                    // On a textured background the step may have the opposite sign for a stretch.
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
            let line = level + slope * positions[i]
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

    /// The result of one sample across the side for one sign of the step.
    private struct Peak {
        var offset: Float = 0
        /// Gray levels; −1 if the step is largest at the end of the search range, 0 if there is none.
        var step: Float = 0
    }

    /// The strongest rise and the strongest fall across the side at a point; nil outside the image.
    @inline(__always)
    private func peaks(at point: SIMD2<Float>, _ normal: SIMD2<Float>, _ reach: Int) -> (rise: Peak, fall: Peak)? {
        var centre = point
        var step = normal
        if !warp.isStraight {
            centre = warp.bent(point)
            step = (warp.bent(point + normal * 4) - warp.bent(point - normal * 4)) / 8
        }
        let span = Float(reach + 2)
        let low = centre - step * span
        let high = centre + step * span
        let least = min(min(low.x, low.y), min(high.x, high.y))
        guard least >= 1, max(low.x, high.x) < Float(width) - 1, max(low.y, high.y) < Float(height) - 1 else {
            return nil
        }
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * (Self.maximumReach + 2) + 1) { gray in
            guard let gray = gray.baseAddress else { return nil }
            // A pixel's gray is that at its centre.
            var at = FixedPointPosition(low - 0.5)
            let way = FixedPointPosition(step)
            for k in 0...2 * (reach + 2) {
                gray[k] = at.gray(pixels, width: width)
                at = at + way
            }
            return steepest(gray, reach)
        }
    }

    /// Of the steps in the search range, those near its middle have priority.
    @inline(__always)
    private func steepest(_ gray: UnsafeMutablePointer<Float>, _ reach: Int) -> (rise: Peak, fall: Peak) {
        var most: Float = 0
        var least: Float = 0
        var (top, bottom) = (0, 0)
        let narrowing = 0.4 / Float(reach * reach)
        var away = Float(-reach)
        for k in 2...2 * reach + 2 {
            let value = Self.slope(gray, k) * (1 - narrowing * away * away)
            away += 1
            if value > most {
                most = value
                top = k
            }
            if value < least {
                least = value
                bottom = k
            }
        }
        return (peak(gray, top, reach, 1), peak(gray, bottom, reach, -1))
    }

    /// The step at k: the mean of the two samples after it minus that of the two before it.
    @inline(__always)
    private static func slope(_ gray: UnsafeMutablePointer<Float>, _ k: Int) -> Float {
        (gray[k + 1] + gray[k + 2] - gray[k - 1] - gray[k - 2]) / 2
    }

    @inline(__always)
    private func peak(_ gray: UnsafeMutablePointer<Float>, _ at: Int, _ reach: Int, _ sign: Float) -> Peak {
        guard at > 2, at < 2 * reach + 2 else { return Peak(offset: 0, step: at == 0 ? 0 : -1) }
        let before = sign * Self.slope(gray, at - 1)
        let here = sign * Self.slope(gray, at)
        let after = sign * Self.slope(gray, at + 1)
        let bend = before - 2 * here + after
        let shift = bend < 0 ? max(-0.5, min(0.5, 0.5 * (before - after) / bend)) : 0
        return Peak(offset: Float(at - reach - 2) + shift, step: here)
    }

    /// The step of gray across a line at a point, from 2 pixels behind it to 2 pixels ahead; nil outside the image.
    @inline(__always)
    func step(at point: SIMD2<Float>, _ normal: SIMD2<Float>) -> Float? {
        let (ahead, behind) = (warp.bent(point + normal * 1.5), warp.bent(point - normal * 1.5))
        guard isInside(ahead), isInside(behind) else { return nil }
        return FixedPointPosition(ahead - 0.5).gray(pixels, width: width)
            - FixedPointPosition(behind - 0.5).gray(pixels, width: width)
    }

    /// The strip beside a side: gray levels and their changes along it.
    private struct Strip {
        var sum: Float = 0
        var square: Float = 0
        var change: Float = 0
        var last: Float?

        mutating func add(_ gray: Float) {
            sum += gray
            square += gray * gray
            if let last { change += abs(gray - last) }
            last = gray
        }
    }

    private static let stripSamples = 48
    /// The distance of the strips from the side, pixels.
    private static let stripDistance: Float = 5

    /// The difference of the two strips beside each side of a quadrilateral, in brightness and in texture, from 0
    /// (alike).
    ///
    /// A sheet's edge separates two objects; a line of text or of a chequered board has the same on both sides.
    func separation(of quad: QuadHypothesis) -> SIMD4<Float> {
        SIMD4(
            separation(from: quad[3], to: quad[0]),
            separation(from: quad[0], to: quad[1]),
            separation(from: quad[1], to: quad[2]),
            separation(from: quad[2], to: quad[3])
        )
    }

    /// The same for one side.
    func separation(from a: SIMD2<Float>, to b: SIMD2<Float>) -> Float {
        let along = b - a
        let aside = SIMD2(along.y, -along.x) * (Self.stripDistance / max(1, (along * along).sum().squareRoot()))
        var (one, other) = (Strip(), Strip())
        var count: Float = 0
        for k in 0..<Self.stripSamples {
            let point = a + along * (0.06 + 0.88 * (Float(k) + 0.5) / Float(Self.stripSamples))
            let (p, q) = (warp.bent(point + aside), warp.bent(point - aside))
            guard isInside(p), isInside(q) else {
                one.last = nil
                other.last = nil
                continue
            }
            one.add(FixedPointPosition(p - 0.5).gray(pixels, width: width))
            other.add(FixedPointPosition(q - 0.5).gray(pixels, width: width))
            count += 1
        }
        // A side outside the image is no evidence.
        return count > 8 ? Self.contrast(one, other, count) : 0.5
    }

    private static func contrast(_ one: Strip, _ other: Strip, _ count: Float) -> Float {
        func spread(_ strip: Strip) -> Float { max(0, strip.square / count - strip.sum * strip.sum / (count * count)) }
        let brightness = abs(one.sum - other.sum) / count / ((spread(one) + spread(other)).squareRoot() + 4)
        return brightness + abs(Float.log((one.change / count + 2) / (other.change / count + 2)))
    }

    private func isInside(_ point: SIMD2<Float>) -> Bool {
        point.x >= 2 && point.y >= 2 && point.x < Float(width) - 2 && point.y < Float(height) - 2
    }
}
