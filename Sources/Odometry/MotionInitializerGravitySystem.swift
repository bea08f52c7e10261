import Geometry

/// The normal equations of velocity and gravity, the points eliminated.
struct MotionInitializerGravitySystem {
    private var byVelocity = Matrix3.zero
    private var mixed = Matrix3.zero
    private var byGravity = Matrix3.zero
    private var velocitySide = Vector3.zero
    private var gravitySide = Vector3.zero
    private let squaredNoise: Double

    /// An empty system for rays whose directions are off by so much (radians², an axis).
    init(squaredNoise: Double) { self.squaredNoise = squaredNoise }

    /// Adds one point's rays.
    mutating func add(_ rays: [MotionInitializer.Ray], _ weight: Double) {
        guard Self.isWide(rays, squaredNoise) else { return }
        var matrix = Matrix3.zero
        var side = Vector3.zero
        var once = Matrix3.zero
        var twice = Matrix3.zero
        for ray in rays {
            // What noise is expected to add to the squares is taken off again: else points and path would shrink together.
            let along = Matrix3(outerProductOf: ray.direction, ray.direction)
            let plane = Matrix3.identity - along * (1 + squaredNoise)
            let square = ray.time * ray.time / 2
            let seen = plane * ray.origin
            matrix = matrix + plane
            side += seen
            once = once + plane * ray.time
            twice = twice + plane * square
            let scaled = plane * weight
            byVelocity = byVelocity + scaled * (ray.time * ray.time)
            mixed = mixed + scaled * (ray.time * square)
            byGravity = byGravity + scaled * (square * square)
            velocitySide -= seen * (ray.time * weight)
            gravitySide -= seen * (square * weight)
        }
        guard let inverse = matrix.inverse else { return }
        // Point = N⁻¹ (side + once · v + twice · g); `once` and `twice` are symmetric.
        byVelocity = byVelocity - once * inverse * once * weight
        mixed = mixed - once * inverse * twice * weight
        byGravity = byGravity - twice * inverse * twice * weight
        velocitySide += once * (inverse * side) * weight
        gravitySide += twice * (inverse * side) * weight
    }

    /// Whether a point's rays spread enough to tell its distance in spite of the noise.
    private static func isWide(_ rays: [MotionInitializer.Ray], _ squaredNoise: Double) -> Bool {
        var mean = Vector3.zero
        for ray in rays { mean += ray.direction }
        mean = mean / Double(rays.count)
        // 1 - |mean|² is the rays' mean squared distance from their middle.
        return 1 - dot(mean, mean) > 16 * squaredNoise
    }

    /// Velocity and gravity of a given length; nil where they are not determined.
    func solve(length: Double) -> (velocity: Vector3, gravity: Vector3)? {
        guard let inverse = byVelocity.inverse else { return nil }
        let back = mixed.transposed
        let matrix = byGravity - back * inverse * mixed
        let side = gravitySide - back * (inverse * velocitySide)
        guard let gravity = Self.point(matrix, side, onSphere: length) else { return nil }
        let velocity = inverse * (velocitySide - mixed * gravity)
        return velocity.isFinite ? (velocity, gravity) : nil
    }

    /// The least of gᵀ M g − 2 bᵀ g over |g| = r: (M + λ I) g = b with the λ, above minus M's smallest eigenvalue, that gives the length.
    private static func point(_ matrix: Matrix3, _ side: Vector3, onSphere radius: Double) -> Vector3? {
        let size = matrix.trace
        guard size.isFinite, size > 0 else { return nil }
        func solution(_ lambda: Double) -> Vector3? {
            let shifted = matrix + .identity * lambda
            // Positive definite: all leading minors are positive.
            guard shifted[0, 0] > 0, shifted[0, 0] * shifted[1, 1] - shifted[0, 1] * shifted[1, 0] > 0,
                shifted.determinant > 0, let inverse = shifted.inverse
            else { return nil }
            return inverse * side
        }
        var low = -size
        var high = side.length / radius + size
        for _ in 0..<80 {
            let middle = (low + high) / 2
            if let g = solution(middle), g.length < radius { high = middle } else { low = middle }
        }
        guard let g = solution(high), g.length > 0 else { return nil }
        return g * (radius / g.length)
    }
}
