import Geometry

/// Mean and spread of the inertial samples of some time.
struct InertialStatistics {
    private(set) var count = 0
    private var rateSum = Vector3.zero
    private var forceSum = Vector3.zero
    private var rateSquares = Vector3.zero
    private var forceSquares = Vector3.zero

    /// The statistics of the samples between two times.
    init(_ samples: InertialBuffer, from start: Double, to end: Double) {
        samples.forEachSample(from: start, to: end) { reading in
            count += 1
            rateSum += reading.angularVelocity
            forceSum += reading.specificForce
            rateSquares += reading.angularVelocity * reading.angularVelocity
            forceSquares += reading.specificForce * reading.specificForce
        }
    }

    /// The mean angular velocity, rad/s.
    var meanRate: Vector3 { rateSum / Double(max(count, 1)) }
    /// The mean specific force, m/s².
    var meanForce: Vector3 { forceSum / Double(max(count, 1)) }
    /// The standard deviation of the angular velocity, all axes together, rad/s.
    var rateDeviation: Double { deviation(rateSquares, meanRate) }
    /// The standard deviation of the specific force, all axes together, m/s².
    var forceDeviation: Double { deviation(forceSquares, meanForce) }

    private func deviation(_ squares: Vector3, _ mean: Vector3) -> Double {
        let variance = squares / Double(max(count, 1)) - mean * mean
        return max(0, variance.x + variance.y + variance.z).squareRoot()
    }
}
