import Geometry

/// Uses features outside of the state: as one measurement over all their images, or as new landmarks of the state.
final class FeatureUpdater {
    struct Tuning: Equatable, Sendable {
        /// The largest squared distance of a feature that is used, in units of the bound that one in twenty exceeds.
        ///
        /// Unit: 1. Range: 2…10. Origin: by hand.
        let maximumOutlierRatio = 5.0
        /// The share of features whose distance the running bound admits.
        ///
        /// Unit: 1. Range: 0.1…0.5. Origin: by hand.
        let outlierQuantile = 0.3
        /// The largest root mean square residual of a triangulated point, in standard deviations of a followed point.
        ///
        /// Unit: 1. Range: 3…10. Origin: by hand.
        let maximumResidual = 5.0
        /// The same for a while after dark images, when the poses are more uncertain than points: then the covariance
        /// alone decides.
        ///
        /// Unit: 1. Range: 10…100. Origin: by hand.
        let lenientMaximumResidual = 50.0
        /// The largest inverse depth of a triangulated point.
        ///
        /// Unit: 1/m. Range: 5…20. Origin: by hand.
        let maximumInverseDepth = 10.0
        /// The fewest images that must show a feature.
        ///
        /// Unit: 1. Range: 3…5. Origin: geometry: two images leave one equation for the outlier test.
        let minimumImageCount = 3
    }

    static let tuning = Tuning()

    private let filter: SlidingWindowFilter
    private let tracks: FeatureTracks
    private let cameras: WindowCameras
    private let equations: FeatureEquations
    private let stack = MeasurementStack()
    /// Squared distances of features over what one in twenty exceeds: the running value for the best share of them.
    private var outlierRatio = RunningQuantile(share: tuning.outlierQuantile, start: 1)
    /// Squared distances of the present image's features, by their covariance, over the median of as many normal errors.
    private(set) var distanceRatios = WeightedMedian(capacity: FeatureTracks.capacity)
    /// The features of the present image that were tried and used.
    private(set) var tally = MeasurementTally()
    /// Whether images have been dark for a while, so that the poses may be more uncertain than points.
    private var isLenient = false

    init(filter: SlidingWindowFilter, tracks: FeatureTracks, cameras: WindowCameras) {
        self.filter = filter
        self.tracks = tracks
        self.cameras = cameras
        equations = FeatureEquations(filter: filter, tracks: tracks, cameras: cameras)
    }

    /// Begins a new image.
    func begin(isLenient: Bool) {
        self.isLenient = isLenient
        stack.removeAll()
        distanceRatios.removeAll()
        tally = MeasurementTally()
    }

    /// The standard deviation of a followed point on the plane one unit before the camera.
    private var directionSigma: Double {
        filter.pointNoise.sigma / filter.calibration.camera.focalLengthPixels.x
    }

    /// Collects a feature over all its images in the window.
    ///
    /// A feature without enough parallax is left out, unless there are few landmarks: then the expected depth replaces
    /// the missing one.
    func addFeature(_ track: Int) {
        guard tracks[track].seenCount >= Self.tuning.minimumImageCount,
            let anchor = filter.clones.newest(among: tracks[track].seenBy)
        else { return }
        var usesPrior = false
        var found = Triangulator(cameras: cameras, tracks: tracks).point(of: track, anchor: anchor)
        if let point = found, !hasDepth(point) {
            guard isStarved else { return }
            usesPrior = true
            found = triangulatorWithPrior.point(of: track, anchor: anchor)
        }
        // From here on a failure is evidence against the estimate.
        tally.tried += 1
        guard let point = found, isPlausible(point),
            equations.fill(track, parameters: point.parameters, anchor: anchor, expectsDepth: usesPrior),
            acceptsRows(), stack.append(equations)
        else { return }
        tally.used += 1
    }

    /// Makes a track a landmark of the state, kept in the newest clone's camera; false if it does not fit or its depth
    /// is uncertain.
    func addLandmark(_ track: Int) -> Bool {
        let configuration = filter.configuration
        guard let slot = filter.landmarks.freeSlot, tracks[track].seenCount >= Self.tuning.minimumImageCount,
            let anchor = filter.clones.newest(among: tracks[track].seenBy)
        else { return false }
        let triangulator = Triangulator(cameras: cameras, tracks: tracks)
        guard let point = triangulator.point(of: track, anchor: anchor), isPlausible(point), hasDepth(point),
            point.depthSigma * directionSigma < configuration.tuning.landmarkDepthLimit * point.parameters.z,
            equations.fill(track, parameters: point.parameters, anchor: anchor, expectsDepth: false),
            acceptsRows(), stack.append(equations)
        else { return false }
        insertLandmark(slot, of: track, parameters: point.parameters, anchor: anchor)
        tally.used += 1
        return true
    }

    /// Applies what was collected.
    func apply(with update: KalmanUpdate) {
        if stack.apply(with: update, to: filter) { cameras.update(from: filter) }
    }

    /// The position of a track that the window's images determine well enough; its covariance takes the cameras as
    /// known.
    func landmark(_ index: Int, maximumRelativeSigma limit: Double) -> Landmark? {
        let track = tracks[index]
        guard let anchor = filter.clones.newest(among: track.seenBy) else { return nil }
        let triangulator = Triangulator(cameras: cameras, tracks: tracks)
        guard let point = triangulator.point(of: index, anchor: anchor), isPlausible(point) else { return nil }
        let inverseDepth = point.parameters.z
        let depthSigma = point.depthSigma * directionSigma / inverseDepth
        guard depthSigma < limit else { return nil }
        let camera = cameras.camera(cameras.bodies[anchor])
        let ray = Vector3(point.parameters.x, point.parameters.y, 1) / inverseDepth
        let across = directionSigma / inverseDepth
        let inCamera =
            Matrix3.identity * (across * across)
            + Matrix3(outerProductOf: ray, ray) * (depthSigma * depthSigma)
        return Landmark(
            identifier: track.identifier,
            pointInWorld: camera.rotation * ray + camera.position,
            covariance: camera.rotation * inCamera * camera.rotation.transposed,
            pixel: track.pixel,
            age: track.age,
            isInState: false
        )
    }
}

extension FeatureUpdater {
    /// Whether the rows of the present feature fit; those beyond the bound that one in twenty exceeds get as much more
    /// noise.
    ///
    /// If hardly any feature fits for a while, the estimate is wrong and not the features: then the best of them are
    /// accepted.
    private func acceptsRows() -> Bool {
        let distance = equations.squaredDistance()
        distanceRatios.add(distance / ChiSquare.median(degrees: equations.freedom), weight: 1)
        let ratio = distance / (ChiSquare.bound(degrees: equations.freedom) * filter.pointNoise.boundRatio)
        let limit = max(1, min(outlierRatio.value, Self.tuning.maximumOutlierRatio))
        outlierRatio.record(ratio)
        guard ratio < limit else { return false }
        guard ratio > 1 else { return true }
        equations.scale(by: 1 / ratio.squareRoot())
        return true
    }

    /// Whether hardly any landmark of the state holds the estimate.
    private var isStarved: Bool { filter.landmarks.count < filter.configuration.tuning.starvedLandmarks }

    /// Triangulates with the expected depth as one more, vague measurement.
    private var triangulatorWithPrior: Triangulator {
        let ratio = directionSigma / Triangulator.tuning.inverseDepthSigma
        return Triangulator(cameras: cameras, tracks: tracks, priorWeight: ratio * ratio)
    }

    /// Whether a triangulated point fits its images and is not too near.
    private func isPlausible(_ point: Triangulator.Point) -> Bool {
        let limit = (isLenient ? Self.tuning.lenientMaximumResidual : Self.tuning.maximumResidual) * directionSigma
        return point.meanSquare < limit * limit && point.parameters.z < Self.tuning.maximumInverseDepth
    }

    /// Whether a point's depth is known well enough to linearise around it: the shifts' Jacobians are proportional to
    /// the inverse depth.
    private func hasDepth(_ point: Triangulator.Point) -> Bool {
        let configuration = filter.configuration
        let limit = max(configuration.tuning.depthLimit * point.parameters.z, configuration.tuning.farDepthLimit)
        return point.depthSigma * directionSigma < limit
    }

    /// The first three rows say H₁ x + R f = r: so f = R⁻¹ (r − H₁ x − n), which gives its value and covariances.
    private func insertLandmark(_ slot: Int, of track: Int, parameters: Vector3, anchor: Int) {
        let rows = (equations.row(0), equations.row(1), equations.row(2))
        let column = FeatureEquations.pointColumn
        let triangle = Matrix3(
            rows: Vector3(rows.0[column], rows.0[column + 1], rows.0[column + 2]),
            Vector3(0, rows.1[column + 1], rows.1[column + 2]),
            Vector3(0, 0, rows.2[column + 2])
        )
        guard let inverse = triangle.inverse else { return }
        let last = FeatureEquations.residualColumn
        let residual = Vector3(rows.0[last], rows.1[last], rows.2[last])
        let jacobian = filter.covariance.jacobian
        jacobian.removeAll()
        for k in 0..<StateLayout.visualCount {
            let entries = inverse * -Vector3(rows.0[k], rows.1[k], rows.2[k])
            let index = jacobian.append(column: StateLayout.visual + k)
            for axis in 0..<3 { jacobian.row(axis)[index] = entries[axis] }
        }
        filter.covariance.express(rows: 3, at: StateLayout.landmark(slot))
        filter.covariance.addNoise(inverse * inverse.transposed, at: StateLayout.landmark(slot))
        filter.landmarks.insert(
            LandmarkState(anchor: anchor, parameters: parameters + inverse * residual),
            track: track,
            at: slot
        )
    }
}

/// How many measurements were tried, and how many of them fit and were used.
struct MeasurementTally: Equatable {
    var tried = 0
    var used = 0

    static func + (a: MeasurementTally, b: MeasurementTally) -> MeasurementTally {
        MeasurementTally(tried: a.tried + b.tried, used: a.used + b.used)
    }
}
