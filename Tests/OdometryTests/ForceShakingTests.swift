import Geometry
import Testing

@testable import Odometry

@Suite("What shakes the accelerometer faster than its samples follow")
struct ForceShakingTests {
    private static func buffer(_ force: (Double) -> Vector3, gap: ClosedRange<Double>? = nil) -> InertialBuffer {
        let buffer = InertialBuffer()
        for index in 0..<200 {
            let time = Double(index) * 0.005
            if let gap, gap.contains(time) { continue }
            buffer.append(InertialReading(angularVelocity: .zero, specificForce: force(time)), at: time)
        }
        return buffer
    }

    @Test("white noise has its own density")
    func noise() {
        var generator = SeededGenerator(seed: 3)
        let buffer = Self.buffer { _ in
            Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal()) * 0.1
        }
        let shaking = ForceShaking(buffer, before: 1)
        #expect(abs(shaking.interval - 0.005) < 1e-9)
        #expect(abs(shaking.density - 0.1 * 0.005.squareRoot()) < 0.001)
    }

    @Test("a hand's motion is none, nor is a gap in it")
    func motion() {
        let swing: (Double) -> Vector3 = { Vector3(6 * .sine(of: 15 * $0), 2, 9.81 + 3 * $0) }
        let whole = ForceShaking(Self.buffer(swing), before: 1)
        let broken = ForceShaking(Self.buffer(swing, gap: 0.6...0.8), before: 1)
        for shaking in [whole, broken] { #expect(shaking.density < 3e-4, "\(shaking.density)") }
        #expect(ForceShaking(Self.buffer(swing), before: 0.01) == ForceShaking(InertialBuffer(), before: 1))
    }

    @Test("samples after the moment change nothing")
    func later() {
        let early = InertialBuffer()
        let late = InertialBuffer()
        for index in 0..<100 {
            let force = Vector3(index.isMultiple(of: 2) ? 1 : 0, 0, 9.81)
            let reading = InertialReading(angularVelocity: .zero, specificForce: force)
            if index <= 60 { early.append(reading, at: Double(index) * 0.005) }
            late.append(reading, at: Double(index) * 0.005)
        }
        #expect(ForceShaking(early, before: 0.3) == ForceShaking(late, before: 0.3))
        #expect(ForceShaking(late, before: 0.3).density > 0.03)
    }

    @Test("fewer samples let more of the shaking count, and the sensor's own noise is the least")
    func share() {
        var generator = SeededGenerator(seed: 4)
        let shaken = ForceShaking(Self.buffer { _ in Vector3(generator.nextNormal(), 0, 9.81) }, before: 1)
        let tenth = shaken.density(own: 0.001, share: 20)
        #expect(tenth > 0.09 * shaken.density && tenth < 0.13 * shaken.density)
        #expect(shaken.density(own: 0.001, share: 40) > 1.8 * tenth)
        #expect(ForceShaking(InertialBuffer(), before: 1).density(own: 0.003, share: 20) == 0.003)
    }
}
