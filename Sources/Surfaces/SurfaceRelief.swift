/// How far a surface stands out of the plane that was found for it, at one place.
public struct SurfaceRelief: Equatable, Sendable {
    /// Along the plane's normal, metres.
    public var height: Double
    /// The standard deviation of the height, metres.
    public var sigma: Double
}
