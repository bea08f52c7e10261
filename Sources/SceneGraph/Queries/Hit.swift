import Geometry

/// The intersection of a ray with a node.
public struct Hit: Sendable {
    /// The node.
    public var node: NodeHandle
    /// The distance along the ray, metres.
    public var distance: Double
    /// The point, metres.
    public var pointInWorld: Vector3
    /// The surface's unit normal, towards the ray's origin on a surface with two sides.
    public var normalInWorld: Vector3
}
