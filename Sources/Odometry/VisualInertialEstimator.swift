import Features
import Geometry

/// The estimator behind `VisualInertialOdometry`: takes samples and followed points, not pictures.
///
/// Times are seconds since the first sample: inertial ones on the inertial clock, pictures' on the camera's.
final class VisualInertialEstimator {
    let configuration: OdometryConfiguration
    let filter: SlidingWindowFilter
    let samples = InertialBuffer()
    let tracks = FeatureTracks()
    let visual: VisualUpdater
    let rest: RestDetector
    /// Whether there is a pose.
    var isTracking = false
    /// How well tracking goes.
    var health = TrackingHealth()
    /// Finds the motion where the body moves from the start.
    let motion: MotionInitializer
    /// Where the body is while the pictures do not tell: the next start takes up position and heading.
    let reckoning: DeadReckoning
    /// When the last picture was judged.
    var lastJudgement = 0.0
    /// Until when features are judged leniently, inertial clock, seconds: a while after dark pictures.
    private var gropingEnd = 0.0
    /// How many points the last picture showed.
    var featureCount = 0
    /// The state with which tracking began.
    var filterStart = InertialState()
    /// After how long in the dark features are judged leniently, and for how long, seconds.
    private static let darkSeconds = 0.5
    private static let gropingSeconds = 0.5
    /// How long the camera has been at rest, seconds.
    private(set) var restDuration = 0.0
    /// The number of the present picture.
    var pictureNumber: Int32 = 0

    init(configuration: OdometryConfiguration) {
        self.configuration = configuration
        filter = SlidingWindowFilter(configuration: configuration)
        visual = VisualUpdater(filter: filter, tracks: tracks)
        rest = RestDetector(tolerance: 1)
        reckoning = DeadReckoning(configuration: configuration)
        motion = MotionInitializer(configuration: configuration.motionInitializer)
    }

    /// How long after a picture's time its last row is exposed, seconds.
    var rowReach: Double { max(0, filter.calibration.readoutTime / 2) }

    /// Takes up a sample, later than the last.
    func add(_ reading: InertialReading, at time: Double) {
        samples.append(reading, at: time)
        guard !isTracking else { return }
        let stamp = Self.nanoseconds(time)
        motion.add(
            InertialSample(
                timestampNanoseconds: stamp,
                angularVelocity: reading.angularVelocity,
                specificForce: reading.specificForce
            )
        )
    }

    /// Forgets everything but the configuration.
    func reset() {
        samples.removeAll()
        stop()
        health = TrackingHealth()
        reckoning.reset()
    }

    /// Gives tracking up; it starts again where it was, as far as that is known, when it can.
    func stop() {
        gropingEnd = 0
        tracks.removeAll()
        rest.reset()
        motion.reset()
        filter.calibration = configuration.startCalibration
        isTracking = false
        health.begin()
    }

    /// Takes up the points of a picture; the samples must cover its time.
    ///
    /// Afterwards the filter holds the pose of the picture.
    func process(_ features: [TrackedFeature], at pictureTime: Double) {
        let time = pictureTime + filter.calibration.timeOffset
        pictureNumber &+= 1
        restDuration = rest.restDuration(features, at: pictureTime)
        if isTracking {
            follow(features, to: time)
            judge(features)
            // Nothing to do where the pictures have just borne the state out.
            reckoning.move(to: time, through: samples)
        } else {
            reckoning.move(to: time, through: samples)
            isTracking = start(features, at: pictureTime)
        }
        featureCount = features.count
        samples.removeBefore(time - 3)
    }

    /// Moves the filter to a picture and updates it.
    private func follow(_ features: [TrackedFeature], to time: Double) {
        let start = filter.time
        filter.propagate(to: time, through: samples)
        if restDuration > configuration.restSeconds {
            note(features, clone: nil)
            ZeroVelocityUpdater().apply(
                InertialStatistics(samples, from: start, to: time),
                to: filter,
                with: visual.update
            )
        } else {
            if health.darkSeconds > Self.darkSeconds { gropingEnd = time + Self.gropingSeconds }
            visual.isGroping = time < gropingEnd
            updateWindow(features)
        }
    }

    /// Clones the pose, updates with what the picture shows, and makes room for the next clone.
    private func updateWindow(_ features: [TrackedFeature]) {
        let rate = samples.smoothRate(at: filter.time, reach: rowReach)
        let clone = filter.addClone(angularVelocity: rate - filter.inertial.gyroscopeBias, picture: pictureNumber)
        note(features, clone: clone)
        visual.begin()
        removeLostLandmarks()
        visual.driftLandmarks()
        visual.judgeStamp(clone: clone)
        visual.updateLandmarks(clone: clone)
        removeMisfits()
        let isFull = filter.cloneCount == StateLayout.cloneCapacity
        let leaving = isFull ? cloneToRemove() : nil
        useTracks(leaving: leaving)
        visual.applyStack()
        visual.holdToPlanes()
        tracks.removeLost(after: pictureNumber)
        if let leaving {
            visual.changeAnchor(from: leaving, to: filter.newestClone)
            forgetDroppedLandmarks()
            tracks.removeObservations(by: leaving)
            filter.removeClone(leaving)
        }
    }

    /// Notes what the present picture shows.
    private func note(_ features: [TrackedFeature], clone: Int?) {
        let lens = filter.calibration.camera
        for feature in features {
            guard let place = tracks.place(of: feature.identifier) else { continue }
            tracks.tracks[place].lastPicture = pictureNumber
            tracks.tracks[place].age = feature.age
            tracks.tracks[place].pixel = feature.pixel
            guard let clone else { continue }
            let pixel = Vector2(Double(feature.pixel.x), Double(feature.pixel.y))
            tracks.set(
                FeatureObservation(pixel: pixel, normalized: lens.normalized(ofPixel: pixel)),
                of: place,
                by: clone
            )
        }
    }
}
