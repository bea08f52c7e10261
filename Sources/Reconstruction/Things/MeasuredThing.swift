import Geometry

/// What stands on a level surface, measured from depth maps.
public struct MeasuredThing: Equatable, Sendable {
    /// The volume between its visible surface and the surface on which it stands, m³.
    public let volume: Double
    /// One standard deviation of the volume, m³.
    public let volumeSigma: Double
    /// How high it stands over the surface, metres.
    public let height: Double
    /// One standard deviation of the height, metres.
    public let heightSigma: Double
    /// The area on which it stands, m².
    public let area: Double
    /// The share of that area that no map shows: from behind, say.
    public let hiddenShare: Double
    /// Its outline on the surface, metres, counterclockwise from above, as far as it can be seen from its middle.
    public let outline: [Vector3]

    /// The same in another world.
    func moved(by transform: RigidTransform<WorldSpace, WorldSpace>) -> MeasuredThing {
        MeasuredThing(
            volume: volume,
            volumeSigma: volumeSigma,
            height: height,
            heightSigma: heightSigma,
            area: area,
            hiddenShare: hiddenShare,
            outline: outline.map { transform * $0 }
        )
    }
}

/// Why a thing cannot be measured.
public enum ThingFault: Error, Equatable, Sendable {
    /// No depth map shows enough around the point.
    case unseen
    /// The point stands on no level surface that is seen around it: on the floor itself, or on a slope.
    case noSurface
    /// More than a small part of it was not seen: walk around it.
    case hidden
}
