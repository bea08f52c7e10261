import Geometry
import Surfaces

/// A surface that the source of poses found by itself, as headsets do.
public struct OutsidePlane: Equatable, Sendable {
    /// Its number at the source; stays the same as long as the surface lives.
    public var number: Int32
    /// From the surface's axes, +Y along the normal, to the source's world.
    public var odometryFromPlane: RigidTransform<OdometrySpace, PlaneSpace>
    /// The outline in the surface's X and Z, metres; of one that is not convex the hull counts.
    public var outline: [Vector2]

    /// A surface of its parts.
    public init(
        number: Int32,
        odometryFromPlane: RigidTransform<OdometrySpace, PlaneSpace>,
        outline: [Vector2]
    ) {
        self.number = number
        self.odometryFromPlane = odometryFromPlane
        self.outline = outline
    }
}

/// The surfaces of a source that finds them by itself, in the user's world.
struct OutsidePlanes: Sendable {
    private struct Entry {
        let number: Int32
        var plane: DetectedPlane
    }

    private var entries: [Entry] = []
    private var nextIdentifier: Int32 = 1

    /// Whether the source has reported surfaces.
    var isEmpty: Bool { entries.isEmpty }
    /// The surfaces, oldest first.
    var planes: [DetectedPlane] { entries.map { $0.plane } }

    /// Takes all the surfaces that the source knows now; returns what changed.
    ///
    /// One whose outline holds no area is left out.
    mutating func take(
        _ reported: [OutsidePlane],
        _ worldFromOdometry: RigidTransform<WorldSpace, OdometrySpace>,
        timestampNanoseconds: Int64
    ) -> [PlaneEvent] {
        var events: [PlaneEvent] = []
        var numbers: [Int32] = []
        for surface in reported where !numbers.contains(surface.number) {
            let index = entries.firstIndex { $0.number == surface.number }
            let old = index.map { entries[$0].plane }
            let made = DetectedPlane(
                outside: old?.identifier ?? nextIdentifier,
                worldFromOdometry * surface.odometryFromPlane,
                outline: surface.outline,
                firstSeenNanoseconds: old?.firstSeenNanoseconds ?? timestampNanoseconds
            )
            guard let made else { continue }
            numbers.append(surface.number)
            guard let index, let old else {
                nextIdentifier += 1
                entries.append(Entry(number: surface.number, plane: made))
                events.append(.added(made))
                continue
            }
            guard made.alignment == old.alignment, made.differsVisibly(from: old) else { continue }
            entries[index].plane = made
            events.append(.updated(made))
        }
        for entry in entries where !numbers.contains(entry.number) { events.append(.removed(entry.plane.identifier)) }
        entries.removeAll { !numbers.contains($0.number) }
        return events
    }

    /// Drops all.
    mutating func removeAll() { entries.removeAll() }
}
