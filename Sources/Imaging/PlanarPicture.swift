/// A colour image as cameras and video have it, in memory that its owner keeps: brightness for every pixel, and for
/// every four of them a difference of blue and one of red (4:2:0), rows from the top without padding.
public struct PlanarPicture {
    /// Where the differences of colour lie, after the brightness.
    public enum Layout: Sendable {
        /// All of blue, then all of red (I420).
        case planes
        /// One of blue, one of red, in turns (NV12).
        case pairs
    }

    /// Width in pixels, even.
    public let width: Int
    /// Height in pixels, even.
    public let height: Int
    /// How colours are coded.
    public let coding: ColorCoding
    /// `width * height` bytes.
    public let luma: UnsafeMutablePointer<UInt8>
    /// The difference of blue of the first four pixels.
    public let blue: UnsafeMutablePointer<UInt8>
    /// The difference of red of the first four pixels.
    public let red: UnsafeMutablePointer<UInt8>
    /// How many bytes lie from one difference to the next of its kind.
    public let chromaStep: Int

    /// The bytes that an image of a size takes.
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

    /// Fills this image, whose colours lie in planes, below its first rows with another one, scaled: a pixel's place in
    /// the other is `origin + scale * place`, places counted from the upper left corner of what is filled.
    public func fill(below top: Int, from source: PlanarPicture, scale: SIMD2<Double>, origin: SIMD2<Double>) {
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
