import Geometry

/// The position of a corner, from all its rays and the depth of the surface.
struct CornerEstimate: Equatable, Sendable {
    private var information: Matrix3
    private var vector: Vector3
    /// Its position, metres.
    private(set) var point: Vector3
    private(set) var sightCount = 0

    /// A corner with an initial position and its uncertainty: large along the ray, a pixel's size across it.
    init(guess point: Vector3, along direction: Vector3, depthSigma: Double, sideSigma: Double) {
        let along = Matrix3(outerProductOf: direction, direction)
        information =
            along * (1 / (depthSigma * depthSigma))
            + (.identity - along) * (1 / (sideSigma * sideSigma))
        vector = information * point
        self.point = point
    }

    /// The factor on the weight of older observations at each new one on a plane, since the world drifts a little.
    private static let memory = 0.96
    /// The standard deviation of a corner across its detected plane, metres.
    private static let planeSigma = 0.001

    /// Adds an observation along a ray; rejects one that is more than four sigmas away.
    ///
    /// With a plane, the rays determine only the position on it; without one, also the depth.
    mutating func add(_ ray: Ray, angleSigma: Double, on plane: Plane?) {
        let depth = dot(point - ray.origin, ray.direction)
        guard depth > 0.05 else { return }
        let sigma = max(angleSigma * depth, 1e-5)
        let across = .identity - Matrix3(outerProductOf: ray.direction, ray.direction)
        let miss = (across * (point - ray.origin)).length
        let known = (covariance.trace / 3).squareRoot()
        guard miss < 4 * (sigma + known) else { return }
        // Observations from one position are not independent, so their weights decrease with their number.
        let weight = 1 / (sigma * sigma * (plane == nil ? 1 + Double(sightCount) / 40 : 1))
        let kept = plane == nil ? 1 : Self.memory
        information = information * kept + across * weight
        vector = vector * kept + across * ray.origin * weight
        sightCount += 1
        point = position(on: plane)
    }

    /// Moves by a change of the world's scale.
    mutating func scale(by scaling: Scaling) {
        point = scaling * point
        information = information * (1 / (scaling.factor * scaling.factor))
        vector = information * point
    }

    private func position(on plane: Plane?) -> Vector3 {
        guard let plane else { return covariance * vector }
        let weight = 1 / (Self.planeSigma * Self.planeSigma)
        let held = information + Matrix3(outerProductOf: plane.normal, plane.normal) * weight
        return (held.inverse ?? .identity) * (vector + plane.normal * (plane.offset * weight))
    }

    /// The covariance, m².
    var covariance: Matrix3 { information.inverse ?? .identity }
}
