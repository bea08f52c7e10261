import Geometry
import Testing

@Suite("Rotations")
struct RotationTests {
    static let vectors: [Vector3] = [
        .zero, Vector3(1e-8, -2e-8, 0), Vector3(0.1, -0.2, 0.3), Vector3(-1, 2, 0.5), Vector3(0, 3.1, 0),
    ]

    @Test("the logarithm undoes the exponential", arguments: vectors)
    func logUndoesExp(_ vector: Vector3) {
        #expect((Rotation(exp: vector).log - vector).length < 1e-9)
    }

    @Test("a matrix gives its rotation back", arguments: vectors)
    func matrixRoundTrip(_ vector: Vector3) {
        let rotation = Rotation(exp: vector)
        #expect((rotation.inverse * Rotation(matrix: rotation.matrix)).angle < 1e-9)
        #expect(abs(rotation.matrix.determinant - 1) < 1e-12)
    }

    @Test("the right Jacobian agrees with numeric differences", arguments: vectors)
    func rightJacobian(_ vector: Vector3) {
        let step = 1e-6
        let jacobian = Rotation.rightJacobian(vector)
        for axis in 0..<3 {
            var moved = vector
            moved[axis] += step
            let numeric = (Rotation(exp: vector).inverse * Rotation(exp: moved)).log / step
            let analytic = axis == 0 ? jacobian.column0 : axis == 1 ? jacobian.column1 : jacobian.column2
            #expect((numeric - analytic).length < 1e-5)
        }
        let product = jacobian * Rotation.inverseRightJacobian(vector)
        #expect((product * Vector3(1, 2, 3) - Vector3(1, 2, 3)).length < 1e-9)
    }

    @Test("the shortest rotation takes one direction to the other")
    func fromTo() {
        let pairs = [
            (Vector3(1, 0, 0), Vector3(0, 2, 0)), (Vector3(0, 0, 1), Vector3(0, 0, -1)),
            (Vector3(1, 2, 3), Vector3(1, 2, 3)),
        ]
        for (a, b) in pairs {
            #expect((Rotation(from: a, to: b) * a.normalized - b.normalized).length < 1e-9)
        }
    }
}
