import Features
import Geometry

/// Measures how long the camera has been at rest: no point has moved since a reference image.
final class RestDetector {
    struct Tuning: Equatable, Sendable {
        /// The fewest points that both images show.
        ///
        /// Unit: 1. Range: 5…30. Origin: by hand.
        let minimumCount = 10
        /// The largest number of points that are compared.
        ///
        /// Unit: 1. Range: 200…1000. Origin: by hand: time for each image.
        let maximumCount = 512
    }

    static let tuning = Tuning()

    private var identifiers: [Int32] = []
    private var pixels: [SIMD2<Float>] = []
    private var squares: [Float] = []
    private var referenceTime = 0.0
    /// How far points may move at rest, pixels.
    private let tolerance: Float

    init(tolerance: Float) {
        self.tolerance = tolerance
        identifiers.reserveCapacity(Self.tuning.maximumCount)
        pixels.reserveCapacity(Self.tuning.maximumCount)
        squares.reserveCapacity(Self.tuning.maximumCount)
    }

    func reset() { identifiers.removeAll(keepingCapacity: true) }

    /// For how long nothing has moved, seconds; 0 if something moves or too few points are seen.
    func restDuration(_ features: [TrackedFeature], at time: Double) -> Double {
        measure(features)
        guard squares.count >= Self.tuning.minimumCount, squares.count * 2 >= identifiers.count else {
            setReference(features, at: time)
            return 0
        }
        let stillCount = squares.reduce(0) { $0 + ($1 < tolerance * tolerance ? 1 : 0) }
        guard stillCount > squares.count * 7 / 10 else {
            setReference(features, at: time)
            return 0
        }
        return time - referenceTime
    }

    /// The squared shifts of all points that the reference has too.
    private func measure(_ features: [TrackedFeature]) {
        squares.removeAll(keepingCapacity: true)
        var start = 0
        for feature in features {
            // Both lists usually have the tracker's order; the search begins where the last one ended.
            guard let index = find(feature.identifier, from: start) else { continue }
            start = index + 1
            let shift = feature.pixel - pixels[index]
            squares.append(shift.x * shift.x + shift.y * shift.y)
        }
    }

    private func find(_ identifier: Int32, from start: Int) -> Int? {
        for index in start..<max(start, identifiers.count) where identifiers[index] == identifier { return index }
        for index in 0..<min(start, identifiers.count) where identifiers[index] == identifier { return index }
        return nil
    }

    private func setReference(_ features: [TrackedFeature], at time: Double) {
        identifiers.removeAll(keepingCapacity: true)
        pixels.removeAll(keepingCapacity: true)
        for feature in features.prefix(Self.tuning.maximumCount) {
            identifiers.append(feature.identifier)
            pixels.append(feature.pixel)
        }
        referenceTime = time
    }
}
