import Geometry

/// A value between −1 and 1 that changes at random times, as the focus of a lens does.
struct SteppedValue: Sendable {
    private struct Step {
        let time: Double
        let level: Double
    }
    private let steps: [Step]
    private let transition: Double

    /// Changes with a mean interval, each taking `transition` seconds, up to a duration; the first level is 0.
    init(interval: Double, transition: Double, duration: Double, _ generator: inout SeededGenerator) {
        var steps = [Step(time: -.infinity, level: 0)]
        var time = 0.0
        while time < duration {
            time += interval * (0.5 + generator.nextUniform())
            steps.append(Step(time: time, level: 2 * generator.nextUniform() - 1))
        }
        (self.steps, self.transition) = (steps, transition)
    }

    /// The value at a time in seconds.
    func callAsFunction(_ time: Double) -> Double {
        guard let index = steps.lastIndex(where: { $0.time <= time }), index > 0 else { return 0 }
        let part = transition > 0 ? DeviceMotion.ramp((time - steps[index].time) / transition) : 1
        return steps[index - 1].level + (steps[index].level - steps[index - 1].level) * part
    }
}
