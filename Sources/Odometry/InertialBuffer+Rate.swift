import Geometry

extension InertialBuffer {
    /// The angular velocity at a time, rad/s: the value there of the line fitted to the samples around it.
    ///
    /// A single sample's noise would look like the effect of a time offset of zero in every picture, and so hold the estimate where it is.
    /// `reach`: how much later samples may be, seconds, as long as the rows of a rolling shutter are exposed after the time; a
    /// picture waits for them, so that every host gives the same. Without, the first sample after the time is the last.
    func smoothRate(at time: Double, reach: Double) -> Vector3 {
        let last = reach > 0 ? time + reach : coverTime(of: time)
        let before = reach > 0 ? min(0.06, max(reach, 4 * spacing(at: time) - reach)) : 0.06
        var count = 0.0
        var timeSum = 0.0
        var timeSquares = 0.0
        var sum = Vector3.zero
        var moment = Vector3.zero
        forEachTimedSample(from: time - before, to: last) { sampleTime, reading in
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
