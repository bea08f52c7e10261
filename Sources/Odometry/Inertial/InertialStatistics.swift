import Geometry

/// The means of the inertial samples of some time.
struct InertialStatistics {
    private(set) var count = 0
    private var rateSum = Vector3.zero
    private var forceSum = Vector3.zero

    /// The statistics of the samples between two times.
    init(_ samples: InertialBuffer, from start: Double, to end: Double) {
        samples.forEachSample(from: start, to: end) { reading in
            count += 1
            rateSum += reading.angularVelocity
            forceSum += reading.specificForce
        }
    }

    /// The mean angular velocity, rad/s.
    var meanRate: Vector3 { rateSum / Double(max(count, 1)) }
    /// The mean specific force, m/s².
    var meanForce: Vector3 { forceSum / Double(max(count, 1)) }
}
