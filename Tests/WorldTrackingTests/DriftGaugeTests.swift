import Testing

@testable import WorldTracking

@Suite("How far poses have drifted")
struct DriftGaugeTests {
    @Test("what comes and goes is no drift, what stays for seconds is")
    func gauge() {
        var gauge = DriftGauge()
        var drift = 0.0
        for frame in 0..<600 {
            let seconds = Double(frame) / 30
            let variance = (seconds < 10 ? 1.0 : 4) + (frame / 15).isMultipleOfTwo
            drift = gauge.take(variance, timestampNanoseconds: Int64(seconds * 1e9))
            if seconds > 1, seconds < 14 { #expect(drift == 1) }
        }
        #expect(drift == 4)
    }
}

extension Int {
    fileprivate var isMultipleOfTwo: Double { isMultiple(of: 2) ? 1 : 0 }
}
