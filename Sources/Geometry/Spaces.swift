/// A coordinate frame, as a type; see docs/conventions.md.
public protocol Space {}

/// The user's world: metres, +Y up against gravity.
public enum WorldSpace: Space {}
/// The camera as a user sees it: +X right, +Y up, −Z forward.
public enum CameraSpace: Space {}
/// The camera as lens models use it: +X right, +Y down, +Z forward.
public enum OpticalSpace: Space {}
/// The inertial sensor's axes.
public enum BodySpace: Space {}
/// The filter's world: metres, +Z up against gravity.
public enum OdometrySpace: Space {}
