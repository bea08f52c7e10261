import Geometry
import Imaging
import Odometry
import Shapes
import WorldTracking

/// A corner that is followed from image to image, forwards and back, and where its rays meet.
///
/// The surface under a corner is a guess: a box's corner is seen against what lies behind it. Rays from several
/// positions give the corner's position without a surface. The images of the last seconds were taken from elsewhere, so
/// that most corners are known when they are first aimed at.
struct CornerSights: Sendable {
    /// How far the pose of an image may be off against those of other images.
    struct PoseError: Sendable {
        /// How far poses had drifted, the variance an axis, m².
        var drift = 0.0
        /// The variance of the world's scale, as a fraction: distances between earlier cameras were less well known.
        var scale = 0.0

        /// Poses without an error.
        init() {}
        /// The error of a frame's pose.
        init(_ frame: Frame) { self.init(frame.driftVariance, scaleSigma: frame.scaleSigma) }
        /// The error of an earlier image's pose.
        init(_ view: RecentView) { self.init(view.driftVariance, scaleSigma: view.scaleSigma) }

        private init(_ drift: Double, scaleSigma: Double) {
            (self.drift, scale) = (drift, ScaleHistory.variance(ofSigma: scaleSigma))
        }
    }
    private struct Sight: Sendable {
        var ray: Ray
        /// Pixels a radian.
        var focalLength: Double
        var error: PoseError
    }
    /// Where an image showed the corner, and that image's camera.
    private struct Place: Sendable {
        var pixel: Vector2
        var camera: Camera
    }

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// How many independent rays tell as much as all rays to a corner: errors of neighbouring poses are correlated.
        ///
        /// Unit: rays. Range: 2…10. Origin: `make bench-taps ROOMS="1 2"`.
        var independentSights = 5.0
        /// In how many earlier images in a row the corner may be missing before older ones are not looked at.
        ///
        /// Unit: images. Range: 1…6. Origin: by hand: a hand or a blurred image hides it for a moment.
        var missingLimit = 3
        /// How far apart the guesses are that are tried in an earlier image while the distance is uncertain.
        ///
        /// Unit: pixels. Range: 2…5. Origin: the reach of the finder of corners is 4.5.
        var guessStep = 3.5
        /// How many guesses are tried to each side.
        ///
        /// Unit: guesses. Range: 0…6. Origin: by hand.
        var guessCount = 3
    }

    private static let tuning = Tuning()

    private var sights: [Sight]
    /// Where the newest image showed it.
    private var newest: Place
    /// Where the oldest image that was looked back at showed it.
    private var oldest: Place
    /// Images before this time were not looked back at, nanoseconds.
    private var lookedBackTo: Int64
    /// In how many earlier images in a row it was not found.
    private var missingCount = 0
    private var guess: Vector3
    /// How well the distance of the first guess is known, metres.
    private let guessSigma: Double
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

    /// A corner seen in an image; `guess` is about where it is, and `guessSigma` how well its distance is known,
    /// metres.
    init(
        pixel: Vector2,
        camera: Camera,
        guess: Vector3,
        guessSigma: Double = 0,
        timestampNanoseconds: Int64,
        error: PoseError = PoseError()
    ) {
        let place = Place(pixel: pixel, camera: camera)
        (newest, oldest) = (place, place)
        (self.guess, self.guessSigma) = (guess, guessSigma)
        (firstNanoseconds, lookedBackTo) = (timestampNanoseconds, timestampNanoseconds)
        sights = [Self.sight(place, error)]
    }

    /// A corner at which a ray of a frame hit something.
    init(pixel: Vector2, camera: Camera, hit: HitTestResult, timestampNanoseconds: Int64, error: PoseError) {
        let direction = camera.ray(through: pixel).direction
        self.init(
            pixel: pixel,
            camera: camera,
            guess: hit.pointInWorld,
            guessSigma: max(0, dot(direction, hit.covariance * direction)).squareRoot(),
            timestampNanoseconds: timestampNanoseconds,
            error: error
        )
    }

    private static func sight(_ place: Place, _ error: PoseError) -> Sight {
        Sight(
            ray: place.camera.ray(through: place.pixel),
            focalLength: place.camera.lens.focalLengthPixels.x,
            error: error
        )
    }

    /// Looks for the corner in a later image; true if its position is known better afterwards.
    mutating func look(at frame: Frame) -> Bool {
        guard frame.trackingState == .normal, let camera = frame.camera, let image = frame.image,
            frame.timestampNanoseconds - firstNanoseconds < Self.followed,
            let expected = expectedPixel(from: camera, after: newest),
            case .corner(let pixel) = AimedFeatureFinder.feature(near: expected, in: image)
        else { return false }
        return add(pixel, from: camera, error: PoseError(frame)) == .better
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
    mutating func add(_ pixel: Vector2, from camera: Camera, error: PoseError = PoseError()) -> Gain {
        let place = Place(pixel: pixel, camera: camera)
        guard let met = position(seenAt: place, after: newest) else { return .foreign }
        guess = met
        newest = place
        return append(place, error)
    }

    private mutating func append(_ place: Place, _ error: PoseError) -> Gain {
        let position = place.camera.positionInWorld
        let distance = (guess - position).length
        let moved = sights.reduce(Double.infinity) { min($0, (position - $1.ray.origin).length) }
        guard moved > Self.step * distance, sights.count < Self.capacity else { return .seen }
        sights.append(Self.sight(place, error))
        guard let meeting else { return .seen }
        guess = meeting.point
        return .better
    }

    // MARK: Earlier images

    /// Looks for the corner in images from before it was first seen, the newest first, in `limit` of them at most.
    mutating func lookBack(through views: [RecentView], atMost limit: Int = .max) {
        let earlier = views.reversed().filter { $0.timestampNanoseconds < lookedBackTo }
        for view in earlier.prefix(limit) {
            guard missingCount < Self.tuning.missingLimit, sights.count < Self.capacity else { return }
            lookedBackTo = view.timestampNanoseconds
            guard let (place, met) = find(in: view) else {
                missingCount += 1
                continue
            }
            missingCount = 0
            (oldest, guess) = (place, met)
            _ = append(place, PoseError(view))
        }
    }

    private func find(in view: RecentView) -> (Place, Vector3)? {
        for guess in guesses(seenFrom: view.camera) {
            guard let expected = expectedPixel(of: guess, from: view.camera, after: oldest),
                case .corner(let pixel) = AimedFeatureFinder.feature(near: expected, in: view.image)
            else { continue }
            let place = Place(pixel: pixel, camera: view.camera)
            if let met = position(seenAt: place, after: oldest) { return (place, met) }
        }
        return nil
    }

    /// The guess, and while the distance is uncertain others along the first ray, the likeliest first.
    private func guesses(seenFrom camera: Camera) -> [Vector3] {
        guard meeting == nil, let here = camera.pixel(of: guess) else { return [guess] }
        let ray = sights[0].ray
        let distance = (guess - ray.origin).length
        guard let beside = camera.pixel(of: guess + ray.direction * (0.01 * distance)) else { return [guess] }
        let pixels = (beside - here).length
        guard pixels > 1e-3 else { return [guess] }
        let step = 0.01 * distance * Self.tuning.guessStep / pixels
        let count = min(Self.tuning.guessCount, Int((2 * guessSigma / step).rounded(.up)))
        guard count > 0 else { return [guess] }
        let offsets = (1...count).flatMap { [-Double($0) * step, Double($0) * step] }
        return [guess] + offsets.map { guess + ray.direction * $0 }
    }

    // MARK: Where it is expected

    /// Where the corner is if an image shows it at a place; nil if that is another corner.
    private func position(seenAt place: Place, after before: Place) -> Vector3? {
        let expected = expectedPixel(from: place.camera, after: before)
        if let expected, (place.pixel - expected).length < Self.gate { return guess }
        return otherGuess(seenAt: place, after: before)
    }

    /// Where the first ray and another one meet, while the distance is only guessed; nil if the corner would not have
    /// been where the image before showed it.
    ///
    /// The guess is a surface near the corner's ray, which may lie far behind the corner or before it.
    private func otherGuess(seenAt place: Place, after before: Place) -> Vector3? {
        guard meeting == nil else { return nil }
        let (first, other) = (sights[0].ray, place.camera.ray(through: place.pixel))
        let apart = other.origin - first.origin
        let cosine = dot(first.direction, other.direction)
        let sine = 1 - cosine * cosine
        guard sine > 1e-8 else { return nil }
        let distance = (dot(apart, first.direction) - cosine * dot(apart, other.direction)) / sine
        let guessed = (guess - first.origin).length
        guard distance > Self.otherDistances.lowerBound * guessed, distance < Self.otherDistances.upperBound * guessed
        else { return nil }
        let point = first.point(at: distance)
        func isSeen(_ place: Place) -> Bool {
            place.camera.pixel(of: point).map { ($0 - place.pixel).length < Self.gate } ?? false
        }
        return isSeen(place) && isSeen(before) ? point : nil
    }

    /// Whether the newest image showed it at a pixel.
    func isAt(_ pixel: Vector2) -> Bool { (newest.pixel - pixel).length < 0.01 }

    /// Where a camera should see the corner: where a neighbouring image showed it, moved as its position moves.
    private func expectedPixel(of point: Vector3? = nil, from camera: Camera, after before: Place) -> Vector2? {
        let point = point ?? guess
        guard let then = before.camera.pixel(of: point), let now = camera.pixel(of: point) else { return nil }
        return before.pixel + now - then
    }

    // MARK: Where the rays meet

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
                let sideways = Self.sightSigma * max(0.05, (point - sight.ray.origin).length) / sight.focalLength
                let drift = abs(sight.error.drift - sights[0].error.drift)
                let across = Matrix3.identity - Matrix3(outerProductOf: direction, direction)
                let weight = 1 / (sideways * sideways + drift)
                information = information + across * weight
                sum += across * sight.ray.origin * weight
            }
            guard let inverse = information.inverse else { return nil }
            (point, covariance) = (inverse * sum, inverse)
        }
        covariance = covariance * max(1, Double(sights.count) / Self.tuning.independentSights)
        let away = point - newest.camera.positionInWorld
        covariance = covariance + Matrix3(outerProductOf: away, away) * relativeScaleVariance
        let distance = (point - sights[0].ray.origin).length
        let worst = (covariance[0, 0] + covariance[1, 1] + covariance[2, 2]).squareRoot()
        guard point.isFinite, worst < 0.05 * distance, isSeen(at: point) else { return nil }
        return (point, covariance)
    }

    /// How far the scale of the rays' origins may differ from the present one, the mean variance.
    ///
    /// The depth at which rays meet is as wrong as the distances between their origins.
    private var relativeScaleVariance: Double {
        let least = sights.reduce(.infinity) { min($0, $1.error.scale) }
        return sights.reduce(0) { $0 + ($1.error.scale - least) } / Double(sights.count)
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
