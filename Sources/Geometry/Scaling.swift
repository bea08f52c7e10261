/// A change of all distances from one point by a factor.
public struct Scaling: Equatable, Sendable {
    /// What distances are multiplied by.
    public var factor: Double
    /// The point that stays where it is, metres.
    public var center: Vector3

    /// Multiplies distances from a point by a factor.
    public init(factor: Double, about center: Vector3) { (self.factor, self.center) = (factor, center) }

    /// Where a point is afterwards.
    public static func * (scaling: Scaling, point: Vector3) -> Vector3 {
        scaling.center + (point - scaling.center) * scaling.factor
    }

    /// Where a pose is afterwards; its axes stay.
    public static func * <A: Space, B: Space>(scaling: Scaling, pose: RigidTransform<A, B>) -> RigidTransform<A, B> {
        RigidTransform(rotation: pose.rotation, translation: scaling * pose.translation)
    }
}
