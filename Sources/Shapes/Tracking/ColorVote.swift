/// The share of the object's colours in a box at every shift of a patch.
final class ColorVote {
    let size: Int
    /// By shift in cells, cyclic like the filter's response, 0…1.
    let votes: UnsafeMutablePointer<Float>
    private let sums: UnsafeMutablePointer<Float>

    init(size: Int) {
        self.size = size
        votes = .allocate(capacity: size * size)
        votes.initialize(repeating: 0, count: size * size)
        sums = .allocate(capacity: (size + 1) * (size + 1))
        sums.initialize(repeating: 0, count: (size + 1) * (size + 1))
    }

    deinit {
        votes.deallocate()
        sums.deallocate()
    }

    /// Counts a patch's colours for an object of a size in cells.
    func count(_ patch: PatchFeatures, _ colors: ColorModel, box: SIMD2<Float>) {
        let row = size + 1
        for y in 0..<size {
            var sum: Float = 0
            for x in 0..<size {
                let at = patch.samples + (4 * y + 1) * patch.side + 4 * x + 1
                sum +=
                    (colors.probability(of: at[0]) + colors.probability(of: at[2])
                        + colors.probability(of: at[2 * patch.side]) + colors.probability(of: at[2 * patch.side + 2]))
                    / 4
                sums[(y + 1) * row + x + 1] = sums[y * row + x + 1] + sum
            }
        }
        let w = max(1, Int(box.x.rounded()))
        let h = max(1, Int(box.y.rounded()))
        for y in 0..<size {
            let middle = (y + size / 2) & (size - 1)
            let top = max(0, middle - h / 2)
            let bottom = min(size, middle - h / 2 + h)
            for x in 0..<size {
                let centre = (x + size / 2) & (size - 1)
                let left = max(0, centre - w / 2)
                let right = min(size, centre - w / 2 + w)
                let sum =
                    sums[bottom * row + right] - sums[top * row + right] - sums[bottom * row + left]
                    + sums[top * row + left]
                votes[y * size + x] = sum / Float(w * h)
            }
        }
    }
}
