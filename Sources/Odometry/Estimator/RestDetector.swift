import Features
import Geometry

/// Measures how long the camera has been at rest: no point has moved since a reference image, nor all together of late.
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
        /// Over how long the speed of all points together is measured, at least.
        ///
        /// Unit: s. Range: 0.05…0.2. Origin: by hand: three images; noise of 0.1 pixels is a tenth of the speed then.
        let speedSeconds = 0.1
    }

    static let tuning = Tuning()

    /// The image since which nothing has moved.
    private var reference = Snapshot(capacity: tuning.maximumCount)
    /// An image at least `speedSeconds` old, and the one that takes its place.
    private var earlier = Snapshot(capacity: tuning.maximumCount)
    private var later = Snapshot(capacity: tuning.maximumCount)
    private var shifts: [Shift] = []
    /// How far points may move at rest, pixels.
    private let tolerance: Float
    /// The speed at which all points together may move at rest, and at which they may grow apart, 1/s: a body's speed
    /// over the points' distance.
    private let speed: Float
    private let focalLength: Float

    /// A detector for a camera's focal length, pixels; at rest a point moves by no more than `tolerance`, pixels, and
    /// all together by no more than `speed` times the focal length in a second.
    init(tolerance: Float, speed: Float, focalLength: Float) {
        self.tolerance = tolerance
        self.speed = speed
        self.focalLength = focalLength
        shifts.reserveCapacity(Self.tuning.maximumCount)
    }

    func reset() {
        reference.removeAll()
        earlier.removeAll()
        later.removeAll()
    }

    /// For how long nothing has moved, seconds; 0 if something moves or too few points are seen.
    ///
    /// `watchesSpeed` says whether all points together count too. A body that sets out has a visible speed long before
    /// a single point has moved by the tolerance.
    func restDuration(_ features: [TrackedFeature], at time: Double, watchesSpeed: Bool) -> Double {
        let hasSpeed = hasSpeed(features, at: time)
        advance(features, at: time)
        reference.measure(features, into: &shifts)
        let stillCount = shifts.reduce(0) { $0 + ($1.square < tolerance * tolerance ? 1 : 0) }
        guard shifts.count >= Self.tuning.minimumCount, shifts.count * 2 >= reference.count,
            stillCount > shifts.count * 7 / 10, !(watchesSpeed && hasSpeed)
        else {
            reference.set(features.prefix(Self.tuning.maximumCount), at: time)
            return 0
        }
        return time - reference.time
    }

    /// Whether all points together move or grow apart since the earlier image, beyond what their own scatter explains.
    private func hasSpeed(_ features: [TrackedFeature], at time: Double) -> Bool {
        earlier.measure(features, into: &shifts)
        shifts.removeAll { $0.square >= tolerance * tolerance }
        guard shifts.count >= Self.tuning.minimumCount, let motion = CommonMotion(shifts) else { return false }
        return motion.rate(focalLength: focalLength) > speed * Float(time - earlier.time)
            && motion.squaredDistance > Float(ChiSquare.bound(degrees: 3))
    }

    /// Takes an image over as one to compare with.
    private func advance(_ features: [TrackedFeature], at time: Double) {
        if later.count > 0, time - later.time < Self.tuning.speedSeconds { return }
        swap(&earlier, &later)
        later.set(features.prefix(Self.tuning.maximumCount), at: time)
    }
}

/// A point's place relative to the image's centre of points, and how far it has moved, pixels.
private struct Shift {
    let pixel: SIMD2<Float>
    let shift: SIMD2<Float>

    var square: Float { (shift * shift).sum() }
}

/// The shift and the growth that points have in common: least squares.
private struct CommonMotion {
    private let shift: SIMD2<Float>
    private let growth: Float
    /// The squared sizes of shift and growth by the points' scatter around them: three degrees of freedom.
    let squaredDistance: Float

    /// The motion of some points; nil if they do not determine it.
    init?(_ shifts: [Shift]) {
        let count = Float(shifts.count)
        let centre = shifts.reduce(SIMD2<Float>.zero) { $0 + $1.pixel } / count
        let mean = shifts.reduce(SIMD2<Float>.zero) { $0 + $1.shift } / count
        var (extent, moment): (Float, Float) = (0, 0)
        for point in shifts {
            let arm = point.pixel - centre
            extent += (arm * arm).sum()
            moment += (arm * (point.shift - mean)).sum()
        }
        guard extent > 0, shifts.count > 2 else { return nil }
        let growth = moment / extent
        let squares = shifts.reduce(Float(0)) { sum, point in
            let rest = point.shift - mean - (point.pixel - centre) * growth
            return sum + (rest * rest).sum()
        }
        let variance = squares / (2 * count - 3)
        shift = mean
        self.growth = growth
        squaredDistance = (count * (mean * mean).sum() + extent * growth * growth) / max(variance, 1e-12)
    }

    /// How far the camera moved, in distances of the points.
    func rate(focalLength: Float) -> Float {
        ((shift * shift).sum() / (focalLength * focalLength) + growth * growth).squareRoot()
    }
}

/// The points of one image.
private struct Snapshot {
    private var identifiers: [Int32] = []
    private var pixels: [SIMD2<Float>] = []
    /// When the image was taken, seconds.
    private(set) var time = 0.0
    var count: Int { identifiers.count }

    init(capacity: Int) {
        identifiers.reserveCapacity(capacity)
        pixels.reserveCapacity(capacity)
    }

    mutating func removeAll() {
        identifiers.removeAll(keepingCapacity: true)
        pixels.removeAll(keepingCapacity: true)
    }

    mutating func set(_ features: ArraySlice<TrackedFeature>, at time: Double) {
        removeAll()
        for feature in features {
            identifiers.append(feature.identifier)
            pixels.append(feature.pixel)
        }
        self.time = time
    }

    /// The shifts of all points that this image has too.
    func measure(_ features: [TrackedFeature], into shifts: inout [Shift]) {
        shifts.removeAll(keepingCapacity: true)
        var start = 0
        for feature in features {
            // Both lists usually have the tracker's order; the search begins where the last one ended.
            guard let index = find(feature.identifier, from: start) else { continue }
            start = index + 1
            shifts.append(Shift(pixel: pixels[index], shift: feature.pixel - pixels[index]))
        }
    }

    private func find(_ identifier: Int32, from start: Int) -> Int? {
        for index in start..<max(start, identifiers.count) where identifiers[index] == identifier { return index }
        for index in 0..<min(start, identifiers.count) where identifiers[index] == identifier { return index }
        return nil
    }
}
