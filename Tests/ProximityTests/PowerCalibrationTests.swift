import Testing

@testable import Proximity

@Suite struct PowerCalibrationTests {
    private func calibrate(count: Int, deviation: Double) -> PowerCalibration.Progress {
        var (calibration, generator) = (PowerCalibration(), SeededGenerator(seed: 6))
        for index in 0..<count {
            let rssi = Int((-64 + deviation * generator.gaussian()).rounded())
            calibration.receive(rssi: rssi, at: Int64(index) * 20_000_000_000 / Int64(count))
        }
        return calibration.progress(at: 20_000_000_000)
    }

    @Test func `Twenty seconds of packets give the power at one metre`() {
        guard case .done(let power, let error) = calibrate(count: 200, deviation: 3) else {
            Issue.record("not done")
            return
        }
        #expect(abs(power + 64) < 1)
        #expect(error < 0.5)
    }

    @Test func `It tells how far it is`() {
        var calibration = PowerCalibration()
        #expect(calibration.progress(at: 5) == .waiting)
        calibration.receive(rssi: -60, at: 0)
        #expect(calibration.progress(at: 5_000_000_000) == .listening(share: 0.25))
    }

    @Test func `Few packets or a wild signal are refused with advice`() {
        #expect(calibrate(count: 5, deviation: 1) == .failed(.tooFewPackets(received: 5, needed: 20)))
        guard case .failed(.unsteady) = calibrate(count: 200, deviation: 15) else {
            Issue.record("accepted")
            return
        }
    }
}
