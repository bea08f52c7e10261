import Features
import Geometry
import Testing

@testable import Odometry

@Suite("Rest by the images")
struct RestDetectorTests {
    /// Images of 100 points at 30 per second with noise of 0.1 pixels; `motion` moves a pixel by time.
    private static func durations(
        seconds: Double,
        watchesSpeed: Bool = true,
        _ motion: (SIMD2<Float>, Double) -> SIMD2<Float>
    ) -> [Double] {
        let detector = RestDetector(tolerance: 1, speed: 0.004, focalLength: 500)
        var generator = SeededGenerator(seed: 4)
        let points = (0..<100).map { _ in
            SIMD2(Float(generator.nextUniform()) * 640, Float(generator.nextUniform()) * 480)
        }
        return (0..<Int(seconds * 30)).map { image in
            let time = Double(image) / 30
            let features = points.indices.map { index in
                let noise = SIMD2(Float(generator.nextNormal()), Float(generator.nextNormal())) * 0.1
                return TrackedFeature(identifier: Int32(index), pixel: motion(points[index], time) + noise)
            }
            return detector.restDuration(features, at: time, watchesSpeed: watchesSpeed)
        }
    }

    @Test("noise of single points does not end a rest")
    func noise() {
        let durations = Self.durations(seconds: 10) { pixel, _ in pixel }
        #expect(zip(durations, durations.dropFirst()).allSatisfy { $1 > $0 })
    }

    @Test("all points together at 4 pixels per second end it before any has moved by a pixel")
    func shift() {
        func moved(_ pixel: SIMD2<Float>, _ time: Double) -> SIMD2<Float> {
            pixel + SIMD2(4 * Float(max(0, time - 1)), 0)
        }
        let durations = Self.durations(seconds: 1.15, moved)
        #expect(durations[30] > 0.9 && durations.last.map { $0 < 0.1 } == true)
        let alone = Self.durations(seconds: 1.15, watchesSpeed: false, moved)
        #expect(alone.last.map { $0 > 1 } == true)
    }

    @Test("points that grow apart end it, as for a camera that moves forwards")
    func growth() {
        let durations = Self.durations(seconds: 1.3) { pixel, time in
            let centre = SIMD2<Float>(320, 240)
            return pixel + (pixel - centre) * (0.008 * Float(max(0, time - 1)))
        }
        #expect(durations[30] > 0.9 && durations.last.map { $0 < 0.25 } == true)
    }
}
