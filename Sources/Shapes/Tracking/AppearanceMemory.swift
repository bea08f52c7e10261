/// Small images of a tracked object that were verified: they check a track, and find the object again anywhere in an
/// image.
///
/// After Z. Kalal, K. Mikolajczyk, J. Matas, "Tracking-learning-detection", 2012: a detector that learns during
/// tracking checks the tracker. The similarity is a normalised correlation over three colours about one common mean, so
/// that it tolerates changes of light but not of colour.
struct AppearanceMemory {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Part of the box that is compared: its rim shows the ground.
        ///
        /// Unit: 1. Range: 0.7…1. Origin: by hand.
        var innerShare: Float = 0.85
        /// How many images are kept; the first one always is.
        ///
        /// Unit: images. Range: 3…12. Origin: by hand.
        var mostExemplars = 6
        /// Similarity under which a verified view is new enough to be kept.
        ///
        /// Unit: 1. Range: 0.7…0.9. Origin: by hand.
        var knownSimilarity: Float = 0.8
        /// Positions of an image that are compared at most; beyond them every second row and column is left out.
        ///
        /// Unit: positions. Range: 5000…40000. Origin: by hand.
        var mostPositions = 12000
    }

    /// A possible position of an object.
    struct Candidate {
        var centre: SIMD2<Float>
        var scale: Float
        var similarity: Float
    }

    private static let tuning = Tuning()
    /// Samples along each side of an image.
    private static let side = 10
    private typealias Exemplar = [SIMD4<Float>]
    private let size: SIMD2<Float>
    private var exemplars: [Exemplar] = []
    private var oldest = 1
    private var samples: [SIMD4<Float>] = []

    /// An empty memory of an object whose box has a size at scale 1.
    init(size: SIMD2<Float>) { self.size = size }

    /// Stores a verified view of the object if it is new.
    mutating func learn(_ image: ImagePixels, centre: SIMD2<Float>, scale: Float) {
        guard let view = view(image, centre, scale) else { return }
        guard !exemplars.contains(where: { Self.product($0, view) > Self.tuning.knownSimilarity }) else { return }
        if exemplars.count < Self.tuning.mostExemplars {
            exemplars.append(view)
        } else {
            exemplars[oldest] = view
            oldest = oldest + 1 < exemplars.count ? oldest + 1 : 1
        }
    }

    /// The similarity of a box to the most similar view, −1…1; nil if it reaches out of the image or shows one gray.
    func similarity(_ image: ImagePixels, centre: SIMD2<Float>, scale: Float) -> Float? {
        guard let view = view(image, centre, scale) else { return nil }
        return exemplars.map { Self.product($0, view) }.max()
    }

    /// The likeliest positions in a whole image, at one scale, the most similar first.
    mutating func find(in image: ImagePixels, scale: Float, count: Int) -> [Candidate] {
        let step = size * scale * Self.tuning.innerShare / Float(Self.side)
        let columns = Int(Float(image.width) / step.x)
        let rows = Int(Float(image.height) / step.y)
        guard columns > Self.side, rows > Self.side, !exemplars.isEmpty else { return [] }
        resample(image, columns, rows, step)
        var stride = 1
        while (columns / stride) * (rows / stride) > Self.tuning.mostPositions { stride += 1 }
        var found: [Candidate] = []
        for row in Swift.stride(from: 0, through: rows - Self.side, by: stride) {
            for column in Swift.stride(from: 0, through: columns - Self.side, by: stride) {
                let similarity = similarity(at: row * columns + column, columns)
                guard similarity > (found.count == count ? found[count - 1].similarity : 0.3) else { continue }
                let corner = SIMD2(Float(column), Float(row)) * step
                let centre = corner + step * Float(Self.side) / 2
                insert(Candidate(centre: centre, scale: scale, similarity: similarity), &found, count)
            }
        }
        return found
    }

    /// Keeps the best candidates that do not overlap.
    private func insert(_ candidate: Candidate, _ found: inout [Candidate], _ count: Int) {
        let near = size * candidate.scale * 0.4
        if let same = found.firstIndex(where: {
            abs($0.centre.x - candidate.centre.x) < near.x && abs($0.centre.y - candidate.centre.y) < near.y
        }) {
            guard found[same].similarity < candidate.similarity else { return }
            found.remove(at: same)
        }
        let at = found.firstIndex { $0.similarity < candidate.similarity } ?? found.count
        found.insert(candidate, at: at)
        if found.count > count { found.removeLast() }
    }

    private mutating func resample(_ image: ImagePixels, _ columns: Int, _ rows: Int, _ step: SIMD2<Float>) {
        samples.removeAll(keepingCapacity: true)
        samples.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                samples.append(Self.sample(image, SIMD2(Float(column) + 0.5, Float(row) + 0.5) * step, step))
            }
        }
    }

    private func similarity(at first: Int, _ columns: Int) -> Float {
        let side = Self.side
        return samples.withUnsafeBufferPointer { samples in
            var sum = SIMD4<Float>.zero
            var square = SIMD4<Float>.zero
            for row in 0..<side {
                for column in 0..<side {
                    let value = samples[first + row * columns + column]
                    sum += value
                    square += value * value
                }
            }
            let count = Float(3 * side * side)
            let spread = square.sum() - sum.sum() * sum.sum() / count
            guard spread > count else { return -1 }
            var best: Float = -1
            for exemplar in exemplars {
                let dot = exemplar.withUnsafeBufferPointer { exemplar in
                    var dot = SIMD4<Float>.zero
                    for row in 0..<side {
                        for column in 0..<side {
                            dot += exemplar[row * side + column] * samples[first + row * columns + column]
                        }
                    }
                    return dot.sum()
                }
                best = max(best, dot / spread.squareRoot())
            }
            return best
        }
    }

    /// The view of a box, about its mean and of length 1.
    private func view(_ image: ImagePixels, _ centre: SIMD2<Float>, _ scale: Float) -> Exemplar? {
        let step = size * scale * Self.tuning.innerShare / Float(Self.side)
        let corner = centre - step * Float(Self.side) / 2
        let end = corner + step * Float(Self.side)
        guard corner.x > -step.x, corner.y > -step.y, end.x < Float(image.width) + step.x,
            end.y < Float(image.height) + step.y
        else { return nil }
        var view: Exemplar = []
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                let point = corner + SIMD2(Float(column) + 0.5, Float(row) + 0.5) * step
                view.append(Self.sample(image, point, step))
            }
        }
        let mean = view.reduce(SIMD4<Float>.zero, +).sum() / Float(3 * view.count)
        var square: Float = 0
        for i in view.indices {
            view[i] -= SIMD4(mean, mean, mean, 0)
            square += (view[i] * view[i]).sum()
        }
        guard square > Float(3 * view.count) else { return nil }
        let length = square.squareRoot()
        return view.map { $0 / length }
    }

    /// The mean colour of four points of a cell; the fourth component is 0.
    @inline(__always)
    private static func sample(_ image: ImagePixels, _ point: SIMD2<Float>, _ step: SIMD2<Float>) -> SIMD4<Float> {
        var sum = SIMD4<Float>.zero
        for corner in 0..<4 {
            let offset = SIMD2(corner & 1 == 0 ? -step.x : step.x, corner < 2 ? -step.y : step.y) / 4
            let x = max(0, min(image.width - 1, Int(point.x + offset.x)))
            let y = max(0, min(image.height - 1, Int(point.y + offset.y)))
            let at = image.pixels + (y * image.width + x) * image.channels
            let next = image.channels == 1 ? 0 : 1
            sum += SIMD4(Float(at[0]), Float(at[next]), Float(at[2 * next]), 0)
        }
        return sum / 4
    }

    private static func product(_ one: Exemplar, _ other: Exemplar) -> Float {
        var dot = SIMD4<Float>.zero
        for i in one.indices { dot += one[i] * other[i] }
        return dot.sum()
    }
}
