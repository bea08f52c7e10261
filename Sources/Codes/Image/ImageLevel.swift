import Geometry

/// One size in which an image is searched: its pixels, and the local thresholds between dark and light.
struct ImageLevel {
    let width: Int
    let height: Int
    /// Pixels of the image per pixel of this level, along a side.
    let scale: Double
    let pixels: [UInt8]
    /// The threshold of each tile, row by row.
    private var thresholds: [UInt8]
    private var tileColumns: Int
    /// The side of a tile as a power of 2, pixels.
    private var tileBits = 3

    /// Limits that were chosen.
    struct Tuning: Sendable {
        /// The least range of gray that counts as dark and light.
        ///
        /// Unit: gray levels. Range: 8…30. Origin: by hand; noise of a phone's camera indoors has a range of 10.
        var leastContrast: UInt8 = 12
        /// The least side of a level.
        ///
        /// Unit: pixels. Range: 40…120. Origin: a code of 21 modules with its margin at 2 pixels a module.
        var leastSide = 58
        /// The most pixels of an image that is also searched at twice its size.
        ///
        /// Unit: pixels. Range: 0.3…4 million. Origin: 1920 × 1080; a larger image has pixels to spare.
        var mostPixelsDoubled = 2_100_000
    }

    private static let tuning = Tuning()

    private init(width: Int, height: Int, scale: Double, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.scale = scale
        self.pixels = pixels
        let tile = 1 << tileBits
        tileColumns = (width + tile - 1) / tile
        thresholds = TileRange.thresholds(
            of: pixels,
            width: width,
            height: height,
            tile: tile,
            leastContrast: Self.tuning.leastContrast
        )
    }

    /// The levels of an image, the finest first.
    static func levels(of view: PixelView, doubled: Bool) -> [ImageLevel] {
        var pixels = [UInt8](UnsafeBufferPointer(start: view.base, count: view.width * view.height))
        var (width, height) = (view.width, view.height)
        var scale = 1.0
        var levels: [ImageLevel] = []
        if doubled, width * height <= tuning.mostPixelsDoubled {
            let twice = Self.doubled(pixels, width, height)
            levels.append(ImageLevel(width: 2 * width, height: 2 * height, scale: 0.5, pixels: twice))
        }
        while true {
            levels.append(ImageLevel(width: width, height: height, scale: scale, pixels: pixels))
            guard min(width, height) / 2 >= tuning.leastSide else { return levels }
            pixels = halved(pixels, width, height)
            width /= 2
            height /= 2
            scale *= 2
        }
    }

    /// The same level with another threshold for each pixel: the mean of the square around it minus `offset`.
    ///
    /// A dark line is separated on every background, but a dark area wider than the square is not.
    func withLocalMeans(reach: Int, offset: Int) -> ImageLevel {
        var result = self
        result.tileBits = 0
        result.tileColumns = width
        result.thresholds = LocalMean.means(of: pixels, width: width, height: height, reach: reach).map {
            UInt8(max(0, Int($0) - offset))
        }
        return result
    }

    /// The threshold at a pixel.
    @inline(__always)
    func threshold(_ x: Int, _ y: Int) -> UInt8 { thresholds[(y >> tileBits) * tileColumns + (x >> tileBits)] }

    /// Gray minus the threshold at a position of this level, positive if it is light; nil outside.
    @inline(__always)
    func lightness(at place: Vector2, in view: PixelView) -> Float? {
        guard let gray = view.gray(at: place) else { return nil }
        let x = max(0, min(width - 1, Int(place.x)))
        let y = max(0, min(height - 1, Int(place.y)))
        return gray - Float(threshold(x, y)) - 0.5
    }

    /// Calls a function with the level's pixels as a view.
    func withView<Result>(_ body: (PixelView) -> Result) -> Result {
        pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { preconditionFailure("a level has pixels") }
            return body(PixelView(base: base, width: width, height: height))
        }
    }

    private static func halved(_ pixels: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
        let (columns, rows) = (width / 2, height / 2)
        return [UInt8](unsafeUninitializedCapacity: columns * rows) { half, count in
            pixels.withUnsafeBufferPointer { full in
                for y in 0..<rows {
                    let above = 2 * y * width
                    for x in 0..<columns {
                        let at = above + 2 * x
                        let sum =
                            UInt16(full[at]) + UInt16(full[at + 1]) + UInt16(full[at + width])
                            + UInt16(full[at + width + 1])
                        half[y * columns + x] = UInt8((sum + 2) / 4)
                    }
                }
            }
            count = columns * rows
        }
    }

    /// Twice the size; a new pixel's centre is a quarter of a pixel beside that of the old one.
    private static func doubled(_ pixels: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 4 * width * height) { twice, count in
            pixels.withUnsafeBufferPointer { full in
                for y in 0..<2 * height {
                    let near = y / 2 * width
                    let far = max(0, min(height - 1, y % 2 == 0 ? y / 2 - 1 : y / 2 + 1)) * width
                    for x in 0..<2 * width {
                        let column = x / 2
                        let other = max(0, min(width - 1, x % 2 == 0 ? column - 1 : column + 1))
                        let nearRow = 3 * UInt16(full[near + column]) + UInt16(full[near + other])
                        let farRow = 3 * UInt16(full[far + column]) + UInt16(full[far + other])
                        twice[y * 2 * width + x] = UInt8((3 * nearRow + farRow + 8) / 16)
                    }
                }
            }
            count = 4 * width * height
        }
    }
}
