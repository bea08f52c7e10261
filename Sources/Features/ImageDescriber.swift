import Geometry
import Imaging

/// Finds corners of an image at several scales and describes their surroundings, to recognise them again.
///
/// Memory is allocated when the size changes and reused otherwise. An image of 640 × 480 takes some milliseconds: use
/// it for keyframes and relocalisation, not for every image.
public final class ImageDescriber {
    struct Tuning: Equatable, Sendable {
        /// The least side of an image that is described.
        ///
        /// Unit: pixels. Range: 64…200. Origin: by hand: a cell and the patch around a corner.
        let minimumSide = 96
        /// The fewest corners of a scale.
        ///
        /// Unit: 1. Range: 10…50. Origin: by hand.
        let minimumCount = 24
        /// The least strength of a corner.
        ///
        /// Unit: gray levels². Range: 50…1000. Origin: by hand.
        let minimumStrength: Float = 200
        /// The least distance of two corners.
        ///
        /// Unit: pixels of the scale. Range: 3…12. Origin: by hand.
        let minimumDistance: Float = 6
        /// The side of a cell.
        ///
        /// Unit: pixels of the scale. Range: 40…96. Origin: by hand.
        let cell = 80
    }

    static let tuning = Tuning()

    /// The scale ratio from one described image to the next: half an octave.
    private static let halfOctave = 0.5.squareRoot()

    private let pattern = DescriptorPattern()
    private let corners = CornerDetector()
    private let octaves = ImagePyramid(maximumLevels: 2)
    private let between = ImagePyramid(maximumLevels: 2)
    private var smooth: [UInt8] = []
    private var sums: [UInt16] = []
    private var shrunk: [UInt8] = []
    private var found: [Corner] = []

    /// Creates a describer.
    public init() {}

    deinit { corners.deallocate() }

    /// The strongest corners of an image over four scales, spread over a grid.
    ///
    /// `count` is their number at full size; the smaller scales have a number in proportion to their area. `roll` is
    /// the angle from the image's +y to the direction of gravity in it, radians: descriptors aligned with gravity
    /// differ more than those aligned with their own brightness.
    public func describeCorners(of image: GrayImage, roll: Double, count: Int) -> [DescribedCorner] {
        guard Swift.min(image.width, image.height) >= Self.tuning.minimumSide else { return [] }
        prepare(image)
        var result: [DescribedCorner] = []
        forEachScale { level, scale in
            let wanted = Swift.max(Self.tuning.minimumCount, Int(Double(count) / Double(scale * scale)))
            detect(in: level, count: wanted)
            smoothen(level)
            for corner in found {
                guard let descriptor = describe(corner.pixel, roll: roll, width: level.width, height: level.height)
                else {
                    continue
                }
                result.append(DescribedCorner(pixel: corner.pixel * scale, descriptor: descriptor, scale: scale))
            }
        }
        return result
    }

    /// Describes given pixels at full size and at half of it; omits pixels too near to the edge.
    ///
    /// `body` receives the pixel's index, the descriptor and the scale; `roll` as above.
    public func describe(
        _ pixels: [SIMD2<Float>],
        in image: GrayImage,
        roll: Double,
        body: (Int, BinaryDescriptor, Float) -> Void
    ) {
        guard Swift.min(image.width, image.height) >= Self.tuning.minimumSide else { return }
        octaves.build(image)
        for (index, level) in octaves.levels.enumerated() {
            let scale = Float(1 << index)
            smoothen(level)
            for (number, pixel) in pixels.enumerated() {
                if let descriptor = describe(pixel / scale, roll: roll, width: level.width, height: level.height) {
                    body(number, descriptor, scale)
                }
            }
        }
    }

    private func prepare(_ image: GrayImage) {
        octaves.build(image)
        guard let full = octaves.levels.first else { return }
        let width = Int(Double(image.width) * Self.halfOctave)
        let height = Int(Double(image.height) * Self.halfOctave)
        if shrunk.count != width * height { shrunk = [UInt8](repeating: 0, count: width * height) }
        let ratio = SIMD2(Float(image.width) / Float(width), Float(image.height) / Float(height))
        for y in 0..<height {
            for x in 0..<width {
                let point = SIMD2(Float(x) + 0.5, Float(y) + 0.5) * ratio
                shrunk[y * width + x] = UInt8(full.sample(at: point) + 0.5)
            }
        }
        shrunk.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            between.build(pixels: base, width: width, height: height, bytesPerRow: width)
        }
    }

    private func forEachScale(_ body: (PyramidLevel, Float) -> Void) {
        for (index, level) in octaves.levels.enumerated() { body(level, Float(1 << index)) }
        for (index, level) in between.levels.enumerated() { body(level, Float(1 << index) / Float(Self.halfOctave)) }
    }

    private func detect(in level: PyramidLevel, count: Int) {
        found.removeAll(keepingCapacity: true)
        let side = Self.tuning.cell
        let columns = (level.width + side - 1) / side
        let rows = (level.height + side - 1) / side
        let perCell = (count + columns * rows - 1) / (columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let cell = CornerDetector.Cell(
                    x: column * side,
                    y: row * side,
                    width: Swift.min(side, level.width - column * side),
                    height: Swift.min(side, level.height - row * side)
                )
                corners.detect(
                    in: level,
                    cell: cell,
                    count: perCell,
                    floor: Self.tuning.minimumStrength,
                    distance: Self.tuning.minimumDistance,
                    avoiding: [],
                    into: &found
                )
            }
        }
    }

    /// The mean over 5 × 5 pixels, so that single comparisons do not depend on single pixels.
    private func smoothen(_ level: PyramidLevel) {
        let width = level.width
        if smooth.count < width * level.height { smooth = [UInt8](repeating: 0, count: width * level.height) }
        if sums.count < width { sums = [UInt16](repeating: 0, count: width) }
        for y in 0..<level.height {
            sums.withUnsafeMutableBufferPointer { sums in
                for x in 0..<width { sums[x] = 0 }
                for dy in -2...2 {
                    let row = level.row(y + dy)
                    for x in 0..<width { sums[x] &+= UInt16(row[x]) }
                }
                smooth.withUnsafeMutableBufferPointer { smooth in
                    for x in 2..<width - 2 {
                        let total = sums[x - 2] &+ sums[x - 1] &+ sums[x] &+ sums[x + 1] &+ sums[x + 2]
                        smooth[y * width + x] = UInt8(truncatingIfNeeded: total / 25)
                    }
                }
            }
        }
    }

    private func describe(_ pixel: SIMD2<Float>, roll: Double, width: Int, height: Int) -> BinaryDescriptor? {
        let margin = Float(DescriptorPattern.radius + 4)
        guard pixel.x >= margin, pixel.y >= margin, pixel.x < Float(width) - margin, pixel.y < Float(height) - margin
        else {
            return nil
        }
        return smooth.withUnsafeBufferPointer { smooth -> BinaryDescriptor? in
            guard let base = smooth.baseAddress else { return nil }
            let center = base + Int(pixel.y) * width + Int(pixel.x)
            return compare(center, width, DescriptorPattern.direction(of: roll))
        }
    }

    private func compare(_ center: UnsafePointer<UInt8>, _ width: Int, _ direction: Int) -> BinaryDescriptor {
        var words = SIMD4<UInt64>.zero
        pattern.offsets.withUnsafeBufferPointer { offsets in
            let start = direction * DescriptorPattern.pairs
            for word in 0..<4 {
                var bits: UInt64 = 0
                for bit in 0..<64 {
                    let pair = offsets[start + 64 * word + bit]
                    let first = center[Int(pair.y) * width + Int(pair.x)]
                    let second = center[Int(pair.w) * width + Int(pair.z)]
                    bits |= (first < second ? 1 : 0) << UInt64(bit)
                }
                words[word] = bits
            }
        }
        return BinaryDescriptor(words: words)
    }
}
