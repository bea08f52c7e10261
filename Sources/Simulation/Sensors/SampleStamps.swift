import Geometry

/// The times of the samples as a program gets them, in order; call for every sample.
struct SampleStamps {
    /// The distance of samples that come at once or while the clock stands: recordings need times that increase.
    private static let leastStep = 1e-6

    private let delivery: InertialDelivery
    private let rate: Double
    private var generator: SeededGenerator
    private var delay = 0.0
    private var last = -Double.infinity

    init(preset: DevicePreset, seed: UInt64) {
        (delivery, rate) = (preset.delivery, preset.inertialRate)
        generator = SeededGenerator(seed: seed ^ 0x57A3_95ED)
    }

    /// The timestamp of the sample taken at a time, seconds; nil if the sample is lost.
    mutating func stamp(ofSample index: Int, at time: Double) -> Double? {
        let (scatter, draw) = (generator.nextNormal(), generator.nextUniform())
        let place = index % delivery.burst
        if place == 0 { delay = delivery.stampJitter * scatter }
        guard draw >= delivery.droppedShare else { return nil }
        var stamp = time + Double(delivery.burst - 1 - place) / rate + delay
        if delivery.freezeInterval > 0 {
            let phase = stamp.truncatingRemainder(dividingBy: delivery.freezeInterval)
            if phase < delivery.freezeTime { stamp -= phase }
        }
        last = max(stamp, last + Self.leastStep)
        return last
    }
}
