import Features
import Geometry

/// A landmark that the map keeps, to know the place again.
struct MapPoint: Equatable, Sendable {
    /// The landmark's identifier while it was followed.
    var identifier: Int32
    var pointInWorld: Vector3
    /// The standard deviation of the position, metres, the largest direction.
    var sigma: Double
}

/// What a keyframe saw of a map point.
struct MapObservation: Equatable, Sendable {
    /// The point's place in the map's list.
    var point: Int32
    var descriptor: BinaryDescriptor
}

/// A picture that the map keeps as descriptions of its landmarks.
struct Keyframe: Equatable, Sendable {
    var identifier: Int32
    var worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>
    var timestampNanoseconds: Int64
    var observations: [MapObservation]
    /// How well the world's scale was known when it was made, as a fraction; a saved map's counts as known.
    var scaleSigma = 0.0
}
