import Geometry

/// The readings of the inertial sensors at a moment.
struct InertialReading: Equatable {
    /// rad/s.
    let angularVelocity: Vector3
    /// m/s².
    let specificForce: Vector3

    /// The reading part of the way from this one to another.
    func interpolated(to other: InertialReading, fraction: Double) -> InertialReading {
        InertialReading(
            angularVelocity: angularVelocity + (other.angularVelocity - angularVelocity) * fraction,
            specificForce: specificForce + (other.specificForce - specificForce) * fraction
        )
    }
}
