extension SideSampler {
    /// What one sample across the side found for one sign of the step.
    struct Peak {
        var offset: Float = 0
        /// Gray levels; −1 where the step is greatest at the end of the reach, 0 where there is none.
        var step: Float = 0
    }

    /// The strongest rise and the strongest fall across the side at a place; nil outside the picture.
    @inline(__always)
    func peaks(at place: SIMD2<Float>, _ normal: SIMD2<Float>, _ reach: Int) -> (rise: Peak, fall: Peak)? {
        var centre = place
        var step = normal
        if !warp.isStraight {
            centre = warp.bent(place)
            step = (warp.bent(place + normal * 4) - warp.bent(place - normal * 4)) / 8
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
            // A pixel's gray is that at its middle.
            var at = FixedPlace(low - 0.5)
            let way = FixedPlace(step)
            for k in 0...2 * (reach + 2) {
                gray[k] = at.gray(pixels, width: width)
                at = at + way
            }
            return steepest(gray, reach)
        }
    }

    /// Of the steps within reach, those near its middle before the others.
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

    /// The step at k: the mean of the two samples after it less that of the two before it.
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
}
