import Geometry

/// The position of a corner, from all rays that have shown it and the depth of the surface.
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

    /// The weight that older observations keep at each new one if a plane holds the depth, since the world drifts a
    /// little.
    private static let memory = 0.96
    /// How well a plane that was found holds a corner, metres.
    private static let planeSigma = 0.001

    /// Adds an observation along a ray; one that passes more than four sigmas away is not of this corner and is left
    /// out.
    ///
    /// With a plane, the rays fix only the position on it; without one, also the depth.
    mutating func add(_ ray: Ray, angleSigma: Double, on plane: Plane?) {
        let depth = dot(point - ray.origin, ray.direction)
        guard depth > 0.05 else { return }
        let sigma = max(angleSigma * depth, 1e-5)
        let across = .identity - Matrix3(outerProductOf: ray.direction, ray.direction)
        let miss = (across * (point - ray.origin)).length
        let known = (covariance.trace / 3).squareRoot()
        guard miss < 4 * (sigma + known) else { return }
        // Observations from one position are not independent, so each weighs less the more there are.
        let weight = 1 / (sigma * sigma * (plane == nil ? 1 + Double(sightCount) / 40 : 1))
        let kept = plane == nil ? 1 : Self.memory
        information = information * kept + across * weight
        vector = vector * kept + across * ray.origin * weight
        sightCount += 1
        point = position(on: plane)
    }

    private func position(on plane: Plane?) -> Vector3 {
        guard let plane else { return covariance * vector }
        let weight = 1 / (Self.planeSigma * Self.planeSigma)
        let held = information + Matrix3(outerProductOf: plane.normal, plane.normal) * weight
        return (held.inverse ?? .identity) * (vector + plane.normal * (plane.offset * weight))
    }

    /// How well it is known, metres squared.
    var covariance: Matrix3 { information.inverse ?? .identity }
}
