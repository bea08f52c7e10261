import Geometry

/// The distance of a landmark from a plane, times its inverse depth, and its derivatives by the state.
///
/// With X = R_a v + p_a, v = R_e m / ρ + p_e (see `ObservationModel`), ρ (n · X − d) = n · R_a R_e m + ρ (n · (R_a p_e
/// + p_a) − d): linear in the landmark's parameters, which the distance itself is not. A turn of the anchor moves X by
/// φ × X and one of the plane moves n likewise, so that a turn of both changes nothing, for every X; d compensates a
/// shift of the anchor along n.
struct PlaneJacobian {
    /// Zero minus the predicted distance, times the inverse depth.
    let residual: Double
    let turn: Vector3
    let shift: Vector3
    let extrinsicTurn: Vector3
    let extrinsicShift: Vector3
    let landmark: Vector3
    /// By the plane's two turns and its offset.
    let plane: Vector3

    /// The Jacobian at the present estimate.
    init(_ landmark: LandmarkState, _ plane: PlaneState, cameras: WindowCameras) {
        let inverseDepth = landmark.parameters.z
        let body = cameras.bodies[landmark.anchor]
        let direction = cameras.extrinsicRotation * Vector3(landmark.parameters.x, landmark.parameters.y, 1)
        let center = body.rotation * cameras.extrinsicTranslation + body.position
        // The point times the inverse depth.
        let point = body.rotation * direction + center * inverseDepth
        let normalInBody = body.rotation.transposed * plane.normal
        let normalInCamera = cameras.extrinsicRotation.transposed * normalInBody
        residual = plane.offset * inverseDepth - dot(plane.normal, point)
        turn = cross(point, plane.normal)
        shift = plane.normal * inverseDepth
        extrinsicTurn = cross(direction, normalInBody)
        extrinsicShift = normalInBody * inverseDepth
        let toDepth = dot(plane.normal, center) - plane.offset
        self.landmark = Vector3(normalInCamera.x, normalInCamera.y, toDepth)
        self.plane = Vector3(-dot(plane.axes.u, turn), -dot(plane.axes.v, turn), -inverseDepth)
    }

    /// Writes the row, and an empty one.
    func write(to rows: SparseRows, anchor: Int, landmark slot: Int, plane planeSlot: Int) {
        rows.removeAll()
        rows.append(Matrix2x3(rows: extrinsicTurn, .zero), at: StateLayout.extrinsicRotation)
        rows.append(Matrix2x3(rows: extrinsicShift, .zero), at: StateLayout.extrinsicTranslation)
        rows.append(Matrix2x3(rows: turn, .zero), at: StateLayout.clone(anchor))
        rows.append(Matrix2x3(rows: shift, .zero), at: StateLayout.clone(anchor) + 3)
        rows.append(Matrix2x3(rows: landmark, .zero), at: StateLayout.landmark(slot))
        rows.append(Matrix2x3(rows: plane, .zero), at: StateLayout.plane(planeSlot))
    }
}
