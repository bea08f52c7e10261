import RealModule

/// A filter of many channels whose response has a peak at the object.
///
/// H. Kiani Galoogahi, A. Fagg, S. Lucey, "Learning background-aware correlation filters for visual tracking", 2017:
/// the filter is restricted to the object's own cells, so that all shifts of the patch are real background. Solved by
/// alternating directions with a closed form per frequency (Sherman–Morrison); the last filter is the start of the
/// next.
///
/// | paper | here |
/// |---|---|
/// | g, the filter at all cells | `filter` |
/// | h, the filter at the object's cells | `held` |
/// | ζ, the multiplier (scaled by 1/μ) | `multiplier` |
final class CorrelationFilter {
    typealias Lanes = FourierTransform.Lanes
    typealias Plane = FourierTransform.Plane

    let size: Int
    let batches: Int
    let transform: FourierTransform
    private let area: Int
    private let count: Int
    private let label: UnsafeMutablePointer<Float>
    private let mask: UnsafeMutablePointer<Float>
    /// The real and the imaginary halves, `count` elements each.
    private let model: Plane
    private let filter: Plane
    private let held: Plane
    private let multiplier: Plane
    /// The spectrum of the last patch.
    let spectrum: Plane
    private let answer: Plane
    private var isEmpty = true

    init(size: Int, batches: Int) {
        self.size = size
        self.batches = batches
        transform = FourierTransform(size: size)
        area = size * size
        count = area * batches
        label = .allocate(capacity: area)
        mask = .allocate(capacity: area)
        func plane(_ count: Int) -> Plane {
            let plane = Plane.allocate(capacity: count)
            plane.initialize(repeating: .zero, count: count)
            return plane
        }
        model = plane(2 * count)
        filter = plane(2 * count)
        held = plane(2 * count)
        multiplier = plane(2 * count)
        spectrum = plane(2 * count)
        answer = plane(2 * area)
    }

    deinit {
        label.deallocate()
        mask.deallocate()
        model.deallocate()
        filter.deallocate()
        held.deallocate()
        multiplier.deallocate()
        spectrum.deallocate()
        answer.deallocate()
    }

    /// Starts anew for an object of a size in cells, in the middle of the patch.
    func start(box: SIMD2<Float>) {
        isEmpty = true
        held.update(repeating: .zero, count: 2 * count)
        let half = Float(size) / 2
        let reach = SIMD2(max(box.x, 2), max(box.y, 2)) / 2
        for y in 0..<size {
            for x in 0..<size {
                let dx = abs(Float(x) + 0.5 - half)
                let dy = abs(Float(y) + 0.5 - half)
                mask[y * size + x] = dx < reach.x && dy < reach.y ? 1 : 0
            }
        }
        shapeLabel(deviation: max(0.55, (box.x * box.y).squareRoot() / 16))
    }

    /// The spectrum of a Gaussian peak at zero shift; real, because the peak is even.
    private func shapeLabel(deviation: Float) {
        for y in 0..<size {
            for x in 0..<size {
                let dx = Float(min(x, size - x))
                let dy = Float(min(y, size - y))
                let exponent = -(dx * dx + dy * dy) / (2 * deviation * deviation)
                answer[y * size + x] = Lanes(repeating: Float.exp(exponent))
                answer[area + y * size + x] = .zero
            }
        }
        transform.forward(answer, answer + area)
        for i in 0..<area { label[i] = answer[i][0] }
    }

    /// Transforms the features of a patch into `spectrum`.
    func look(at patch: PatchFeatures) {
        spectrum.update(from: patch.planes, count: count)
        (spectrum + count).update(repeating: .zero, count: count)
        for batch in 0..<batches { transform.forward(spectrum + batch * area, spectrum + (count + batch * area)) }
    }

    /// Adds the last patch to the model, weighted by `rate`, and solves for the filter.
    func learn(rate: Float, rounds: Int) {
        let rate = isEmpty ? 1 : rate
        isEmpty = false
        for i in 0..<2 * count { model[i] += (spectrum[i] - model[i]) * rate }
        multiplier.update(repeating: .zero, count: 2 * count)
        var penalty = meanPower * 0.3
        for round in 0..<rounds {
            solve(penalty)
            if round == rounds - 1 { hold(last: true) } else { hold(last: false) }
            penalty *= 10
            for i in 0..<2 * count { multiplier[i] *= 0.1 }
        }
    }

    /// The model's mean power over all frequencies, all channels.
    private var meanPower: Float {
        var power = Lanes.zero
        for i in 0..<2 * count { power += model[i] * model[i] }
        return max(1e-6, power.sum() / Float(area))
    }

    /// Solves each frequency: (x xᴴ + μ) g = x y + μ (h − ζ).
    private func solve(_ penalty: Float) {
        let inverse = 1 / penalty
        for i in 0..<area {
            var power = Lanes.zero
            var real = Lanes.zero
            var imaginary = Lanes.zero
            let y = label[i]
            var at = i
            while at < count {
                let xr = model[at]
                let xi = model[count + at]
                let rr = xr * y + (held[at] - multiplier[at]) * penalty
                let ri = xi * y + (held[count + at] - multiplier[count + at]) * penalty
                filter[at] = rr
                filter[count + at] = ri
                power += xr * xr + xi * xi
                real += xr * rr + xi * ri
                imaginary += xr * ri - xi * rr
                at += area
            }
            let scale = 1 / (penalty + power.sum())
            let kr = real.sum() * scale
            let ki = imaginary.sum() * scale
            at = i
            while at < count {
                let xr = model[at]
                let xi = model[count + at]
                filter[at] = (filter[at] - (xr * kr - xi * ki)) * inverse
                filter[count + at] = (filter[count + at] - (xr * ki + xi * kr)) * inverse
                at += area
            }
        }
    }

    /// Restricts the filter to the object's cells; the multiplier changes by the removed part.
    private func hold(last: Bool) {
        for i in 0..<2 * count { held[i] = filter[i] + multiplier[i] }
        let scale = 1 / Float(area)
        for batch in 0..<batches {
            let real = held + batch * area
            let imaginary = held + (count + batch * area)
            transform.inverseUnscaled(real, imaginary)
            for i in 0..<area {
                real[i] *= mask[i] * scale
                imaginary[i] = .zero
            }
            transform.forward(real, imaginary)
        }
        if last { return }
        for i in 0..<2 * count { multiplier[i] += filter[i] - held[i] }
    }

    /// Writes the response to the last patch into one lane of the plane to be transformed.
    func answer(lane: Int) {
        for i in 0..<area {
            var real = Lanes.zero
            var imaginary = Lanes.zero
            var at = i
            while at < count {
                let (gr, gi, xr, xi) = (filter[at], filter[count + at], spectrum[at], spectrum[count + at])
                real += gr * xr + gi * xi
                imaginary += gr * xi - gi * xr
                at += area
            }
            answer[i][lane] = real.sum()
            answer[area + i][lane] = imaginary.sum()
        }
    }

    /// The responses of all lanes by shift in cells, cyclic; valid until the next call.
    func answers() -> UnsafePointer<Lanes> {
        transform.inverseUnscaled(answer, answer + area)
        let scale = 1 / Float(area)
        for i in 0..<area { answer[i] *= scale }
        return UnsafePointer(answer)
    }
}
