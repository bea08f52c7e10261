import Geometry

/// The displacement of a code's modules by lens distortion or bent paper: two polynomials of degree three in normalised
/// coordinates.
struct GridBend: Equatable, Sendable {
    static let terms = 10

    /// The displacement of a point of the code along one axis, normalised, and its weight.
    struct Move {
        var point: Vector2
        var move: Double
        var isAlongX: Bool
        var weight: Double
    }

    var x = [Double](repeating: 0, count: terms)
    var y = [Double](repeating: 0, count: terms)

    /// The ten monomials at a point.
    static func monomials(_ p: Vector2) -> [Double] {
        let (x, y) = (p.x, p.y)
        return [1, x, y, x * x, x * y, y * y, x * x * x, x * x * y, x * y * y, y * y * y]
    }

    func callAsFunction(_ point: Vector2) -> Vector2 {
        let m = Self.monomials(point)
        var moved = point
        for i in 0..<Self.terms {
            moved.x += x[i] * m[i]
            moved.y += y[i] * m[i]
        }
        return moved
    }

    /// Adds the least-squares polynomial through displacements at points; a ridge term favours small coefficients.
    ///
    /// Returns the standard deviation of the bend at a corner for displacements of standard deviation 1 and weight 1,
    /// the mean over corners and axes; nil if the displacements do not determine a polynomial.
    mutating func add(_ moves: [Move], ridge: Double) -> Double? {
        var variance = 0.0
        for alongX in [true, false] {
            var normal = [Double](repeating: 0, count: Self.terms * Self.terms)
            var side = [Double](repeating: 0, count: Self.terms)
            var total = 0.0
            for move in moves where move.isAlongX == alongX {
                let m = Self.monomials(move.point)
                total += move.weight
                for i in 0..<Self.terms {
                    side[i] += move.weight * m[i] * move.move
                    for j in 0...i { normal[Self.terms * i + j] += move.weight * m[i] * m[j] }
                }
            }
            for i in 0..<Self.terms { normal[(Self.terms + 1) * i] += ridge * total }
            guard let step = SmallCholesky.solution(of: normal, side) else { return nil }
            for i in 0..<Self.terms {
                if alongX { x[i] += step[i] } else { y[i] += step[i] }
            }
            for corner in [Vector2(-1, -1), Vector2(1, -1), Vector2(1, 1), Vector2(-1, 1)] {
                let m = Self.monomials(corner)
                guard let solved = SmallCholesky.solution(of: normal, m) else { return nil }
                for i in 0..<Self.terms { variance += m[i] * solved[i] / 8 }
            }
        }
        return variance.squareRoot()
    }
}
