import Geometry
import Imaging
import Odometry
import Surfaces

/// The planes of a world, and what the odometry may learn from them.
struct PlaneTracking: Sendable {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Age from which the odometry uses a plane.
        ///
        /// Unit: nanoseconds. Range: 0.5…3 s. Origin: by hand.
        var leastAgeNanoseconds: Int64 = 1_000_000_000
    }

    private static let tuning = Tuning()

    private var detector: PlaneDetector
    private var outside = OutsidePlanes()
    /// The surfaces with the features on them, since planes were last updated; nil once taken.
    private var flatSurfaces: [FlatSurface]?
    /// Whether the source of poses uses surfaces.
    var reportsFlatSurfaces = false

    /// A detector that has seen nothing.
    init(configuration: PlaneDetectorConfiguration) { detector = PlaneDetector(configuration: configuration) }

    /// What a plane is; a change leaves those that were found.
    var configuration: PlaneDetectorConfiguration {
        get { detector.configuration }
        set { detector.configuration = newValue }
    }

    /// The planes found so far, oldest first; those of the source of poses if it finds them by itself.
    var planes: [DetectedPlane] { outside.isEmpty ? detector.planes : outside.planes }

    /// Takes the surfaces that the source of poses found by itself; returns what happened to them.
    mutating func take(
        _ reported: [OutsidePlane],
        _ worldFromOdometry: RigidTransform<WorldSpace, OdometrySpace>,
        timestampNanoseconds: Int64
    ) -> [PlaneEvent] {
        outside.take(reported, worldFromOdometry, timestampNanoseconds: timestampNanoseconds)
    }

    /// How far the surface that a ray meets stands out of a plane.
    func relief(along ray: Ray, on plane: DetectedPlane) -> SurfaceRelief { detector.relief(along: ray, on: plane) }

    /// How much of what is known around a point of a plane lies just behind it, as seen from `eye`.
    func transparency(of plane: DetectedPlane, at point: Vector3, from eye: Vector3) -> PlaneTransparency {
        detector.transparency(of: plane, at: point, from: eye)
    }

    /// Updates the planes with a frame's landmarks; returns what happened to them.
    mutating func update(_ frame: Frame, _ camera: Camera) -> [PlaneEvent] {
        detector.update(
            with: frame.points,
            cameraInWorld: camera.positionInWorld,
            scaleSigma: frame.scaleSigma,
            driftVariance: frame.driftVariance,
            timestampNanoseconds: frame.timestampNanoseconds
        )
    }

    /// Lets planes grow by a comparison of the frame's image with earlier ones.
    mutating func grow(_ frame: Frame, _ camera: Camera) {
        guard let image = frame.image, image.width == camera.lens.width, image.height == camera.lens.height,
            !detector.planes.isEmpty
        else { return }
        detector.grow(in: SurfaceView(image, worldFromOptical: camera.worldFromOptical, lens: camera.lens))
    }

    /// Drops all planes.
    mutating func reset(configuration: PlaneDetectorConfiguration) {
        detector = PlaneDetector(configuration: configuration)
        outside.removeAll()
    }

    /// After this no new landmark is matched with an old one: the source's identifiers restart.
    mutating func closeIdentifiers() { detector.closeIdentifiers() }

    /// Moves every plane to where landmarks on it are now, by a common factor where too few are seen.
    ///
    /// Returns the factor of each plane, oldest first.
    mutating func scale(by common: Scaling, seeing visible: [WorldLandmark]) -> [Scaling] {
        detector.scale(by: common, seeing: visible)
    }

    // MARK: Flat surfaces

    /// The surfaces for the odometry to hold its landmarks to, in its own world; nil if nothing is new since the last
    /// call.
    mutating func takeFlatSurfaces() -> [FlatSurface]? {
        defer { flatSurfaces = nil }
        return flatSurfaces
    }

    /// The source has a new world: surfaces of the old one are of no use.
    mutating func dropFlatSurfaces() { flatSurfaces = nil }

    /// Notes which features lie on level and upright planes that have stayed for a while, the planes with the most
    /// landmarks first.
    mutating func noteFlatSurfaces(
        _ worldFromOdometry: RigidTransform<WorldSpace, OdometrySpace>,
        timestampNanoseconds now: Int64
    ) {
        guard reportsFlatSurfaces else { return }
        let odometryFromWorld = worldFromOdometry.inverse
        let settled = planes.filter { plane in
            plane.alignment != .tilted && now - plane.firstSeenNanoseconds >= Self.tuning.leastAgeNanoseconds
        }
        flatSurfaces = settled.sorted(byKey: { -Double($0.pointCount) }).map { plane in
            FlatSurface(
                identifier: plane.identifier,
                alignment: plane.alignment == .horizontal ? .level : .upright,
                plane: Plane(
                    normal: odometryFromWorld.rotation * plane.plane.normal,
                    through: odometryFromWorld * plane.center
                ),
                features: detector.sureFeatures(of: plane)
            )
        }
    }
}
