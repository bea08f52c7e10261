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
            #expect(early.smoothRate(at: time, reach: 0) == justCovering.smoothRate(at: time, reach: 0))
        } else {
            #expect(early.smoothRate(at: time, reach: 0) == Self.buffer(count: 21).smoothRate(at: time, reach: 0))
        }
        #expect(early.smoothRate(at: time, reach: 0.01) == Self.buffer(count: 24).smoothRate(at: time, reach: 0.01))
    }

    @Test("an even growth of the rate is found exactly", arguments: [0, 0.01])
    func line(reach: Double) {
        let rate = Self.buffer(count: 60).smoothRate(at: 0.1032, reach: reach)
        #expect(abs(rate.x - 0.3032) < 1e-9 && abs(rate.z + 0.1032) < 1e-9)
    }

    @Test("around the rows of a rolling shutter a tremor's rate is found, where the samples before alone lag behind")
    func tremor() {
        let buffer = Self.buffer(count: 60)
        func error(reach: Double) -> Double {
            (0..<20).map { index in
                let time = 0.1 + 0.007 * Double(index)
                return abs(buffer.smoothRate(at: time, reach: reach).y - .sine(of: 40 * time))
            }.reduce(0, +) / 20
        }
        #expect(error(reach: 0.01) < 0.05 && error(reach: 0) > 4 * error(reach: 0.01))
    }

    @Test("slow samples are taken from further back, so that one alone does not count")
    func slowSamples() {
        let buffer = InertialBuffer()
        for index in 0..<20 {
            let time = Double(index) / 60
            buffer.append(InertialReading(angularVelocity: Vector3(time, 0, 0), specificForce: .zero), at: time)
        }
        buffer.append(InertialReading(angularVelocity: Vector3(9, 0, 0), specificForce: .zero), at: 20.0 / 60)
        #expect(abs(buffer.smoothRate(at: 18.2 / 60, reach: 0.01).x - 18.2 / 60) < 1e-9)
        #expect(buffer.smoothRate(at: 19.8 / 60, reach: 0.01).x < 6)
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
