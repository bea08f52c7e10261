import Geometry
import Testing

@Suite("Dense matrices")
struct MatrixViewTests {
    static func random(_ rows: Int, _ columns: Int, seed: UInt64) -> MatrixBuffer {
        var generator = SeededGenerator(seed: seed)
        let buffer = MatrixBuffer(rows: rows, columns: columns)
        for i in 0..<rows { for j in 0..<columns { buffer.view[i, j] = generator.nextNormal() } }
        return buffer
    }

    static func largestDifference(_ rows: Int, _ columns: Int, _ a: MatrixView, _ b: (Int, Int) -> Double) -> Double {
        var worst = 0.0
        for i in 0..<rows { for j in 0..<columns { worst = max(worst, abs(a[i, j] - b(i, j))) } }
        return worst
    }

    @Test("products agree with the plain sum, whatever the size", arguments: [1, 3, 4, 7, 8, 9, 16, 23])
    func products(_ n: Int) {
        let a = Self.random(n, n + 2, seed: 1)
        let b = Self.random(n + 2, n + 5, seed: 2)
        let c = MatrixBuffer(rows: n, columns: n + 5)
        c.view.add(a.view, times: b.view)
        let plain = { (i: Int, j: Int) in (0..<n + 2).reduce(0.0) { $0 + a.view[i, $1] * b.view[$1, j] } }
        #expect(Self.largestDifference(n, n + 5, c.view, plain) < 1e-12)

        let transposed = Self.random(n + 2, n, seed: 3)
        c.view.clear()
        c.view.add(transposed: transposed.view, times: b.view, sign: -1)
        let other = { (i: Int, j: Int) in -(0..<n + 2).reduce(0.0) { $0 + transposed.view[$1, i] * b.view[$1, j] } }
        #expect(Self.largestDifference(n, n + 5, c.view, other) < 1e-12)
    }

    @Test("the Gram matrix is symmetric to the last bit and right", arguments: [1, 5, 8, 12, 19, 32])
    func gram(_ n: Int) {
        let w = Self.random(n + 3, n, seed: 4)
        let c = MatrixBuffer(rows: n, columns: n)
        c.view.addGram(of: w.view)
        let plain = { (i: Int, j: Int) in (0..<n + 3).reduce(0.0) { $0 + w.view[$1, i] * w.view[$1, j] } }
        #expect(Self.largestDifference(n, n, c.view, plain) < 1e-12)
        #expect(Self.largestDifference(n, n, c.view) { c.view[$1, $0] } == 0)
    }

    @Test("Cholesky's factor gives the matrix and solves along", arguments: [1, 4, 8, 11, 17, 40])
    func cholesky(_ n: Int) {
        let w = Self.random(n + 3, n, seed: 5)
        let right = Self.random(n, 6, seed: 6)
        let width = n + 6
        let system = MatrixBuffer(rows: n, columns: width)
        let gram = MatrixBuffer(rows: n, columns: n)
        gram.view.addGram(of: w.view)
        system.view.block(row: 0, column: 0, rows: n, columns: n).copy(from: gram.view)
        system.view.block(row: 0, column: n, rows: n, columns: 6).copy(from: right.view)
        #expect(system.view.factorCholesky() == 0)
        let upper = { (i: Int, j: Int) in i <= j ? system.view[i, j] : 0 }
        let product = { (i: Int, j: Int) in (0..<n).reduce(0.0) { $0 + upper($1, i) * upper($1, j) } }
        #expect(Self.largestDifference(n, n, gram.view, product) < 1e-10)
        let solved = { (i: Int, j: Int) in (0..<n).reduce(0.0) { $0 + upper($1, i) * system.view[$1, n + j] } }
        #expect(Self.largestDifference(n, 6, right.view, solved) < 1e-10)
    }

    @Test("a semidefinite matrix loses only the rows that say nothing")
    func semidefinite() {
        let w = Self.random(4, 9, seed: 7)
        let system = MatrixBuffer(rows: 9, columns: 9)
        system.view.addGram(of: w.view)
        let gram = MatrixBuffer(rows: 9, columns: 9)
        gram.view.copy(from: system.view)
        #expect(system.view.factorCholesky() == 5)
        let upper = { (i: Int, j: Int) in i <= j ? system.view[i, j] : 0 }
        let product = { (i: Int, j: Int) in (0..<9).reduce(0.0) { $0 + upper($1, i) * upper($1, j) } }
        #expect(Self.largestDifference(9, 9, gram.view, product) < 1e-9)
    }

    @Test("Householder keeps lengths and leaves zeros below the diagonal")
    func householder() {
        let matrix = Self.random(12, 8, seed: 8)
        let before = MatrixBuffer(rows: 8, columns: 8)
        before.view.addGram(of: matrix.view)
        let scratch = MatrixBuffer(rows: 1, columns: 8)
        matrix.view.factorHouseholder(columns: 5, scratch: scratch.view.base)
        let after = MatrixBuffer(rows: 8, columns: 8)
        after.view.addGram(of: matrix.view)
        #expect(Self.largestDifference(8, 8, before.view) { after.view[$0, $1] } < 1e-11)
        for column in 0..<5 { for row in column + 1..<12 { #expect(matrix.view[row, column] == 0) } }
    }

    @Test("eigenvectors and eigenvalues give the matrix back", arguments: [1, 2, 3, 6, 15])
    func eigen(_ n: Int) {
        let w = Self.random(n, n, seed: 9)
        let matrix = MatrixBuffer(rows: n, columns: n)
        matrix.view.addGram(of: w.view)
        let values = MatrixBuffer(rows: n, columns: n)
        values.view.copy(from: matrix.view)
        let vectors = MatrixBuffer(rows: n, columns: n)
        values.view.diagonalize(vectors: vectors.view)
        let back = { (i: Int, j: Int) in
            (0..<n).reduce(0.0) { $0 + vectors.view[i, $1] * values.view[$1, $1] * vectors.view[j, $1] }
        }
        #expect(Self.largestDifference(n, n, matrix.view, back) < 1e-10)
    }

    @Test("an upper triangle is solved from below")
    func triangle() {
        let buffer = Self.random(7, 7, seed: 10)
        for i in 0..<7 { buffer.view[i, i] += 4 }
        var vector = (0..<7).map { row in (row..<7).reduce(0.0) { $0 + buffer.view[row, $1] * Double($1 + 1) } }
        vector.withUnsafeMutableBufferPointer { buffer.view.solveUpperTriangle($0.baseAddress!) }
        for (index, value) in vector.enumerated() { #expect(abs(value - Double(index + 1)) < 1e-12) }
    }
}
