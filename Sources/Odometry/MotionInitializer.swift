import Geometry

/// Finds velocity, gravity, biases and the scale of what is seen while the body moves, from about a second of pictures.
///
/// Three steps, each short enough to fit between two pictures:
/// 1. The gyroscope's bias from rotations alone: matches must lie in planes through a common direction of travel (L. Kneip, S. Lynen,
///    "Direct optimization of frame-to-frame rotation", ICCV 2013; as used by Y. He et al., "A rotation-translation-decoupled solution for
///    robust and efficient visual-inertial initialization", CVPR 2023). Time offset and focal length are found along with it.
/// 2. Velocity and gravity from a linear system with the points eliminated and the length of gravity given (T. Dong-Si, A. Mourikis,
///    "Estimator initialization in vision-aided inertial navigation with unknown camera-IMU calibration", IROS 2012).
/// 3. Adjustment of everything together over all sightings. In so short a time the inertial sensors' own noise is far below what
///    their biases do, so the path is a function of 16 numbers, and the points are eliminated one by one; what shakes the sensors
///    from outside counts in the end.
public final class MotionInitializer {
    /// What is known and asked for.
    public let configuration: MotionInitializerConfiguration
    /// The white noise of the accelerometer to reckon with, m/s²/√Hz: what rotors and steps shake it by adds to the velocity's uncertainty.
    public var forceDensity = 0.0

    /// A picture's sightings, by identifier.
    struct Picture {
        var timestampNanoseconds: Int64
        var time: Double
        var sightings: [Sighting]
    }

    /// One feature in one picture.
    struct Sighting {
        var identifier: Int32
        /// On the plane one unit before the camera.
        var point: Vector2
        /// How far below the picture's middle row, as a share of its height.
        var row: Double
    }

    /// An inertial sample, its time in seconds since the first.
    struct Reading {
        var time: Double
        var angularVelocity: Vector3
        var specificForce: Vector3
    }

    var pictures: [Picture] = []
    var readings: [Reading] = []
    private var epoch: Int64?
    private var lastAttempt = -Double.infinity
    let focalLength: Double

    /// An initializer that has seen nothing.
    public init(configuration: MotionInitializerConfiguration) {
        self.configuration = configuration
        let focal = configuration.camera.focalLengthPixels
        focalLength = (focal.x + focal.y) / 2
    }

    /// Forgets all.
    public func reset() {
        pictures.removeAll(keepingCapacity: true)
        readings.removeAll(keepingCapacity: true)
        lastAttempt = -.infinity
    }

    /// Takes an inertial sample; samples that are not finite or not later than the last are left out.
    public func add(_ sample: InertialSample) {
        let time = seconds(sample.timestampNanoseconds)
        guard sample.angularVelocity.isFinite, sample.specificForce.isFinite else { return }
        if let last = readings.last, time <= last.time { return }
        readings.append(
            Reading(time: time, angularVelocity: sample.angularVelocity, specificForce: sample.specificForce)
        )
        if let first = readings.first, time - first.time > 2 * configuration.longestWindow + 2 {
            readings.removeFirst(readings.count / 2)
        }
    }

    /// Takes a picture's features, as `FeatureTracker` gives them; pictures not later than the last are left out.
    public func add(_ identifiers: some Sequence<(identifier: Int32, pixel: SIMD2<Float>)>, timestampNanoseconds: Int64)
    {
        let time = seconds(timestampNanoseconds)
        if let last = pictures.last, time <= last.time { return }
        while let first = pictures.first, time - first.time > configuration.longestWindow + 0.01 {
            pictures.removeFirst()
        }
        var sightings: [Sighting] = []
        for (identifier, pixel) in identifiers {
            let point = configuration.camera.normalized(ofPixel: Vector2(Double(pixel.x), Double(pixel.y)))
            let row = Double(pixel.y) / Double(configuration.camera.height) - 0.5
            if point.isFinite { sightings.append(Sighting(identifier: identifier, point: point, row: row)) }
        }
        sightings.sort { $0.identifier < $1.identifier }
        pictures.append(Picture(timestampNanoseconds: timestampNanoseconds, time: time, sightings: sightings))
    }

    /// Tries to find the motion from what was taken in, the last picture being the moment it is told for.
    public func solve() -> MotionInitializerOutcome {
        guard let last = pictures.last, let first = pictures.first, pictures.count >= 5,
            last.time - first.time >= configuration.shortestWindow - 0.005
        else { return .waiting(.tooFewPictures) }
        guard last.time - lastAttempt >= configuration.attemptInterval else { return .waiting(.resting) }
        lastAttempt = last.time
        let window = chosenPictures()
        guard let rotations = estimateRotations(window) else { return .waiting(.tooFewSamples) }
        guard rotations.matchCount >= 12 * (window.count - 1) else { return .waiting(.tooFewFeatures) }
        guard let path = Path(readings, times(of: window, rotations.unknowns), rotations.unknowns) else {
            return .waiting(.tooFewSamples)
        }
        let tracks = collectTracks(window)
        guard tracks.count >= 20 else { return .waiting(.tooFewFeatures) }
        guard let start = solveLinear(tracks, path, rotations.unknowns) else { return .waiting(.uncertain) }
        return adjust(window, tracks, start)
    }

    private func seconds(_ timestampNanoseconds: Int64) -> Double {
        let zero = epoch ?? timestampNanoseconds
        epoch = zero
        return Double(timestampNanoseconds &- zero) * 1e-9
    }

    /// The pictures of the stretch that are used: the first, the last and some between them, evenly.
    private func chosenPictures() -> [Picture] {
        let count = Swift.min(configuration.pictureCount, pictures.count, Self.largestPictureCount)
        return (0..<count).map { pictures[$0 * (pictures.count - 1) / (count - 1)] }
    }

    /// A lane a picture.
    private static let largestPictureCount = 16

    /// When the pictures were taken on the inertial sensors' clock.
    func times(of window: [Picture], _ unknowns: Unknowns) -> [Double] {
        window.indices.map {
            window[$0].time + configuration.timeOffset + unknowns.timeOffset + unknowns.stampErrors[$0]
        }
    }
}

extension MotionInitializer {
    /// What is sought; velocity and gravity in the first picture's body frame.
    struct Unknowns {
        var velocity = Vector3.zero
        var gravity = Vector3.zero
        var gyroscopeBias = Vector3.zero
        var accelerometerBias = Vector3.zero
        /// Beyond the configured one, seconds.
        var timeOffset = 0.0
        /// Relative: the focal length is the configured one times 1 + this.
        var focalExcess = 0.0
        var bodyFromOptical: Rotation
        /// How much later than stamped each picture was taken, seconds; the first one's is the time offset's.
        var stampErrors = SIMD16<Double>.zero
    }

    /// A feature seen in several of the chosen pictures.
    struct Track {
        var identifier: Int32
        /// The pictures and where it is seen in them, on the plane one unit before the camera and how far down.
        var sightings: [(picture: Int, point: Vector2, row: Double)]
    }

    /// The features seen in at least four of the chosen pictures.
    func collectTracks(_ window: [Picture]) -> [Track] {
        var all: [(identifier: Int32, picture: Int, point: Vector2, row: Double)] = []
        for (index, picture) in window.enumerated() {
            for sighting in picture.sightings {
                all.append((sighting.identifier, index, sighting.point, sighting.row))
            }
        }
        all.sort { ($0.identifier, $0.picture) < ($1.identifier, $1.picture) }
        var tracks: [Track] = []
        var start = 0
        while start < all.count {
            var end = start
            while end < all.count, all[end].identifier == all[start].identifier { end += 1 }
            if end - start >= Swift.min(4, window.count) {
                let sightings = all[start..<end].map { (picture: $0.picture, point: $0.point, row: $0.row) }
                tracks.append(Track(identifier: all[start].identifier, sightings: sightings))
            }
            start = end
        }
        tracks.sort { ($1.sightings.count, $0.identifier) < ($0.sightings.count, $1.identifier) }
        if tracks.count > configuration.maximumPointCount {
            tracks.removeLast(tracks.count - configuration.maximumPointCount)
        }
        return tracks
    }
}
