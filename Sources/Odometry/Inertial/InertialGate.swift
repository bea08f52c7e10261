import Geometry

/// Compares inertial samples with their neighbours: drops single spikes, and measures how long the readings have
/// repeated exactly.
///
/// A sample that jumps is held back until the next one; if that one lies near the one before the jump, the held sample
/// was a spike. A shock lasts for several samples and passes. All other samples pass at once.
struct InertialGate {
    struct Tuning: Equatable, Sendable {
        /// The least jump of the angular velocity that is held back.
        ///
        /// Neighbouring samples of a shaking multicopter (MH_05 and V1_01, 200 Hz) differ by 0.31 rad/s at most.
        ///
        /// Unit: rad/s. Range: 1…5. Origin: EuRoC's samples.
        let minimumRateJump = 2.0
        /// The least jump of the specific force that is held back.
        ///
        /// Neighbouring samples of a shaking multicopter (MH_05 and V1_01, 200 Hz) differ by 8.8 m/s² at most.
        ///
        /// Unit: m/s². Range: 15…50. Origin: EuRoC's samples.
        let minimumForceJump = 25.0
        /// How many times further off than the distance of its neighbours a spike lies.
        ///
        /// Unit: 1. Range: 2…10. Origin: by hand.
        let minimumContrast = 4.0
        /// The longest time between neighbours.
        ///
        /// Unit: ns. Range: 2e7…1e8. Origin: by hand.
        let maximumGap: Int64 = 50_000_000
        /// The fewest exact repeats that count as frozen.
        ///
        /// Unit: 1. Range: 5…50. Origin: by hand.
        let minimumRepeatCount = 12
    }

    static let tuning = Tuning()

    private var last: InertialSample?
    private var held: InertialSample?
    private var repeatStart: Int64 = 0
    private var repeatCount = 0
    /// When the last spike was dropped, nanoseconds; nil before the first.
    private(set) var lastSpike: Int64?
    /// How many spikes were dropped.
    private(set) var spikeCount = 0

    /// Adds a sample, and calls for each that may be used, in order of time.
    mutating func add(_ sample: InertialSample, _ body: (InertialSample) -> Void) {
        if let suspect = held {
            held = nil
            if isSpike(suspect, before: sample) {
                lastSpike = suspect.timestampNanoseconds
                spikeCount += 1
            } else {
                release(suspect, body)
            }
        }
        if let last, sample.timestampNanoseconds - last.timestampNanoseconds < Self.tuning.maximumGap,
            hasJump(last, sample)
        {
            held = sample
        } else {
            release(sample, body)
        }
    }

    /// For how long the readings have repeated exactly, seconds; 0 after too few repeats.
    var frozenSeconds: Double {
        guard repeatCount >= Self.tuning.minimumRepeatCount, let last else { return 0 }
        return Double(last.timestampNanoseconds - repeatStart) * 1e-9
    }

    private mutating func release(_ sample: InertialSample, _ body: (InertialSample) -> Void) {
        if let last, last.angularVelocity == sample.angularVelocity, last.specificForce == sample.specificForce {
            repeatCount += 1
        } else {
            repeatCount = 0
            repeatStart = sample.timestampNanoseconds
        }
        last = sample
        body(sample)
    }

    private func hasJump(_ a: InertialSample, _ b: InertialSample) -> Bool {
        (a.angularVelocity - b.angularVelocity).length > Self.tuning.minimumRateJump
            || (a.specificForce - b.specificForce).length > Self.tuning.minimumForceJump
    }

    /// Whether a suspect lies far from the middle of its neighbours, compared with their own distance.
    private func isSpike(_ suspect: InertialSample, before next: InertialSample) -> Bool {
        guard let last else { return false }
        func departs(_ before: Vector3, _ value: Vector3, _ after: Vector3, _ minimum: Double) -> Bool {
            let departure = (value - (before + after) * 0.5).length
            return departure > minimum / 2 && departure > Self.tuning.minimumContrast * (after - before).length
        }
        let tuning = Self.tuning
        return departs(last.angularVelocity, suspect.angularVelocity, next.angularVelocity, tuning.minimumRateJump)
            || departs(last.specificForce, suspect.specificForce, next.specificForce, tuning.minimumForceJump)
    }
}
