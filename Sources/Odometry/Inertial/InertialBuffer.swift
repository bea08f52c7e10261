import Geometry

/// The latest inertial samples, in order of time; a ring that never grows.
final class InertialBuffer {
    /// A sample on the estimator's clock.
    private struct Entry {
        var time: Double
        var reading: InertialReading
    }
    static let capacity = 8192
    private let entries: UnsafeMutablePointer<Entry>
    private var first = 0
    /// The number of samples kept.
    private(set) var count = 0

    init() {
        entries = .allocate(capacity: Self.capacity)
        let still = InertialReading(angularVelocity: .zero, specificForce: .zero)
        entries.initialize(repeating: Entry(time: 0, reading: still), count: Self.capacity)
    }

    deinit { entries.deallocate() }

    private func entry(_ index: Int) -> Entry { entries[(first &+ index) & (Self.capacity - 1)] }

    /// The time of the oldest sample, seconds.
    var startTime: Double? { count > 0 ? entry(0).time : nil }
    /// The time of the newest sample, seconds.
    var endTime: Double? { count > 0 ? entry(count - 1).time : nil }

    func removeAll() { count = 0 }

    /// Appends a sample; its time must be later than the newest's.
    func append(_ reading: InertialReading, at time: Double) {
        if count == Self.capacity {
            first = (first + 1) & (Self.capacity - 1)
            count -= 1
        }
        entries[(first &+ count) & (Self.capacity - 1)] = Entry(time: time, reading: reading)
        count += 1
    }

    /// Forgets what is older than a time, except for one sample before it.
    func removeBefore(_ time: Double) {
        while count > 1, entry(1).time <= time {
            first = (first + 1) & (Self.capacity - 1)
            count -= 1
        }
    }

    /// The index of the last sample at or before a time, by bisection; 0 if all are later.
    private func index(at time: Double) -> Int {
        var low = 0
        var high = count
        while high - low > 1 {
            let middle = (low + high) / 2
            if entry(middle).time <= time { low = middle } else { high = middle }
        }
        return low
    }

    /// The time of the first sample that is not earlier than a time; the newest's where all are.
    func coverTime(of time: Double) -> Double {
        guard count > 0 else { return time }
        let index = index(at: time)
        return entry(entry(index).time < time && index + 1 < count ? index + 1 : index).time
    }

    /// The distance of the two samples around a time, seconds; 0 outside of what is kept.
    func spacing(at time: Double) -> Double {
        let index = index(at: time)
        return index + 1 < count ? entry(index + 1).time - entry(index).time : 0
    }

    /// The reading at a time, on the line between its neighbours; the nearest sample outside of what is kept.
    func reading(at time: Double) -> InertialReading? {
        guard count > 0 else { return nil }
        let index = index(at: time)
        let a = entry(index)
        guard time > a.time, index + 1 < count else { return a.reading }
        let b = entry(index + 1)
        return a.reading.interpolated(to: b.reading, fraction: (time - a.time) / (b.time - a.time))
    }

    /// Calls for each piece between two samples from `start` to `end`, with the readings at its ends, its length and
    /// the samples' distance.
    func forEachStep(
        from start: Double,
        to end: Double,
        _ body: (_ a: InertialReading, _ b: InertialReading, _ seconds: Double, _ gap: Double) -> Void
    ) {
        guard count > 0, var a = reading(at: start) else { return }
        var time = start
        var next = index(at: start)
        while next < count, entry(next).time <= start { next += 1 }
        while time < end {
            let known = next < count
            let stop = known ? min(entry(next).time, end) : end
            let b = reading(at: stop) ?? a
            let gap = known && next > 0 ? entry(next).time - entry(next - 1).time : stop - time
            var piece = time
            // Long pieces are cut, so that the integration stays exact.
            let parts = max(1, min(100, Int(((stop - time) / 0.02).rounded(.up))))
            let whole = stop - time
            for part in 1...parts {
                let from = a.interpolated(to: b, fraction: Double(part - 1) / Double(parts))
                let to = a.interpolated(to: b, fraction: Double(part) / Double(parts))
                if whole > 0 { body(from, to, whole / Double(parts), gap) }
                piece += whole / Double(parts)
            }
            a = b
            time = stop
            next += 1
        }
    }

    /// Calls for each sample between two times.
    func forEachSample(from start: Double, to end: Double, _ body: (InertialReading) -> Void) {
        forEachTimedSample(from: start, to: end) { _, reading in body(reading) }
    }

    /// Calls for each sample between two times, with its time.
    func forEachTimedSample(from start: Double, to end: Double, _ body: (Double, InertialReading) -> Void) {
        guard count > 0 else { return }
        var next = index(at: start)
        while next < count, entry(next).time <= end {
            if entry(next).time >= start { body(entry(next).time, entry(next).reading) }
            next += 1
        }
    }
}

extension InertialBuffer {
    /// The angular velocity at a time, rad/s: the value there of the line fitted to the samples around it.
    ///
    /// A single sample's noise would look like a time offset of zero in every image, and so keep the estimate from
    /// moving. `reach` is how much later samples may be, seconds: as long as the rows of a rolling shutter are exposed
    /// after the time. An image waits for them, so that every host gives the same result. Without it the first sample
    /// after the time is the last.
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
