/// The memory of a matrix of doubles, allocated once and initially zero.
///
/// Rows start at multiples of eight elements, and the number of rows is rounded up to a multiple of eight, so that
/// kernels may work on whole tiles.
public final class MatrixBuffer {
    /// The whole matrix.
    public let view: MatrixView
    private let allocation: UnsafeMutableRawPointer

    /// Memory for `rows` × `columns` elements.
    public init(rows: Int, columns: Int) {
        let stride = (columns + 7) & ~7
        let count = ((rows + 7) & ~7) * stride
        allocation = .allocate(byteCount: max(count, 1) * MemoryLayout<Double>.stride, alignment: 64)
        let base = allocation.bindMemory(to: Double.self, capacity: max(count, 1))
        base.initialize(repeating: 0, count: count)
        view = MatrixView(base: base, rows: rows, columns: columns, stride: stride)
    }

    deinit { allocation.deallocate() }
}
