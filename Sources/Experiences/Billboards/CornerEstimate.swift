import Geometry

/// Where a corner is, from all rays that have shown it and what a surface told of its depth.
struct CornerEstimate: Equatable, Sendable {
    private var information: Matrix3
    private var vector: Vector3
    /// Where it is, metres.
    private(set) var point: Vector3
    private(set) var sightCount = 0

    /// A corner guessed to be at a point, known this well: along the ray poorly, across it by the pixel.
    init(guess point: Vector3, along direction: Vector3, depthSigma: Double, sideSigma: Double) {
        let along = Matrix3(outerProductOf: direction, direction)
        information =
            along * (1 / (depthSigma * depthSigma))
            + (.identity - along) * (1 / (sideSigma * sideSigma))
        vector = information * point
        self.point = point
    }

    /// Adds a sight along a ray; one that passes farther than four sigmas by is not of this corner and is left out.
    mutating func add(_ ray: Ray, angleSigma: Double) {
        let depth = dot(point - ray.origin, ray.direction)
        guard depth > 0.05 else { return }
        let sigma = max(angleSigma * depth, 1e-5)
        let across = .identity - Matrix3(outerProductOf: ray.direction, ray.direction)
        let miss = (across * (point - ray.origin)).length
        let known = (covariance.trace / 3).squareRoot()
        guard miss < 4 * (sigma + known) else { return }
        // Sights from one place tell the same; so each weighs less the more there are.
        let weight = 1 / (sigma * sigma * (1 + Double(sightCount) / 40))
        information = information + across * weight
        vector += across * ray.origin * weight
        sightCount += 1
        point = covariance * vector
    }

    /// How well it is known, metres squared.
    var covariance: Matrix3 { information.inverse ?? .identity }
}
