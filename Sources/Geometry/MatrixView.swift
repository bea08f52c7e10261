/// A view of a row-major matrix of doubles in memory that it does not own: the unit of the filter's computations.
///
/// A view must not outlive its `MatrixBuffer`. Products and factorisations on views do not allocate.
public struct MatrixView {
    /// The element at row 0, column 0.
    public let base: UnsafeMutablePointer<Double>
    /// The number of rows.
    public let rows: Int
    /// The number of columns.
    public let columns: Int
    /// The distance from one row to the next, elements.
    public let stride: Int

    /// A view of `rows` × `columns` elements at an address.
    @inlinable
    public init(base: UnsafeMutablePointer<Double>, rows: Int, columns: Int, stride: Int) {
        self.base = base
        self.rows = rows
        self.columns = columns
        self.stride = stride
    }

    /// The element at a row and a column, both from 0; not checked.
    @inlinable
    public subscript(row: Int, column: Int) -> Double {
        get { base[row &* stride &+ column] }
        nonmutating set { base[row &* stride &+ column] = newValue }
    }

    /// The first element of a row.
    @inlinable
    public func row(_ row: Int) -> UnsafeMutablePointer<Double> { base + row &* stride }

    /// The part of `rows` × `columns` elements that starts at a row and a column.
    @inlinable
    public func block(row: Int, column: Int, rows: Int, columns: Int) -> MatrixView {
        MatrixView(base: base + (row &* stride &+ column), rows: rows, columns: columns, stride: stride)
    }

    /// Sets every element to zero.
    public func clear() {
        for row in 0..<rows { self.row(row).update(repeating: 0, count: columns) }
    }

    /// Copies the elements of a matrix of the same size.
    public func copy(from other: MatrixView) {
        for row in 0..<rows { self.row(row).update(from: other.row(row), count: columns) }
    }

    /// Makes a square matrix symmetric: copies the elements below the diagonal above it.
    public func mirrorLowerTriangle() {
        for row in 1..<max(rows, 1) {
            let source = self.row(row)
            for column in 0..<row { base[column &* stride &+ row] = source[column] }
        }
    }

    /// The 3 × 3 part that starts at a row and a column.
    public func matrix3(row: Int, column: Int) -> Matrix3 {
        let part = block(row: row, column: column, rows: 3, columns: 3)
        return Matrix3(
            rows: Vector3(part[0, 0], part[0, 1], part[0, 2]),
            Vector3(part[1, 0], part[1, 1], part[1, 2]),
            Vector3(part[2, 0], part[2, 1], part[2, 2])
        )
    }

    /// Writes a 3 × 3 matrix from a row and a column on.
    public func set(_ matrix: Matrix3, row: Int, column: Int) {
        for i in 0..<3 {
            for j in 0..<3 { self[row + i, column + j] = matrix[i, j] }
        }
    }
}

/// Four neighbouring elements in memory.
@inline(__always)
func load4(_ pointer: UnsafePointer<Double>) -> SIMD4<Double> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD4<Double>.self)
}

/// Writes four neighbouring elements.
@inline(__always)
func store4(_ value: SIMD4<Double>, _ pointer: UnsafeMutablePointer<Double>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: SIMD4<Double>.self)
}

/// The memory layout of a product's left factor: element (row, k) is at `base[row * rowStride + k * depthStride]`.
struct LeftFactor {
    var base: UnsafePointer<Double>
    var rowStride: Int
    var depthStride: Int
}

/// Adds `sign` times the product of a 4 × `depth` and a `depth` × 8 matrix to a 4 × 8 tile; the sums stay in registers.
@inline(__always)
private func addTile(
    _ c: UnsafeMutablePointer<Double>,
    _ cStride: Int,
    _ a: LeftFactor,
    _ b: UnsafePointer<Double>,
    _ bStride: Int,
    _ depth: Int,
    _ sign: Double
) {
    var s00 = SIMD4<Double>.zero
    var s01 = s00
    var s10 = s00
    var s11 = s00
    var s20 = s00
    var s21 = s00
    var s30 = s00
    var s31 = s00
    var left = a.base
    var right = b
    for _ in 0..<depth {
        let b0 = load4(right)
        let b1 = load4(right + 4)
        s00 += b0 * left[0]
        s01 += b1 * left[0]
        s10 += b0 * left[a.rowStride]
        s11 += b1 * left[a.rowStride]
        s20 += b0 * left[2 &* a.rowStride]
        s21 += b1 * left[2 &* a.rowStride]
        s30 += b0 * left[3 &* a.rowStride]
        s31 += b1 * left[3 &* a.rowStride]
        left += a.depthStride
        right += bStride
    }
    addRow(c, s00, s01, sign)
    addRow(c + cStride, s10, s11, sign)
    addRow(c + 2 &* cStride, s20, s21, sign)
    addRow(c + 3 &* cStride, s30, s31, sign)
}

@inline(__always)
private func addRow(_ c: UnsafeMutablePointer<Double>, _ first: SIMD4<Double>, _ second: SIMD4<Double>, _ sign: Double)
{
    store4(load4(c) + first * sign, c)
    store4(load4(c + 4) + second * sign, c + 4)
}

extension MatrixView {
    /// Adds `sign` times the product of a left factor and `b` to this matrix, from a column (a multiple of 8) on.
    func add(_ a: LeftFactor, times b: MatrixView, sign: Double, fromColumn start: Int = 0) {
        let wholeRows = rows & ~3
        let wholeColumns = start + ((columns - start) & ~7)
        var column = start
        while column < wholeColumns {
            var row = 0
            while row < wholeRows {
                var left = a
                left.base += row &* a.rowStride
                addTile(base + (row &* stride &+ column), stride, left, b.base + column, b.stride, b.rows, sign)
                row &+= 4
            }
            column &+= 8
        }
        addRest(a, times: b, sign: sign, rows: 0..<wholeRows, columns: max(start, wholeColumns)..<max(start, columns))
        addRest(a, times: b, sign: sign, rows: wholeRows..<rows, columns: start..<max(start, columns))
    }

    private func addRest(_ a: LeftFactor, times b: MatrixView, sign: Double, rows: Range<Int>, columns: Range<Int>) {
        for row in rows {
            for column in columns {
                var sum = 0.0
                for k in 0..<b.rows { sum += a.base[row &* a.rowStride &+ k &* a.depthStride] * b[k, column] }
                self[row, column] += sign * sum
            }
        }
    }

    /// Adds `sign` times the product `a` `b`; `a` is rows × depth, `b` depth × columns.
    public func add(_ a: MatrixView, times b: MatrixView, sign: Double = 1) {
        add(LeftFactor(base: a.base, rowStride: a.stride, depthStride: 1), times: b, sign: sign)
    }

    /// Adds `sign` times the product of the transposed `a` and `b`; `a` is depth × rows, `b` depth × columns.
    public func add(transposed a: MatrixView, times b: MatrixView, sign: Double = 1) {
        add(LeftFactor(base: a.base, rowStride: 1, depthStride: a.stride), times: b, sign: sign)
    }

    /// Adds `sign` times wᵀ w to a symmetric matrix; `w` is depth × rows.
    ///
    /// Only half is computed, then mirrored.
    public func addGram(of w: MatrixView, sign: Double = 1) {
        var first = 0
        while first < rows {
            let count = min(8, rows - first)
            block(row: first, column: 0, rows: count, columns: min(first + 8, columns)).add(
                LeftFactor(base: w.base + first, rowStride: 1, depthStride: w.stride),
                times: w,
                sign: sign
            )
            first += 8
        }
        mirrorLowerTriangle()
    }

    /// Adds a multiple of one row to another, from a column on.
    @inline(__always)
    func addRow(_ source: Int, times factor: Double, to target: Int, from start: Int) {
        addScaled(row(source) + start, factor, to: row(target) + start, count: columns &- start)
    }
}

/// Adds a multiple of `count` elements to others.
@inlinable
public func addScaled(
    _ source: UnsafePointer<Double>,
    _ factor: Double,
    to target: UnsafeMutablePointer<Double>,
    count: Int
) {
    var i = 0
    while i &+ 4 <= count {
        let sum =
            UnsafeRawPointer(target + i).loadUnaligned(as: SIMD4<Double>.self)
            + UnsafeRawPointer(source + i).loadUnaligned(as: SIMD4<Double>.self) * factor
        UnsafeMutableRawPointer(target + i).storeBytes(of: sum, as: SIMD4<Double>.self)
        i &+= 4
    }
    while i < count {
        target[i] += source[i] * factor
        i &+= 1
    }
}
