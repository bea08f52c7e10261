import Geometry
import Odometry

/// Combines the readings of a gyroscope and an accelerometer that report separately.
///
/// Each sample has a timestamp of the gyroscope, with the specific force interpolated between the readings around it.
/// It is available when the later reading arrives, as in a live session. In a gap of the accelerometer of more than a
/// tenth of a second there are no samples.
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

    /// Adds a reading of the gyroscope and returns the available samples.
    mutating func add(gyroscope reading: Reading) -> [InertialSample] {
        rates.append(reading)
        return ready()
    }

    /// Adds a reading of the accelerometer and returns the available samples.
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
