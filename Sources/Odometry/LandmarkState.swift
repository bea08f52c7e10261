import Geometry

/// A long-lived landmark of the state: a direction and an inverse depth in the camera of its anchor, one of the clones.
struct LandmarkState: Equatable {
    /// Whether the slot holds a landmark.
    var isUsed = false
    /// The identifier of its feature.
    var identifier: Int32 = -1
    /// The clone in whose camera it is kept.
    var anchor = 0
    /// x/z, y/z, 1/z in the anchor's camera.
    var parameters = Vector3(0, 0, 1)
    /// Whether the last picture was held against it, and whether that fitted.
    var isTried = false
    var fits = true
    /// Whether it was tried to hold it to a plane: that is done once, since how far it lies off its plane stays the same.
    var isHeld = false
    /// Number of pictures in a row whose measurement did not fit.
    var misfits = 0
}
