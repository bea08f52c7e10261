/// A plane of numbers with a margin around it, so that kernels may read past the edges.
final class FloatPlane {
    /// Width of the margin on each side, elements; a multiple of eight.
    static let margin = 8

    let width: Int
    let height: Int
    /// Elements from a row to the next.
    let stride: Int
    /// The first element inside the margin.
    let origin: UnsafeMutablePointer<Float>
    private let memory: UnsafeMutablePointer<Float>

    /// A plane of one value, the margin too.
    init(width: Int, height: Int, value: Float = 0) {
        self.width = width
        self.height = height
        stride = (width + 7) / 8 * 8 + 2 * Self.margin
        let count = stride * (height + 2 * Self.margin)
        memory = .allocate(capacity: count)
        memory.initialize(repeating: value, count: count)
        origin = memory + Self.margin * stride + Self.margin
    }

    /// The shades of an image.
    convenience init(_ image: QuadImage) {
        self.init(width: image.width, height: image.height)
        for y in 0..<height {
            let line = row(y)
            for x in 0..<width { line[x] = Float(image.shade(x, y)) }
        }
    }

    deinit { memory.deallocate() }

    /// Another plane of the same numbers.
    func copy() -> FloatPlane {
        let plane = FloatPlane(width: width, height: height)
        for y in -Self.margin..<height + Self.margin {
            (plane.row(y) - Self.margin).update(from: row(y) - Self.margin, count: stride)
        }
        return plane
    }

    /// The first element of a row; rows of the margin count too.
    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<Float> { origin + y * stride }

    /// Sets all elements inside the margin to zero.
    func clear() {
        for y in 0..<height { clear(row: y) }
    }

    /// Sets a row's elements inside the margin to zero.
    @inline(__always)
    func clear(row y: Int) {
        let line = row(y)
        var x = 0
        while x < width {
            line.store(.zero, x)
            x += 8
        }
    }

    @inline(__always)
    func add(_ lanes: Lanes, _ x: Int, _ y: Int) {
        let line = row(y)
        line.store(line.lanes(x) + lanes, x)
    }

    @inline(__always)
    func put(_ lanes: Lanes, _ x: Int, _ y: Int, _ isFirst: Bool) {
        let line = row(y)
        line.store(isFirst ? lanes : line.lanes(x) + lanes, x)
    }

    /// Repeats the edges into the margin, `reach` elements far.
    func fillMargin(reach: Int) {
        for y in 0..<height {
            let line = row(y)
            for x in 1...reach {
                line[-x] = line[0]
                line[width - 1 + x] = line[width - 1]
            }
        }
        for y in 1...reach {
            for x in -reach..<(width + reach) {
                row(-y)[x] = row(0)[x]
                row(height - 1 + y)[x] = row(height - 1)[x]
            }
        }
    }
}

/// Eight neighbouring numbers.
typealias Lanes = SIMD8<Float>

extension UnsafeMutablePointer where Pointee == Float {
    @inline(__always)
    func lanes(_ offset: Int) -> Lanes { UnsafeRawPointer(self + offset).loadUnaligned(as: Lanes.self) }

    @inline(__always)
    func store(_ lanes: Lanes, _ offset: Int) {
        UnsafeMutableRawPointer(self + offset).storeBytes(of: lanes, as: Lanes.self)
    }
}

extension SIMD8<Float> {
    @inline(__always)
    static func larger(_ a: Self, _ b: Self) -> Self { a.replacing(with: b, where: b .> a) }

    @inline(__always)
    static func smaller(_ a: Self, _ b: Self) -> Self { a.replacing(with: b, where: b .< a) }
}
