import Geometry

extension InertialBuffer {
    /// The angular velocity at a time, rad/s: the value there of the line fitted to the samples before it and the first one after it.
    ///
    /// A single sample's noise would look like the effect of a time offset of zero in every picture, and so hold the estimate where it is.
    /// Still later samples are left out: some hosts hand them over in time, others do not, and the result is to be the same.
    func smoothRate(at time: Double, before: Double = 0.06) -> Vector3 {
        var count = 0.0
        var timeSum = 0.0
        var timeSquares = 0.0
        var sum = Vector3.zero
        var moment = Vector3.zero
        forEachTimedSample(from: time - before, to: coverTime(of: time)) { sampleTime, reading in
            let offset = sampleTime - time
            count += 1
            timeSum += offset
            timeSquares += offset * offset
            sum += reading.angularVelocity
            moment += reading.angularVelocity * offset
        }
        let determinant = count * timeSquares - timeSum * timeSum
        guard count >= 4, determinant > 1e-9 else { return reading(at: time)?.angularVelocity ?? .zero }
        return (sum * timeSquares - moment * timeSum) / determinant
    }
}
