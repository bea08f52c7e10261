import Geometry

/// What landmarks say of a plane's surface: they lie on it, they are seen through it, or they stand on it.
enum PlaneEvidence {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Height above a plane that an object on it may reach.
        ///
        /// Unit: metres. Range: 0.1…0.5. Origin: by hand.
        var objectHeight = 0.3
    }

    static let tuning = Tuning()

    /// Adds what the landmarks seen now say to the coverage of every plane.
    static func add(_ store: LandmarkStore, to planes: inout [DetectedPlane], _ context: DetectionContext) {
        for entry in store.entries where entry.lastSeenNanoseconds == context.timestampNanoseconds {
            for index in planes.indices { add(entry, to: &planes[index], context) }
        }
    }

    private static func add(_ entry: LandmarkStore.Entry, to plane: inout DetectedPlane, _ context: DetectionContext) {
        let landmark = entry.landmark
        if entry.plane == plane.identifier {
            plane.coverage.add(2, at: plane.coverage.cell(of: landmark.pointInWorld))
        } else if let point = piercing(landmark, plane.plane, context) {
            plane.coverage.add(-1, at: plane.coverage.cell(of: point))
        } else if isStanding(landmark, on: plane, context.configuration) {
            // Like an image that shows no surface: nothing was seen through the plane.
            plane.coverage.add(-2, at: plane.coverage.cell(of: landmark.pointInWorld), byImages: true)
        }
    }

    /// What the landmarks of the last second say of a plane that may be one.
    static func coverage(
        of plane: Plane,
        around members: [WorldLandmark],
        _ store: LandmarkStore,
        _ context: DetectionContext
    ) -> PlaneCoverage {
        let middle = members.reduce(Vector3.zero) { $0 + $1.pointInWorld } / Double(max(1, members.count))
        let cell = min(0.12, max(0.025, 0.05 * (middle - context.cameraInWorld).length))
        var coverage = PlaneCoverage(plane: plane, origin: middle, cell: cell)
        let now = context.timestampNanoseconds
        for entry in store.entries where now - entry.lastSeenNanoseconds < 1_000_000_000 {
            if let point = piercing(entry.landmark, plane, context) { coverage.add(-3, at: coverage.cell(of: point)) }
        }
        return coverage
    }

    /// Whether a landmark belongs to an object that stands on a plane: clearly above its outline, and no higher than
    /// such objects are.
    private static func isStanding(
        _ landmark: WorldLandmark,
        on plane: DetectedPlane,
        _ configuration: PlaneDetectorConfiguration
    ) -> Bool {
        let height = plane.plane.signedDistance(to: landmark.pointInWorld)
        return height > clearance(of: landmark, from: plane.plane, configuration) && height < tuning.objectHeight
            && plane.contains(landmark.pointInWorld)
    }

    /// How far from a plane a landmark clearly does not lie on it, metres.
    static func clearance(
        of landmark: WorldLandmark,
        from plane: Plane,
        _ configuration: PlaneDetectorConfiguration
    ) -> Double {
        max(2 * configuration.thickness, 4 * landmark.sigma(along: plane.normal))
    }

    /// The point where the ray to a landmark pierces a plane that the landmark lies clearly behind; nil if it does not.
    private static func piercing(_ landmark: WorldLandmark, _ plane: Plane, _ context: DetectionContext) -> Vector3? {
        let behind = -plane.signedDistance(to: landmark.pointInWorld)
        let before = plane.signedDistance(to: context.cameraInWorld)
        guard before > 0.05, behind > clearance(of: landmark, from: plane, context.configuration) else { return nil }
        return context.cameraInWorld + (landmark.pointInWorld - context.cameraInWorld) * (before / (before + behind))
    }
}
