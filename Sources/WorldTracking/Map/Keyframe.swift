import Features
import Geometry

/// A landmark that the map keeps, to recognise the place: all that is saved of it.
struct MapPoint: Equatable, Sendable {
    /// The landmark's identifier while it was followed; −1 after that.
    var identifier: Int32
    var pointInWorld: Vector3
    /// The square root of the covariance's trace, metres.
    var sigma: Double
}

/// What a keyframe saw of a map point.
struct MapObservation: Equatable, Sendable {
    /// The point's index in the map's list.
    var point: Int32
    let descriptor: BinaryDescriptor
}

/// An image that the map keeps as descriptors of its landmarks.
struct Keyframe: Equatable, Sendable {
    let identifier: Int32
    let worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>
    var timestampNanoseconds: Int64
    var observations: [MapObservation]
    /// How well the world's scale was known when it was made, as a fraction; a saved map's counts as known.
    var scaleSigma = 0.0

    /// Whether it is of a world whose scale was not much less certain than now.
    func isOfScale(_ scaleSigma: Double) -> Bool { self.scaleSigma < 2 * scaleSigma + 0.004 }
}
