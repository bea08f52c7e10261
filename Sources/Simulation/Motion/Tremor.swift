import Foundation
import Geometry

/// The tremor of a hand: a few sine waves per axis.
struct Tremor: Sendable {
    private struct Wave {
        let frequency: Double
        let phase: Double
        let amplitude: Double
    }
    private let waves: [[Wave]]

    /// Waves between two frequencies, Hz, that sum to about `amplitude` per axis.
    init(amplitude: Double, frequencies: ClosedRange<Double>, count: Int = 4, _ generator: inout SeededGenerator) {
        waves = (0..<3).map { _ in
            (0..<count).map { index in
                let part = (Double(index) + generator.nextUniform()) / Double(count)
                let frequency = frequencies.lowerBound * pow(frequencies.upperBound / frequencies.lowerBound, part)
                let share = amplitude * frequencies.lowerBound / frequency * (0.7 + 0.6 * generator.nextUniform())
                return Wave(frequency: frequency, phase: 2 * .pi * generator.nextUniform(), amplitude: share)
            }
        }
    }

    /// The deflection at a time.
    func callAsFunction(_ time: Double) -> Vector3 {
        var sum = Vector3.zero
        for axis in 0..<3 {
            for wave in waves[axis] { sum[axis] += wave.amplitude * sin(2 * .pi * wave.frequency * time + wave.phase) }
        }
        return sum
    }
}
