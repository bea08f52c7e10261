import Geometry
import Odometry

/// Joins a gyroscope and an accelerometer that report on their own into samples of both.
///
/// A sample stands at each of the gyroscope's stamps, with the specific force on the line between the readings around
/// it. It is ready once the later reading is there, as it would be live. Where the accelerometer has a gap of more
/// than a tenth of a second there are no samples in it.
struct InertialPairing {
    /// One sensor's reading.
    struct Reading {
        let timestampNanoseconds: Int64
        let values: Vector3
    }

    private static let longestGapNanoseconds: Int64 = 100_000_000
    private static let historyCount = 16

    private var rates: [Reading] = []
    private var forces: [Reading] = []

    /// Takes a reading of the gyroscope and gives what became ready.
    mutating func add(gyroscope reading: Reading) -> [InertialSample] {
        rates.append(reading)
        return ready()
    }

    /// Takes a reading of the accelerometer and gives what became ready.
    mutating func add(accelerometer reading: Reading) -> [InertialSample] {
        forces.append(reading)
        if forces.count > Self.historyCount { forces.removeFirst() }
        return ready()
    }

    private mutating func ready() -> [InertialSample] {
        guard let latest = forces.last?.timestampNanoseconds else {
            rates.removeAll()
            return []
        }
        let count = rates.prefix { $0.timestampNanoseconds <= latest }.count
        defer { rates.removeFirst(count) }
        return rates.prefix(count).compactMap(joined)
    }

    private func joined(_ rate: Reading) -> InertialSample? {
        guard let after = forces.firstIndex(where: { $0.timestampNanoseconds >= rate.timestampNanoseconds }) else {
            return nil
        }
        let late = forces[after]
        let span = after > 0 ? late.timestampNanoseconds - forces[after - 1].timestampNanoseconds : 0
        if late.timestampNanoseconds == rate.timestampNanoseconds { return sample(rate, force: late.values) }
        guard after > 0, span > 0, span <= Self.longestGapNanoseconds else { return nil }
        let early = forces[after - 1]
        let fraction = Double(rate.timestampNanoseconds - early.timestampNanoseconds) / Double(span)
        return sample(rate, force: early.values + (late.values - early.values) * fraction)
    }

    private func sample(_ rate: Reading, force: Vector3) -> InertialSample {
        InertialSample(
            timestampNanoseconds: rate.timestampNanoseconds,
            angularVelocity: rate.values,
            specificForce: force
        )
    }
}
