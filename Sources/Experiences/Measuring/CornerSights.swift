import Geometry
import Imaging
import Odometry
import Shapes
import WorldTracking

/// A corner that is followed from image to image, and where its rays meet.
///
/// The surface under a corner is a guess: a box's corner is seen against what lies behind it. Rays from several
/// positions give the corner's position without a surface.
struct CornerSights: Sendable {
    private struct Sight: Sendable {
        var ray: Ray
        /// Pixels a radian.
        var focalLength: Double
    }

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// How many independent rays tell as much as all rays to a corner: errors of neighbouring poses are correlated.
        ///
        /// Unit: rays. Range: 2…10. Origin: `make bench-taps ROOMS="1 2"`.
        var independentSights = 5.0
    }

    private static let tuning = Tuning()

    private var sights: [Sight]
    /// Where the last image showed it, and that image's camera.
    private var last: (pixel: Vector2, camera: Camera)
    private var guess: Vector3
    private var firstNanoseconds: Int64

    /// How far from its predicted position it may be found, pixels.
    private static let gate = 1.5
    /// How well a sight's direction is known, the camera's pose included, pixels; from `make bench-taps`: with 1, held
    /// corners lay 10 mm off where 30 were stated.
    private static let sightSigma = 0.6
    /// How far the camera must have moved for another sight, as a part of the distance.
    private static let step = 0.03
    /// The largest distance of the rays from their common point, root mean square, pixels.
    private static let greatestMiss = 1.5
    private static let capacity = 32
    /// How far off a guessed distance may be, as a factor.
    private static let otherDistances = 0.2...5.0
    /// How long it is followed, nanoseconds.
    private static let followed: Int64 = 10_000_000_000

    /// A corner seen in an image; `guess` is about where it is.
    init(pixel: Vector2, camera: Camera, guess: Vector3, timestampNanoseconds: Int64) {
        sights = [Sight(ray: camera.ray(through: pixel), focalLength: camera.lens.focalLengthPixels.x)]
        last = (pixel, camera)
        self.guess = guess
        firstNanoseconds = timestampNanoseconds
    }

    /// Looks for the corner in a later image; true if its position is known better afterwards.
    mutating func look(at frame: Frame) -> Bool {
        guard frame.trackingState == .normal, let camera = frame.camera, let image = frame.image,
            frame.timestampNanoseconds - firstNanoseconds < Self.followed,
            let expected = expectedPixel(from: camera),
            case .corner(let pixel) = AimedFeatureFinder.feature(near: expected, in: image)
        else { return false }
        return add(pixel, from: camera) == .better
    }

    /// What a sight adds.
    enum Gain {
        /// It is not of this corner.
        case foreign
        /// The corner was seen, but its position is not known better.
        case seen
        /// Its position is known better.
        case better
    }

    /// Adds where a later image shows the corner.
    mutating func add(_ pixel: Vector2, from camera: Camera) -> Gain {
        if !isExpected(pixel, from: camera) {
            guard let other = otherGuess(for: pixel, from: camera) else { return .foreign }
            guess = other
        }
        last = (pixel, camera)
        let distance = (guess - camera.positionInWorld).length
        let moved = (camera.positionInWorld - sights[sights.count - 1].ray.origin).length
        guard moved > Self.step * distance, sights.count < Self.capacity else { return .seen }
        sights.append(Sight(ray: camera.ray(through: pixel), focalLength: camera.lens.focalLengthPixels.x))
        guard let meeting else { return .seen }
        guess = meeting.point
        return .better
    }

    private func isExpected(_ pixel: Vector2, from camera: Camera) -> Bool {
        expectedPixel(from: camera).map { (pixel - $0).length < Self.gate } ?? false
    }

    /// Where the first ray and a later one meet, while the distance is only guessed; nil if the corner would not have
    /// been where the last image showed it.
    ///
    /// The guess is a surface near the corner's ray, which may lie far behind the corner or before it.
    private func otherGuess(for pixel: Vector2, from camera: Camera) -> Vector3? {
        guard meeting == nil else { return nil }
        let (first, later) = (sights[0].ray, camera.ray(through: pixel))
        let apart = later.origin - first.origin
        let cosine = dot(first.direction, later.direction)
        let sine = 1 - cosine * cosine
        guard sine > 1e-8 else { return nil }
        let distance = (dot(apart, first.direction) - cosine * dot(apart, later.direction)) / sine
        let guessed = (guess - first.origin).length
        guard distance > Self.otherDistances.lowerBound * guessed, distance < Self.otherDistances.upperBound * guessed
        else { return nil }
        let point = first.point(at: distance)
        func isSeen(at pixel: Vector2, by camera: Camera) -> Bool {
            camera.pixel(of: point).map { ($0 - pixel).length < Self.gate } ?? false
        }
        return isSeen(at: pixel, by: camera) && isSeen(at: last.pixel, by: last.camera) ? point : nil
    }

    /// Whether the last image showed it at a pixel.
    func isAt(_ pixel: Vector2) -> Bool { (last.pixel - pixel).length < 0.01 }

    /// Where a camera should see the corner: where the last one saw it, moved as its guessed position moves.
    func expectedPixel(from camera: Camera) -> Vector2? {
        guard let before = last.camera.pixel(of: guess), let now = camera.pixel(of: guess) else { return nil }
        return last.pixel + now - before
    }

    /// Where the rays come nearest to one another, and its covariance; nil while they are too nearly parallel.
    var meeting: (point: Vector3, covariance: Matrix3)? {
        guard sights.count > 3 else { return nil }
        var point = guess
        var covariance = Matrix3.identity
        for _ in 0..<3 {
            var information = Matrix3.zero
            var sum = Vector3.zero
            for sight in sights {
                let direction = sight.ray.direction
                let distance = max(0.05, (point - sight.ray.origin).length)
                let weight = sight.focalLength / (Self.sightSigma * distance)
                let across = Matrix3.identity - Matrix3(outerProductOf: direction, direction)
                information = information + across * (weight * weight)
                sum += across * sight.ray.origin * (weight * weight)
            }
            guard let inverse = information.inverse else { return nil }
            (point, covariance) = (inverse * sum, inverse)
        }
        covariance = covariance * max(1, Double(sights.count) / Self.tuning.independentSights)
        let distance = (point - sights[0].ray.origin).length
        let worst = (covariance[0, 0] + covariance[1, 1] + covariance[2, 2]).squareRoot()
        guard point.isFinite, worst < 0.05 * distance, isSeen(at: point) else { return nil }
        return (point, covariance)
    }

    /// Whether the rays pass a point as closely as rays to one point do: where one edge only seems to end in another
    /// behind it, the crossing moves along both.
    private func isSeen(at point: Vector3) -> Bool {
        let squares = sights.reduce(0) { sum, sight in
            let offset = point - sight.ray.origin
            let miss = cross(offset, sight.ray.direction).length / max(0.05, offset.length) * sight.focalLength
            return sum + miss * miss
        }
        return squares < Self.greatestMiss * Self.greatestMiss * Double(sights.count)
    }

    /// A surface's hit improved by the rays: both fused if they agree, the rays alone if the surface is not the
    /// corner's.
    func refined(_ hit: HitTestResult) -> HitTestResult {
        guard let meeting else { return hit }
        var refined = hit
        refined.pointInWorld = meeting.point
        refined.covariance = meeting.covariance
        refined.distance = (meeting.point - sights[0].ray.origin).length
        let apart = hit.pointInWorld - meeting.point
        guard let both = (hit.covariance + meeting.covariance).inverse, dot(apart, both * apart) < 11.3 else {
            (refined.type, refined.anchorIdentifier) = (.featurePoint, nil)
            return refined
        }
        let gain = meeting.covariance * both
        refined.pointInWorld += gain * apart
        refined.covariance = meeting.covariance - gain * meeting.covariance
        return refined
    }
}
