import Imaging

/// The first appearances of the tracked features, 16 × 16 samples each, aligned with images under rotation, scale and
/// changes of light.
///
/// Tracking from image to image alone lets a point drift over its surface, always in the same direction (J. Shi, C.
/// Tomasi, "Good features to track", CVPR 1994, section 4); alignment with its first appearance prevents this.
/// Inverse-compositional alignment (S. Baker, I. Matthews, "Lucas-Kanade 20 years on", IJCV 2004) of six parameters,
/// with gain and offset projected out.
final class ReferencePatches {
    struct Tuning: Equatable, Sendable {
        /// The step that ends the alignment.
        ///
        /// Unit: pixels. Range: 0.01…0.1. Origin: by hand.
        let precision: Float = 0.03
    }

    static let tuning = Tuning()

    static let side = 16
    /// Rows of a slot: samples minus their mean, gradients in x, gradients in y.
    private static let rowCount = 3 * side

    private let planes: UnsafeMutablePointer<PixelRow>
    private let systems: UnsafeMutablePointer<AffineSystem>
    private let rows: UnsafeMutablePointer<PixelRow>
    /// Scratch memory for 18 lines of 20 samples while a patch is captured.
    private let lines: UnsafeMutablePointer<Float>
    /// Scratch memory for an `AffineSystem`.
    private let moments: UnsafeMutablePointer<Double>
    private var isUsed: [Bool]

    init(capacity: Int) {
        planes = .allocate(capacity: capacity * Self.rowCount)
        planes.initialize(repeating: .zero, count: capacity * Self.rowCount)
        systems = .allocate(capacity: capacity)
        systems.initialize(repeating: AffineSystem(), count: capacity)
        rows = .allocate(capacity: Self.side)
        rows.initialize(repeating: .zero, count: Self.side)
        lines = .allocate(capacity: 18 * 20)
        lines.initialize(repeating: 0, count: 18 * 20)
        moments = .allocate(capacity: AffineSystem.scratchCount)
        moments.initialize(repeating: 0, count: AffineSystem.scratchCount)
        isUsed = Array(repeating: false, count: capacity)
    }

    deinit {
        planes.deallocate()
        systems.deallocate()
        rows.deallocate()
        lines.deallocate()
        moments.deallocate()
    }

    /// Frees all slots.
    func removeAll() { for slot in isUsed.indices { isUsed[slot] = false } }

    /// Keeps only the slots of some patches.
    func keep(_ patches: [ReferencePatch]) {
        removeAll()
        for patch in patches { isUsed[patch.slot] = true }
    }

    /// Captures the patch around a point; nil if no slot is free.
    func add(_ level: PyramidLevel, around point: SIMD2<Float>) -> ReferencePatch? {
        guard let slot = isUsed.firstIndex(of: false) else { return nil }
        isUsed[slot] = true
        return capture(level, around: point, slot: slot)
    }

    /// Captures the patch around a point into a slot that is in use.
    func capture(_ level: PyramidLevel, around point: SIMD2<Float>, slot: Int) -> ReferencePatch {
        let plane = planes + slot * Self.rowCount
        let first = point - Float(Self.side / 2)
        for y in 0..<18 {
            for x in 0..<18 {
                lines[20 * y + x] = level.sample(at: first + SIMD2(Float(x) - 0.5, Float(y) - 0.5))
            }
        }
        for y in 0..<Self.side {
            let here = UnsafePointer(lines + 20 * (y + 1))
            plane[y] = PixelRow(loading: here + 1)
            plane[16 + y] = (PixelRow(loading: here + 2) - PixelRow(loading: here)) * 0.5
            plane[32 + y] = (PixelRow(loading: here + 21) - PixelRow(loading: here - 19)) * 0.5
        }
        systems[slot] = AffineSystem(plane, scratch: moments)
        return ReferencePatch(slot: slot, columns: (SIMD2(1, 0), SIMD2(0, 1)))
    }

    /// The alignment of a patch with an image.
    struct Alignment {
        var patch: ReferencePatch
        var pixel: SIMD2<Float>
        /// The correlation of image and patch there, -1…1.
        var correlation: Float
    }

    /// Aligns a patch near a position; nil if it leaves the image or the alignment diverges.
    func align(
        _ patch: ReferencePatch,
        at start: SIMD2<Float>,
        in level: PyramidLevel,
        iterations: Int
    ) -> Alignment? {
        var found = Alignment(patch: patch, pixel: start, correlation: -1)
        for _ in 0..<iterations {
            guard !found.patch.isOutdated, isReadable(found, in: level) else { return nil }
            let mean = sample(found, in: level)
            let (step, correlation) = systems[patch.slot].step(planes + patch.slot * Self.rowCount, rows, mean: mean)
            found.correlation = correlation
            guard step.isUsable else { return nil }
            let moved = step.apply(to: &found)
            if moved < Self.tuning.precision { break }
        }
        return found
    }

    /// Whether the whole patch lies in the image and its border.
    private func isReadable(_ found: Alignment, in level: PyramidLevel) -> Bool {
        let (first, second) = found.patch.columns
        let across = 7.5 * (abs(first.x) + abs(second.x)) - Float(PyramidLevel.border - 2)
        let down = 7.5 * (abs(first.y) + abs(second.y)) - Float(PyramidLevel.border - 2)
        return PatchTemplate.fits(found.pixel, in: level) && found.pixel.x > across && found.pixel.y > down
            && found.pixel.x < Float(level.width) - across && found.pixel.y < Float(level.height) - down
    }

    /// Reads the image at the patch's samples into `rows`; returns their mean.
    ///
    /// Positions in steps of 1/65536 pixel, weights of 1/128, so that no number needs a conversion.
    private func sample(_ found: Alignment, in level: PyramidLevel) -> Float {
        let columns = found.patch.columns
        let start = found.pixel - 0.5 - (columns.0 + columns.1) * 7.5
        let across = SIMD2<Int32>(columns.0 * 65536, rounding: .toNearestOrEven)
        var sums = PixelRow.zero
        let stride = level.bytesPerRow
        for y in 0..<Self.side {
            var position = SIMD2<Int32>((start + columns.1 * Float(y)) * 65536, rounding: .toNearestOrEven)
            UnsafeMutableRawPointer(rows + y).withMemoryRebound(to: Float.self, capacity: Self.side) { row in
                for x in 0..<Self.side {
                    let upper = level.origin + Int(position.y >> 16) * stride + Int(position.x >> 16)
                    let lower = upper + stride
                    let fx = UInt32(truncatingIfNeeded: position.x >> 9) & 127
                    let fy = UInt32(truncatingIfNeeded: position.y >> 9) & 127
                    let top = UInt32(upper[0]) &* (128 &- fx) &+ UInt32(upper[1]) &* fx
                    let bottom = UInt32(lower[0]) &* (128 &- fx) &+ UInt32(lower[1]) &* fx
                    let value = top &* (128 &- fy) &+ bottom &* fy
                    row[x] = (Float(bitPattern: 0x4B00_0000 | value) - 0x1p23) * 0x1p-14
                    position &+= across
                }
            }
            sums += rows[y]
        }
        return PixelRow.totals(sums, .zero, .zero).x / 256
    }
}
