// The two changes of axes between the estimator's frames and the user's; they are here and nowhere else.

extension RigidTransform where Destination == OpticalSpace, Source == CameraSpace {
    /// Half a turn about x: the camera's +Y up, −Z forward to the lens model's +Y down, +Z forward.
    public static var flip: Self { Self(rotation: Rotation(x: 1, y: 0, z: 0, w: 0), translation: .zero) }
}

extension RigidTransform where Destination == WorldSpace, Source == OdometrySpace {
    /// A quarter turn about x: the filter's +Z up to the user's +Y up.
    public static var flip: Self {
        let half = 0.5.squareRoot()
        return Self(rotation: Rotation(x: -half, y: 0, z: 0, w: half), translation: .zero)
    }
}
