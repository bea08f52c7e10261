/// A coordinate frame, as a type; see docs/conventions.md.
public protocol Space {}

/// The user's world: metres, +Y up against gravity.
public enum WorldSpace: Space {}
/// The user's camera frame: +X right, +Y up, −Z forward.
public enum CameraSpace: Space {}
/// The camera frame of lens models: +X right, +Y down, +Z forward.
public enum OpticalSpace: Space {}
/// The inertial sensor's axes.
public enum BodySpace: Space {}
/// The filter's world: metres, +Z up against gravity.
public enum OdometrySpace: Space {}
