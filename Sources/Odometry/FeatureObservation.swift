import Geometry

/// Where a feature was in one of the window's pictures.
struct FeatureObservation: Equatable {
    /// In the picture as it came, pixels.
    var pixel: Vector2
    /// On the plane one unit before the camera, by the calibration of that time.
    var normalized: Vector2
}
