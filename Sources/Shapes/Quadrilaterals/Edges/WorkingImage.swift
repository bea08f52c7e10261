/// An image halved until the search for lines is fast enough.
///
/// Storage is reused from image to image.
struct WorkingImage {
    private var small: [UInt8] = []
    private var smaller: [UInt8] = []

    /// Calls `body` with a view of an image and of its smaller copy.
    mutating func withView<Result>(
        of pixels: UnsafePointer<UInt8>,
        width: Int,
        height: Int,
        _ body: (QuadView) -> Result
    ) -> Result {
        let scale = Self.scale(width, height)
        guard scale > 1 else {
            return body(QuadView(working: pixels, full: pixels, width: width, height: height, scale: 1))
        }
        Self.halve(pixels, width, height, into: &small)
        var factor = 2
        while factor < scale {
            small.withUnsafeBufferPointer { source in
                Self.halve(source.baseAddress ?? pixels, width / factor, height / factor, into: &smaller)
            }
            swap(&small, &smaller)
            factor *= 2
        }
        return small.withUnsafeBufferPointer { working in
            let working = working.baseAddress ?? pixels
            return body(QuadView(working: working, full: pixels, width: width, height: height, scale: scale))
        }
    }

    private static func scale(_ width: Int, _ height: Int) -> Int {
        var scale = 1
        while max(width, height) / scale > 900 { scale *= 2 }
        return scale
    }

    private static func halve(_ pixels: UnsafePointer<UInt8>, _ width: Int, _ height: Int, into half: inout [UInt8]) {
        let w = width / 2
        let h = height / 2
        if half.count != w * h { half = [UInt8](repeating: 0, count: w * h) }
        half.withUnsafeMutableBufferPointer { out in
            for y in 0..<h {
                let a = pixels + 2 * y * width
                let b = a + width
                for x in 0..<w {
                    let sum = UInt16(a[2 * x]) + UInt16(a[2 * x + 1]) + UInt16(b[2 * x]) + UInt16(b[2 * x + 1])
                    out[y * w + x] = UInt8(truncatingIfNeeded: (sum + 2) >> 2)
                }
            }
        }
    }
}

/// An image, and its smaller copy for the search for lines.
struct QuadView {
    let working: UnsafePointer<UInt8>
    let full: UnsafePointer<UInt8>
    let width: Int
    let height: Int
    /// Pixels of the full image per pixel of the working image, along a side.
    let scale: Int

    var workingWidth: Int { width / scale }
    var workingHeight: Int { height / scale }
    /// The size of the working image.
    var size: SIMD2<Float> { SIMD2(Float(workingWidth), Float(workingHeight)) }
}
