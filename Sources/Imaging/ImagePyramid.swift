/// A gray image at full, half, quarter … size, each with a border of repeated edge pixels.
///
/// A point p of the image is at p / 2ⁿ in level n, exactly: the filter (1 3 3 1)/8 is symmetric about the pixel it
/// computes. Memory is allocated when the size changes and reused otherwise.
public final class ImagePyramid {
    /// The levels, full size first; empty before the first image.
    public private(set) var levels: [PyramidLevel] = []

    private let maximumLevels: Int
    private var storage: UnsafeMutablePointer<UInt8>?
    private var sums: UnsafeMutablePointer<UInt16>?

    /// An empty pyramid with a maximum number of levels; small images have fewer.
    public init(maximumLevels: Int) {
        self.maximumLevels = Swift.max(1, maximumLevels)
    }

    deinit {
        storage?.deallocate()
        sums?.deallocate()
    }

    /// Width of the image in pixels, 0 before the first.
    public var width: Int { levels.first?.width ?? 0 }
    /// Height of the image in pixels, 0 before the first.
    public var height: Int { levels.first?.height ?? 0 }

    /// Builds all levels of an image; rows may be padded (`bytesPerRow` ≥ `width` > 0, `height` > 0).
    public func build(pixels: UnsafePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int) {
        precondition(width > 0 && height > 0 && bytesPerRow >= width, "an image has pixels")
        if width != self.width || height != self.height { allocate(width: width, height: height) }
        let full = levels[0]
        for y in 0..<height {
            UnsafeMutableRawPointer(full.row(y)).copyMemory(from: pixels + y * bytesPerRow, byteCount: width)
        }
        full.fillBorder()
        for index in 1..<Swift.max(levels.count, 1) {
            halve(levels[index - 1], into: levels[index])
            levels[index].fillBorder()
        }
    }

    /// Builds all levels of an image.
    public func build(_ image: GrayImage) {
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            build(pixels: base, width: image.width, height: image.height, bytesPerRow: image.width)
        }
    }

    /// Sizes of the levels: halved (rounded up) while both sides keep at least 16 pixels.
    private static func sizes(width: Int, height: Int, maximumLevels: Int) -> [SIMD2<Int>] {
        var sizes = [SIMD2(width, height)]
        while sizes.count < maximumLevels, let last = sizes.last, Swift.min(last.x, last.y) >= 32 {
            sizes.append(SIMD2((last.x + 1) / 2, (last.y + 1) / 2))
        }
        return sizes
    }

    private func allocate(width: Int, height: Int) {
        storage?.deallocate()
        sums?.deallocate()
        let border = PyramidLevel.border
        let sizes = Self.sizes(width: width, height: height, maximumLevels: maximumLevels)
        // Rows are a multiple of 32 bytes, with room for a whole vector read past the last pixel.
        let strides = sizes.map { ($0.x + 2 * border + 31) / 32 * 32 }
        var total = 64
        for (size, stride) in zip(sizes, strides) { total += stride * (size.y + 2 * border) }
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: total)
        memory.initialize(repeating: 0, count: total)
        storage = memory
        let sumCount = strides[0] + 64
        sums = .allocate(capacity: sumCount)
        sums?.initialize(repeating: 0, count: sumCount)
        levels.removeAll(keepingCapacity: true)
        var start = memory
        for (size, stride) in zip(sizes, strides) {
            levels.append(
                PyramidLevel(
                    origin: start + border * stride + border,
                    width: size.x,
                    height: size.y,
                    bytesPerRow: stride
                )
            )
            start += stride * (size.y + 2 * border)
        }
    }

    /// Halves the size by (1 3 3 1)/8 in both directions, rounded.
    private func halve(_ fine: PyramidLevel, into coarse: PyramidLevel) {
        guard let sums else { return }
        for y in 0..<coarse.height {
            addRows(of: fine, around: 2 * y, into: sums)
            addColumns(of: sums, into: coarse.row(y), count: coarse.width)
        }
    }

    /// Column sums of four rows, weights 1 3 3 1; entry 0 belongs to column -2.
    private func addRows(of fine: PyramidLevel, around y: Int, into sums: UnsafeMutablePointer<UInt16>) {
        let r0 = fine.row(y - 1) - 2
        let r1 = fine.row(y) - 2
        let r2 = fine.row(y + 1) - 2
        let r3 = fine.row(y + 2) - 2
        let out = UnsafeMutableRawPointer(sums)
        var x = 0
        while x < fine.width + 5 {
            let inner = widened(r1 + x) &+ widened(r2 + x)
            let outer = widened(r0 + x) &+ widened(r3 + x)
            let sum = outer &+ inner &+ inner &+ inner
            out.storeBytes(of: sum, toByteOffset: 2 * x, as: SIMD16<UInt16>.self)
            x += 16
        }
    }

    /// Sixteen pixels, lane by lane: the standard library's conversion is a call.
    @inline(__always)
    private func widened(_ pixels: UnsafePointer<UInt8>) -> SIMD16<UInt16> {
        let v = UnsafeRawPointer(pixels).loadUnaligned(as: SIMD16<UInt8>.self)
        return SIMD16(lowHalf: widened(v.lowHalf), highHalf: widened(v.highHalf))
    }

    @inline(__always)
    private func widened(_ v: SIMD8<UInt8>) -> SIMD8<UInt16> {
        SIMD8(
            UInt16(v[0]),
            UInt16(v[1]),
            UInt16(v[2]),
            UInt16(v[3]),
            UInt16(v[4]),
            UInt16(v[5]),
            UInt16(v[6]),
            UInt16(v[7])
        )
    }

    /// The weights 1 3 3 1 along the row; whole vectors may write past its end, into the border, which is filled
    /// afterwards.
    private func addColumns(of sums: UnsafePointer<UInt16>, into out: UnsafeMutablePointer<UInt8>, count: Int) {
        let source = UnsafeRawPointer(sums)
        let target = UnsafeMutableRawPointer(out)
        var x = 0
        while x < count {
            // Entry 2x + 1 holds column 2x - 1.
            let left = source.loadUnaligned(fromByteOffset: 4 * x + 2, as: SIMD16<UInt16>.self)
            let right = source.loadUnaligned(fromByteOffset: 4 * x + 6, as: SIMD16<UInt16>.self)
            let inner = left.oddHalf &+ right.evenHalf
            let sum = left.evenHalf &+ right.oddHalf &+ inner &+ inner &+ inner
            let mean = SIMD8<UInt8>(truncatingIfNeeded: (sum &+ 32) &>> 6)
            target.storeBytes(of: mean, toByteOffset: x, as: SIMD8<UInt8>.self)
            x += 8
        }
    }
}
