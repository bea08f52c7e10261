/// An ellipse of constant probability density around a position.
public struct ErrorEllipse: Hashable, Sendable {
    /// Half of the long axis, m.
    public var semiMajor: Double
    /// Half of the short axis, m.
    public var semiMinor: Double
    /// The direction of the long axis, rad from x towards y.
    public var angle: Double

    /// Creates an ellipse.
    public init(semiMajor: Double, semiMinor: Double, angle: Double) {
        self.semiMajor = semiMajor
        self.semiMinor = semiMinor
        self.angle = angle
    }
}
