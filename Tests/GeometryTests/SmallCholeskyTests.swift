import Geometry
import Testing

@Suite("Small symmetric systems")
struct SmallCholeskyTests {
    /// A positive definite matrix: a random one times its transpose.
    private func matrix(_ size: Int, seed: UInt64) -> [Double] {
        var generator = SeededGenerator(seed: seed)
        let root = (0..<size * size).map { _ in generator.nextNormal() }
        var product = [Double](repeating: 0, count: size * size)
        for i in 0..<size {
            for j in 0..<size {
                for k in 0..<size { product[size * i + j] += root[size * i + k] * root[size * j + k] }
            }
            product[size * i + i] += 0.1
        }
        return product
    }

    @Test("the solution satisfies the equations", arguments: [1, 2, 5, 16])
    func solution(size: Int) throws {
        let matrix = matrix(size, seed: UInt64(size))
        let side = (0..<size).map { Double($0) - 1.5 }
        let x = try #require(SmallCholesky.solution(of: matrix, side))
        for i in 0..<size {
            let product = (0..<size).reduce(0) { $0 + matrix[size * i + $1] * x[$1] }
            #expect(abs(product - side[i]) < 1e-9)
        }
    }

    @Test("matrices that are not positive definite or not finite have no factor")
    func refusal() {
        #expect(SmallCholesky.solution(of: [1, 2, 2, 1], [1, 1]) == nil)
        #expect(SmallCholesky.solution(of: [0], [1]) == nil)
        #expect(SmallCholesky.solution(of: [.infinity], [1]) == nil)
        #expect(SmallCholesky.solution(of: [.nan], [1]) == nil)
    }

    @Test("damping multiplies the diagonal")
    func damping() {
        var matrix = [4.0, 2, 2, 4]
        matrix.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            #expect(SmallCholesky.factor(base, size: 2, damping: 3))
        }
        // L of [16 2; 2 16].
        #expect(matrix[0] == 4 && matrix[2] == 0.5 && abs(matrix[3] - 15.75.squareRoot()) < 1e-15)
    }
}
