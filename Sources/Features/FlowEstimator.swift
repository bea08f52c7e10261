import Imaging

/// Finds a point of one image in another, from coarse to fine.
package final class FlowEstimator {
    struct Tuning: Equatable, Sendable {
        /// The least smaller eigenvalue of the normal matrix, a sample; a weaker patch is not followed.
        ///
        /// Unit: gray levels². Range: 0.01…0.5. Origin: by hand.
        let minimumStrength: Float = 0.05
        /// The step that ends the iteration at full size.
        ///
        /// Unit: pixels. Range: 0.003…0.05. Origin: by hand.
        let fullPrecision: Float = 0.01
        /// The step that ends the iteration on smaller levels.
        ///
        /// Unit: pixels of the level. Range: 0.02…0.2. Origin: by hand.
        let precision: Float = 0.05
        /// The largest step.
        ///
        /// Unit: pixels of the level. Range: 2…8. Origin: by hand: half of a patch.
        let maximumStep: Float = 4
    }

    static let tuning = Tuning()

    /// How often a level's position is improved at most.
    package let maximumIterations: Int
    private var template = PatchTemplate()

    /// An estimator with its own scratch memory.
    package init(maximumIterations: Int = 12) { self.maximumIterations = maximumIterations }

    deinit { template.deallocate() }

    /// A point found again.
    package struct Match: Equatable, Sendable {
        /// Where it is, pixels of the full image.
        package var pixel: SIMD2<Float>
        /// How much the surroundings are alike, -1…1.
        package var correlation: Float
    }

    /// Where a point of the first image is in the second, searched from `guess` on; nil if it cannot be followed.
    ///
    /// `warp` says where offsets around the point in the first image are read for offsets in the second; nil: not
    /// turned.
    package func match(
        _ pixel: SIMD2<Float>,
        in first: ImagePyramid,
        to second: ImagePyramid,
        guess: SIMD2<Float>,
        warp: (SIMD2<Float>, SIMD2<Float>)?,
        coarsest: Int
    ) -> Match? {
        var found = guess
        var index = Swift.min(coarsest, first.levels.count - 1, second.levels.count - 1)
        while index >= 0 {
            let scale = 1 / Float(1 << index)
            let level = first.levels[index]
            guard PatchTemplate.fits(pixel * scale, in: level) else { return nil }
            if let warp {
                template.capture(level, around: pixel * scale, columns: warp)
            } else {
                template.capture(level, around: pixel * scale)
            }
            if template.strength > Self.tuning.minimumStrength {
                let precision: Float = index == 0 ? Self.tuning.fullPrecision : Self.tuning.precision
                guard let improved = converge(found * scale, in: second.levels[index], precision: precision) else {
                    return nil
                }
                found = improved / scale
            } else if index == 0 {
                return nil
            }
            index -= 1
        }
        return Match(pixel: found, correlation: template.correlation(at: found, in: second.levels[0]))
    }

    /// Improves a position on one level until it converges; nil if it leaves the image.
    private func converge(_ start: SIMD2<Float>, in level: PyramidLevel, precision: Float) -> SIMD2<Float>? {
        var point = start
        for _ in 0..<maximumIterations {
            guard PatchTemplate.fits(point, in: level) else { return nil }
            var step = template.step(from: point, in: level)
            let squared = step.x * step.x + step.y * step.y
            guard squared.isFinite else { return nil }
            let limit = Self.tuning.maximumStep
            if squared > limit * limit { step *= limit / squared.squareRoot() }
            point += step
            if squared < precision * precision { break }
        }
        return PatchTemplate.fits(point, in: level) ? point : nil
    }
}
