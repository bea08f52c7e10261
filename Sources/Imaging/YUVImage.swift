/// A colour image of a camera or a video in memory that its owner keeps: luma for every pixel, and for every four of
/// them a blue and a red chroma value (4:2:0), rows from the top without padding.
public struct YUVImage {
    /// The layout of the chroma after the luma.
    public enum Layout: Sendable {
        /// All of blue, then all of red (I420).
        case planes
        /// Blue and red alternating (NV12).
        case pairs
    }

    /// Width in pixels, even.
    public let width: Int
    /// Height in pixels, even.
    public let height: Int
    /// The coding of colours.
    public let coding: ColorCoding
    /// `width * height` bytes.
    public let luma: UnsafeMutablePointer<UInt8>
    /// The blue chroma of the first four pixels.
    public let blue: UnsafeMutablePointer<UInt8>
    /// The red chroma of the first four pixels.
    public let red: UnsafeMutablePointer<UInt8>
    /// The number of bytes from one chroma value to the next of its kind.
    public let chromaStep: Int

    /// The number of bytes of an image of a size.
    public static func byteCount(width: Int, height: Int) -> Int { width * height / 2 * 3 }

    /// An image of even sides over `byteCount(width:height:)` bytes.
    public init(
        bytes: UnsafeMutablePointer<UInt8>,
        width: Int,
        height: Int,
        layout: Layout = .planes,
        coding: ColorCoding = ColorCoding()
    ) {
        precondition(width > 0 && height > 0 && width % 2 == 0 && height % 2 == 0, "sides must be even")
        self.width = width
        self.height = height
        self.coding = coding
        luma = bytes
        blue = bytes + width * height
        red = blue + (layout == .pairs ? 1 : width * height / 4)
        chromaStep = layout == .pairs ? 2 : 1
    }

    /// Fills the rows of this planar image below its first rows with another image, scaled: a pixel's position in the
    /// other image is `origin + scale * position`, measured from the upper left corner of the filled part.
    public func fill(below top: Int, from source: YUVImage, scale: SIMD2<Double>, origin: SIMD2<Double>) {
        let across = PlaneScaling(scale: scale, origin: origin)
        across.copy(source.lumaPlane, to: luma + top * width, columns: width, rows: height - top)
        let halved = PlaneScaling(scale: scale, origin: origin / 2)
        let skipped = top / 2 * (width / 2)
        for (plane, target) in [(source.bluePlane, blue), (source.redPlane, red)] {
            halved.copy(plane, to: target + skipped, columns: width / 2, rows: (height - top) / 2)
        }
    }

    private var lumaPlane: PlaneScaling.Plane { .init(first: luma, step: 1, columns: width, rows: height) }

    private var bluePlane: PlaneScaling.Plane {
        .init(first: blue, step: chromaStep, columns: width / 2, rows: height / 2)
    }

    private var redPlane: PlaneScaling.Plane {
        .init(first: red, step: chromaStep, columns: width / 2, rows: height / 2)
    }
}

extension YUVImage {
    /// Fills this planar image, coded by BT.601 within 16…235, from pixels of red, green, blue and alpha.
    public func fill(fromColors colors: UnsafePointer<UInt8>) {
        precondition(chromaStep == 1 && coding == ColorCoding(), "planes of the usual coding")
        for y in stride(from: 0, to: height, by: 2) {
            for x in stride(from: 0, to: width, by: 2) {
                var sum = SIMD4<Int32>.zero
                for index in [y * width + x, y * width + x + 1, (y + 1) * width + x, (y + 1) * width + x + 1] {
                    let color = SIMD4<Int32>(truncatingIfNeeded: Self.pixel(colors, index))
                    luma[index] = UInt8(truncatingIfNeeded: ((color &* SIMD4(66, 129, 25, 0)).wrappedSum() + 4224) >> 8)
                    sum &+= color
                }
                let index = y / 2 * (width / 2) + x / 2
                blue[index] = Self.difference(sum, SIMD4(-38, -74, 112, 0))
                red[index] = Self.difference(sum, SIMD4(112, -94, -18, 0))
            }
        }
    }

    @inline(__always)
    private static func pixel(_ colors: UnsafePointer<UInt8>, _ index: Int) -> SIMD4<UInt8> {
        let pixel = colors + 4 * index
        return SIMD4(pixel[0], pixel[1], pixel[2], pixel[3])
    }

    /// The chroma from the sum of four pixels.
    @inline(__always)
    private static func difference(_ sum: SIMD4<Int32>, _ weights: SIMD4<Int32>) -> UInt8 {
        UInt8(truncatingIfNeeded: ((sum &* weights).wrappedSum() + 131584) >> 10)
    }
}
