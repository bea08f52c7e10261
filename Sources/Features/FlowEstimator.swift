import Imaging

/// Finds a point of one image in another, from coarse to fine.
package final class FlowEstimator {
    struct Tuning: Equatable, Sendable {
        /// The minimum of the normal matrix's smaller eigenvalue, per sample; a weaker patch is not tracked.
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

    /// The maximum number of iterations on a level.
    package let maximumIterations: Int
    private var template = PatchTemplate()

    /// An estimator with its own scratch memory.
    package init(maximumIterations: Int = 12) { self.maximumIterations = maximumIterations }

    deinit { template.deallocate() }

    /// A point matched in another image.
    package struct Match: Equatable, Sendable {
        /// Its position, pixels of the full image.
        package var pixel: SIMD2<Float>
        /// The correlation of the surroundings, -1…1.
        package var correlation: Float
    }

    /// The position in the second image of a point of the first, searched from `guess` on; nil if it cannot be tracked.
    ///
    /// `warp` maps offsets around the point in the second image to offsets in the first; nil for the identity.
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
