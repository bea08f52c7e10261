import Geometry

/// An object of a scene: its transform, shape, material and light.
public struct Node: Sendable {
    /// A name for people and exported files.
    public var name: String
    /// Its transform in its parent.
    public var transform: Transform
    /// Its shape, if it has one.
    public var geometry: NodeGeometry?
    /// The appearance of its surface.
    public var material: Material
    /// Its light, if any.
    public var light: Light?
    /// What it does when the camera moves.
    public var constraints: Constraints
    /// Whether it and its children are hidden.
    public var isHidden: Bool
    /// Whether it casts a shadow.
    public var castsShadow: Bool
    /// Whether rays can hit it.
    public var isHitTestable: Bool
    /// Transparent nodes with a higher number are drawn later; among equals the farthest is drawn first.
    public var renderingOrder: Int

    /// Creates a node; one without a shape only groups its children.
    public init(
        _ name: String = "",
        geometry: NodeGeometry? = nil,
        material: Material = Material(),
        transform: Transform = .identity,
        light: Light? = nil,
        constraints: Constraints = []
    ) {
        self.name = name
        self.transform = transform
        self.geometry = geometry
        self.material = material
        self.light = light
        self.constraints = constraints
        self.isHidden = false
        self.castsShadow = true
        self.isHitTestable = true
        self.renderingOrder = 0
    }
}

/// Identifies a node of one scene; the handle of a removed node is never reused.
public struct NodeHandle: Hashable, Sendable {
    let index: Int32
    let generation: Int32

    /// The handle as one number, for hosts that pass handles as numbers.
    public var rawValue: Int64 { Int64(generation) << 32 | Int64(index) }

    /// A handle from `rawValue`; it need not identify a node.
    public init(rawValue: Int64) {
        index = Int32(truncatingIfNeeded: rawValue)
        generation = Int32(truncatingIfNeeded: rawValue >> 32)
    }

    init(index: Int32, generation: Int32) {
        self.index = index
        self.generation = generation
    }
}
