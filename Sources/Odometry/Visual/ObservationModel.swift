import Geometry

/// Where another image shows a landmark that is kept in the camera of an anchor, and the derivatives of that position.
///
/// With m = (α, β, 1), inverse depth ρ, body poses (R_a, p_a) of the anchor and (R_c, p_c) of the image, camera in body
/// (R_e, p_e): X = R_a (R_e m + ρ p_e) + ρ p_a, b = R_cᵀ (X − ρ p_c), h = R_eᵀ (b − ρ p_e), all scaled by ρ so that far
/// points are no special case. Inverse depth: J. Civera, A. Davison, J. Montiel, "Inverse depth parametrization for
/// monocular SLAM", 2008.
struct ObservationModel {
    /// The point in the image's camera, times the inverse depth.
    private(set) var point: Vector3
    /// The derivative of that point by the landmark's parameters.
    private(set) var pointToLandmark: Matrix3
    /// By the anchor's rotation error, and minus that by the image's.
    private(set) var pointToTurn: Matrix3
    /// By the anchor's position error, and minus that by the image's.
    private(set) var pointToShift: Matrix3
    /// By the error of the camera's rotation in the body.
    private(set) var pointToExtrinsicTurn: Matrix3
    /// By the error of the camera's position in the body.
    private(set) var pointToExtrinsicShift: Matrix3
    /// The point in the image's body, times the inverse depth.
    private var pointInBody: Vector3
    private var opticalFromBody: Matrix3

    /// The model for a landmark's parameters, the anchor's and the image's body poses and the camera in the body.
    init(
        parameters: Vector3,
        anchor: BodyPose,
        body: BodyPose,
        extrinsicRotation: Matrix3,
        extrinsicTranslation: Vector3
    ) {
        let depthless = Vector3(parameters.x, parameters.y, 1)
        let inverseDepth = parameters.z
        let inAnchorBody = extrinsicRotation * depthless
        let inWorld =
            anchor.rotation * (inAnchorBody + extrinsicTranslation * inverseDepth) + anchor.position * inverseDepth
        let bodyFromWorld = body.rotation.transposed
        let opticalFromBody = extrinsicRotation.transposed
        let opticalFromWorld = opticalFromBody * bodyFromWorld
        let inBody = bodyFromWorld * (inWorld - body.position * inverseDepth)
        let relative = opticalFromWorld * anchor.rotation
        let beforeLens = inBody - extrinsicTranslation * inverseDepth
        point = opticalFromBody * beforeLens
        let directions = relative * extrinsicRotation
        let toDepth =
            opticalFromWorld * (anchor.rotation * extrinsicTranslation + anchor.position - body.position)
            - opticalFromBody * extrinsicTranslation
        pointToLandmark = Matrix3(columns: directions.column0, directions.column1, toDepth)
        pointToTurn = opticalFromWorld * -Matrix3(crossProductWith: inWorld)
        pointToShift = opticalFromWorld * inverseDepth
        pointToExtrinsicTurn =
            opticalFromBody * Matrix3(crossProductWith: beforeLens) - relative * Matrix3(crossProductWith: inAnchorBody)
        pointToExtrinsicShift = (relative - opticalFromBody) * inverseDepth
        pointInBody = inBody
        self.opticalFromBody = opticalFromBody
    }

    /// How the point moves a second later, for a body that turns (rad/s, its own axes) and moves (m/s, along its own
    /// axes).
    func pointRate(angularVelocity: Vector3, velocityInBody: Vector3, inverseDepth: Double) -> Vector3 {
        opticalFromBody * (-cross(angularVelocity, pointInBody) - velocityInBody * inverseDepth)
    }
}
