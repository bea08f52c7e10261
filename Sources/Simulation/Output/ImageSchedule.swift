import Geometry

/// The times and timestamps of a simulation's images.
struct ImageSchedule: Sendable {
    /// One image.
    struct Entry: Sendable {
        /// When the middle row is half exposed, seconds on the inertial clock.
        let time: Double
        /// Its timestamp, nanoseconds.
        let timestampNanoseconds: Int64
    }
    /// The timestamp of the simulation's start.
    static let originNanoseconds: Int64 = 1_000_000_000_000

    let entries: [Entry]

    init(_ plan: SimulationPlan) {
        var generator = SeededGenerator(seed: plan.seed ^ 0x91C7)
        let (preset, drift) = (plan.preset, plan.preset.imageDelivery.stampDrift)
        let count = Int(plan.duration * preset.imageRate)
        var entries: [Entry] = []
        for index in 0..<count {
            let time = 0.03 + Double(index) / preset.imageRate
            let scattered = time - preset.timeOffset + preset.stampJitter * generator.nextNormal()
            if generator.nextUniform() < preset.droppedShare { continue }
            let stamp = scattered + (preset.inertialLag + drift * time)
            entries.append(Entry(time: time, timestampNanoseconds: Self.nanoseconds(stamp)))
        }
        self.entries = preset.imageDelivery.delivered(entries, rate: preset.imageRate)
    }

    static func nanoseconds(_ seconds: Double) -> Int64 { originNanoseconds + Int64((seconds * 1e9).rounded()) }
}
