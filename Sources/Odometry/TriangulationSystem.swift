import Geometry

/// The normal equations of a point's parameters, gathered view by view.
struct TriangulationSystem {
    private var normal = Matrix3.zero
    private var right = Vector3.zero
    /// The sum of squared distances.
    private(set) var cost = 0.0
    /// The number of views.
    private(set) var count = 0
    /// Whether the point is in front of all cameras.
    private(set) var isValid = true

    /// Adds a view: the point in its camera times the inverse depth, how that moves with the parameters, and where it was seen.
    mutating func add(point: Vector3, directions: Matrix3, toDepth: Vector3, seen: Vector2) {
        guard point.z > 0.01 else {
            isValid = false
            return
        }
        let inverse = 1 / point.z
        let predicted = Vector2(point.x, point.y) * inverse
        let error = seen - predicted
        func gradient(_ axis: Int) -> Vector3 {
            let value = predicted[axis]
            return Vector3(
                (directions.column0[axis] - value * directions.column0.z) * inverse,
                (directions.column1[axis] - value * directions.column1.z) * inverse,
                (toDepth[axis] - value * toDepth.z) * inverse
            )
        }
        for axis in 0..<2 {
            let slope = gradient(axis)
            normal = normal + Matrix3(outerProductOf: slope, slope)
            right += slope * error[axis]
        }
        cost += dot(error, error)
        count += 1
    }

    /// Adds what is expected of the inverse depth before anything is seen; `weight` in units of a direction's inverse square.
    mutating func addPrior(inverseDepth: Double, expected: Double, weight: Double) {
        normal[2, 2] += weight
        right.z += weight * (expected - inverseDepth)
        cost += weight * (expected - inverseDepth) * (expected - inverseDepth)
    }

    /// The step that lowers the cost; nil where the equations have no solution.
    func step(damping: Double) -> Vector3? {
        var damped = normal
        for axis in 0..<3 { damped[axis, axis] = damped[axis, axis] * (1 + damping) + 1e-12 }
        guard let inverse = damped.inverse else { return nil }
        let step = inverse * right
        return step.isFinite ? step : nil
    }

    /// The standard deviation of the inverse depth per unit of direction noise; infinite where the views say nothing of it.
    var depthSigma: Double {
        guard let inverse = normal.inverse, inverse[2, 2] > 0 else { return .infinity }
        return inverse[2, 2].squareRoot()
    }
}
