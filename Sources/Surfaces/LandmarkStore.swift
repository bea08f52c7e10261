import Geometry

/// The landmarks that the detector remembers, each with the plane it lies on.
struct LandmarkStore: Sendable {
    /// A landmark and what was known when it was last seen.
    struct Entry: Sendable {
        fileprivate(set) var landmark: WorldLandmark
        /// The plane it lies on; nil if it lies on none.
        fileprivate(set) var plane: Int32?
        let lastSeenNanoseconds: Int64
        /// How well the world's scale was known then, as a fraction.
        let scaleSigma: Double
        /// How far poses had drifted then, the variance an axis, m².
        let driftVariance: Double
    }

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// How many landmarks of a plane are needed to tell by what factor its distance has changed.
        ///
        /// Unit: landmarks. Range: 3…12. Origin: by hand: the median of fewer may be a wrong one.
        var leastFactors = 5
    }

    private static let tuning = Tuning()

    /// Sorted by identifier, so that the same input gives the same planes.
    private(set) var entries: [Entry] = []

    /// The landmarks that lie on no plane.
    var free: [WorldLandmark] { entries.filter { $0.plane == nil }.map { $0.landmark } }

    /// The landmarks that lie on a plane.
    func members(of plane: Int32) -> [WorldLandmark] {
        entries.filter { $0.plane == plane }.map { $0.landmark }
    }

    /// The landmarks that lie on either of two planes.
    func members(of plane: Int32, or other: Int32) -> [WorldLandmark] {
        entries.filter { $0.plane == plane || $0.plane == other }.map { $0.landmark }
    }

    /// Over what drift the landmarks of a plane were seen.
    func drift(of plane: Int32) -> DriftSpan {
        let seen = entries.filter { $0.plane == plane }.map { $0.driftVariance }
        let mean = seen.reduce(0, +) / Double(max(1, seen.count))
        let square = seen.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, seen.count))
        return DriftSpan(middle: mean, deviation: square.squareRoot())
    }

    // MARK: Landmarks

    /// Stores the landmarks of a frame; forgets those of a time when the scale was far less certain, and the oldest
    /// beyond the capacity.
    mutating func update(with visible: [WorldLandmark], _ context: DetectionContext) {
        for landmark in visible { store(landmark, context) }
        entries.removeAll { $0.scaleSigma > 0.01 && $0.scaleSigma > 2 * context.scaleSigma }
        forgetOldest(capacity: context.configuration.capacity)
    }

    private mutating func store(_ landmark: WorldLandmark, _ context: DetectionContext) {
        guard landmark.pointInWorld.isFinite, landmark.covariance.trace.isFinite,
            landmark.covariance.trace.squareRoot() < 4 * context.configuration.maximumPointSigma
        else { return }
        let index = insertionIndex(of: landmark.identifier)
        let isKnown = index < entries.count && entries[index].landmark.identifier == landmark.identifier
        let entry = Entry(
            landmark: landmark,
            plane: isKnown ? entries[index].plane : nil,
            lastSeenNanoseconds: context.timestampNanoseconds,
            scaleSigma: context.scaleSigma,
            driftVariance: context.driftVariance
        )
        if isKnown { entries[index] = entry } else { entries.insert(entry, at: index) }
    }

    /// The first index whose identifier is not below the given one.
    private func insertionIndex(of identifier: Int32) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].landmark.identifier < identifier { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func forgetOldest(capacity: Int) {
        let excess = entries.count - capacity
        guard excess > 0 else { return }
        let seen = entries.map { $0.lastSeenNanoseconds }.sorted()
        let limit = seen[excess]
        entries.removeAll { $0.lastSeenNanoseconds < limit }
    }

    /// After this no new landmark is matched with an old one: the source's identifiers restart.
    mutating func closeIdentifiers() {
        entries.removeAll { $0.plane == nil }
        for index in entries.indices { entries[index].landmark.identifier = Int32(index) - .max }
    }

    /// By what a plane's distances from a camera must be multiplied to agree with its landmarks where they are now; nil if
    /// too few of them are seen.
    func factor(of plane: DetectedPlane, seeing visible: [WorldLandmark], from camera: Vector3) -> Double? {
        let factors = visible.compactMap { landmark -> Double? in
            let index = insertionIndex(of: landmark.identifier)
            guard index < entries.count, entries[index].landmark.identifier == landmark.identifier,
                entries[index].plane == plane.identifier,
                let distance = Ray(origin: camera, direction: landmark.pointInWorld - camera).distance(to: plane.plane),
                distance > 1e-3
            else { return nil }
            return (landmark.pointInWorld - camera).length / distance
        }
        guard factors.count >= Self.tuning.leastFactors else { return nil }
        return factors.sorted()[factors.count / 2]
    }

    /// Forgets all landmarks.
    mutating func removeAll() { entries.removeAll() }

    // MARK: Planes

    /// Assigns every landmark to the nearest plane that it fits.
    mutating func assign(to planes: [DetectedPlane], _ configuration: PlaneDetectorConfiguration) {
        for index in entries.indices {
            entries[index].plane = Self.nearest(to: entries[index].landmark, among: planes, configuration)
        }
    }

    private static func nearest(
        to landmark: WorldLandmark,
        among planes: [DetectedPlane],
        _ configuration: PlaneDetectorConfiguration
    ) -> Int32? {
        var best: (plane: Int32, distance: Double)?
        for plane in planes where landmark.sigma(along: plane.plane.normal) < configuration.maximumPointSigma {
            let distance = abs(plane.plane.signedDistance(to: landmark.pointInWorld))
            guard distance < 1.3 * configuration.tolerance(of: landmark, along: plane.plane.normal),
                distance < best?.distance ?? .infinity,
                plane.contains(
                    landmark.pointInWorld,
                    margin: plane.alignment == .tilted ? configuration.reach / 3 : configuration.reach
                )
            else { continue }
            best = (plane.identifier, distance)
        }
        return best?.plane
    }

    /// Assigns the landmarks of a plane to another, or to none.
    mutating func reassign(_ plane: Int32, to other: Int32?) {
        for index in entries.indices where entries[index].plane == plane { entries[index].plane = other }
    }
}
