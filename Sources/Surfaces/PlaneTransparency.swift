import Geometry

/// How much of what is known around a point of a plane lies just behind the plane, inside its outline.
///
/// An outline is convex, and images may agree by chance: it can reach over things that are seen beside an object's top.
/// What stands on a surface hides it, so landmarks of the surface cannot lie under the object.
public enum PlaneTransparency: Equatable, Sendable {
    /// Less than what lies on the plane.
    case opaque
    /// More than what lies on it: an edge runs there, or there is no surface.
    case partial
    /// Nearly all: there is no surface.
    case clear

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Angle from the line of sight within which landmarks count.
        ///
        /// Unit: radians. Range: 0.03…0.1. Origin: by hand.
        var angle = 0.06
        /// Number of landmarks behind the plane from which they count.
        ///
        /// Unit: landmarks. Range: 2…6. Origin: by hand.
        var leastCount = 3
        /// How many times as many landmarks lie behind as on the plane if there is no surface.
        ///
        /// Unit: ratio. Range: 2…10. Origin: by hand.
        var clearRatio = 4
    }

    private static let tuning = Tuning()

    /// What the landmarks around a point of a plane say, as seen from `eye`.
    static func estimate(
        of plane: DetectedPlane,
        at point: Vector3,
        from eye: Vector3,
        _ store: LandmarkStore,
        _ configuration: PlaneDetectorConfiguration
    ) -> PlaneTransparency {
        let before = plane.plane.signedDistance(to: eye)
        let reach = tuning.angle * (point - eye).length
        guard before > 0.05 else { return .opaque }
        var (on, behind) = (0, 0)
        for entry in store.entries {
            let landmark = entry.landmark
            let height = plane.plane.signedDistance(to: landmark.pointInWorld)
            guard height > -PlaneEvidence.tuning.objectHeight, height < 0.5 * before else { continue }
            let pierced = eye + (landmark.pointInWorld - eye) * (before / (before - height))
            guard (pierced - point).length < reach, plane.contains(pierced) else { continue }
            if entry.plane == plane.identifier {
                on += 1
            } else if -height > PlaneEvidence.clearance(of: landmark, from: plane.plane, configuration) {
                behind += 1
            }
        }
        guard behind >= tuning.leastCount, behind > on else { return .opaque }
        return behind > tuning.clearRatio * on ? .clear : .partial
    }
}
