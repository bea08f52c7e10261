import Geometry
import Testing

@testable import Odometry

@Suite("Samples kept")
struct InertialBufferTests {
    /// Samples 5 ms apart whose angular velocity grows evenly but for a wave.
    private static func buffer(count: Int) -> InertialBuffer {
        let buffer = InertialBuffer()
        for index in 0..<count {
            let time = Double(index) * 0.005
            let rate = Vector3(0.2 + time, .sine(of: 40 * time), -time)
            buffer.append(InertialReading(angularVelocity: rate, specificForce: .zero), at: time)
        }
        return buffer
    }

    @Test("the smoothed rate is the same whether later samples have come or not", arguments: [0.1, 0.1001, 0.1049])
    func handingOver(time: Double) {
        let justCovering = Self.buffer(count: 22)
        let early = Self.buffer(count: 60)
        #expect(justCovering.endTime == 21 * 0.005)
        if time > 0.1 {
            #expect(early.smoothRate(at: time) == justCovering.smoothRate(at: time))
        } else {
            #expect(early.smoothRate(at: time) == Self.buffer(count: 21).smoothRate(at: time))
        }
    }

    @Test("an even growth of the rate is found exactly")
    func line() {
        let rate = Self.buffer(count: 60).smoothRate(at: 0.1032)
        #expect(abs(rate.x - 0.3032) < 1e-9 && abs(rate.z + 0.1032) < 1e-9)
    }

    @Test("what covers a time is the first sample that is not earlier, else the newest")
    func cover() {
        let buffer = Self.buffer(count: 10)
        #expect(buffer.coverTime(of: -1) == 0)
        #expect(buffer.coverTime(of: 0.0101) == 3 * 0.005)
        #expect(buffer.coverTime(of: 2 * 0.005) == 2 * 0.005)
        #expect(buffer.coverTime(of: 9) == 9 * 0.005)
        #expect(InertialBuffer().coverTime(of: 3) == 3)
    }
}
