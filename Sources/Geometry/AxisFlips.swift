// The two changes of axes between the estimator's frames and the user's; no other file has one.

extension RigidTransform where Destination == OpticalSpace, Source == CameraSpace {
    /// A rotation by 180° about x: from the camera's +Y up, −Z forward to the lens model's +Y down, +Z forward.
    public static var flip: Self { Self(rotation: Rotation(x: 1, y: 0, z: 0, w: 0), translation: .zero) }
}

extension RigidTransform where Destination == WorldSpace, Source == OdometrySpace {
    /// A rotation by 90° about x: from the filter's +Z up to the user's +Y up.
    public static var flip: Self {
        let half = 0.5.squareRoot()
        return Self(rotation: Rotation(x: -half, y: 0, z: 0, w: half), translation: .zero)
    }
}
