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
    private(set) var isTracking = false
    /// How long the camera has been at rest, seconds.
    private(set) var restDuration = 0.0
    /// The number of the present picture.
    var pictureNumber: Int32 = 0

    init(configuration: OdometryConfiguration) {
        self.configuration = configuration
        filter = SlidingWindowFilter(configuration: configuration)
        visual = VisualUpdater(filter: filter, tracks: tracks)
        rest = RestDetector(tolerance: 1)
    }

    /// Forgets everything but the configuration.
    func reset() {
        samples.removeAll()
        tracks.removeAll()
        rest.reset()
        filter.calibration = configuration.startCalibration
        isTracking = false
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
        } else {
            isTracking = startAtRest(time)
        }
        samples.removeBefore(time - 3)
    }

    /// Starts from rest where the camera has been still for long enough; false where it has not.
    private func startAtRest(_ time: Double) -> Bool {
        guard restDuration >= 0.09 else { return false }
        let span = 0.7
        guard let first = samples.startTime, first <= time - span else { return false }
        let readings = InertialStatistics(samples, from: time - span, to: time)
        guard readings.count > 10, readings.meanRate.length < 0.3 else { return false }
        guard abs(readings.meanForce.length - configuration.gravity) < 0.8 else { return false }
        guard restDuration >= 0.6 || isSteady(from: time - span, to: time) else { return false }
        var state = InertialState()
        state.rotation = Rotation(from: readings.meanForce, to: Vector3(0, 0, 1))
        state.gyroscopeBias = readings.meanRate
        filter.start(
            state,
            at: time,
            sigma: InertialSigma(tilt: 0.1, velocity: 0.1, gyroscopeBias: 0.02, accelerometerBias: 0.1)
        )
        tracks.removeAll()
        let settle = ZeroVelocityUpdater(velocitySigma: 0.03, rateSigma: 0.003, forceSigma: 0.05)
        settle.apply(readings, to: filter, with: visual.update)
        return true
    }

    /// Whether the means of the quarters of some time agree: the sensors may shake, but neither turn nor speed up.
    private func isSteady(from start: Double, to end: Double) -> Bool {
        let all = InertialStatistics(samples, from: start, to: end)
        let quarter = (end - start) / 4
        for part in 0..<4 {
            let from = start + Double(part) * quarter
            let some = InertialStatistics(samples, from: from, to: from + quarter)
            guard some.count > 2 else { return false }
            guard (some.meanRate - all.meanRate).length < 0.02 else { return false }
            guard (some.meanForce - all.meanForce).length < 0.25 else { return false }
        }
        return true
    }

    /// Moves the filter to a picture and updates it.
    private func follow(_ features: [TrackedFeature], to time: Double) {
        let start = filter.time
        filter.propagate(to: time, through: samples)
        if restDuration > 0.4 {
            note(features, clone: nil)
            ZeroVelocityUpdater().apply(
                InertialStatistics(samples, from: start, to: time),
                to: filter,
                with: visual.update
            )
        } else {
            updateWindow(features)
        }
    }

    /// Clones the pose, updates with what the picture shows, and makes room for the next clone.
    private func updateWindow(_ features: [TrackedFeature]) {
        let rate = samples.reading(at: filter.time)?.angularVelocity ?? .zero
        let clone = filter.addClone(angularVelocity: rate - filter.inertial.gyroscopeBias)
        note(features, clone: clone)
        visual.begin()
        removeLostLandmarks()
        visual.updateLandmarks(clone: clone)
        removeMisfits()
        let isFull = filter.cloneCount == StateLayout.cloneCapacity
        let leaving = isFull ? cloneToRemove() : nil
        useTracks(leaving: leaving)
        visual.applyStack()
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
