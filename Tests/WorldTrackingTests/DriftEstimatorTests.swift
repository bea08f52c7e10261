import Testing

@testable import WorldTracking

@Suite("How far poses have drifted")
struct DriftEstimatorTests {
    @Test("what comes and goes is no drift, what stays for seconds is")
    func estimate() {
        var estimator = DriftEstimator()
        var drift = 0.0
        for frame in 0..<600 {
            let seconds = Double(frame) / 30
            let variance = (seconds < 10 ? 1.0 : 4) + (frame / 15).isMultipleOfTwo
            drift = estimator.add(variance, timestampNanoseconds: Int64(seconds * 1e9))
            if seconds > 1, seconds < 14 { #expect(drift == 1) }
        }
        #expect(drift == 4)
    }
}

extension Int {
    fileprivate var isMultipleOfTwo: Double { isMultiple(of: 2) ? 1 : 0 }
}
