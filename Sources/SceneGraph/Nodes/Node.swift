import Geometry

/// One thing in a scene: where it stands, what shape it has, what it looks like, what light it gives.
public struct Node: Sendable {
    /// A name for people and exported files.
    public var name: String
    /// Where it stands in its parent.
    public var transform: Transform
    /// Its shape, if it has one.
    public var geometry: NodeGeometry?
    /// What its surface looks like.
    public var material: Material
    /// The light it gives, if any.
    public var light: Light?
    /// What it does by itself when the camera moves.
    public var constraints: Constraints
    /// Whether it and its children are left out.
    public var isHidden: Bool
    /// Whether it throws a shadow.
    public var castsShadow: Bool
    /// Whether rays meet it.
    public var isHitTestable: Bool
    /// Transparent things with a higher number are drawn later; among equals the farthest comes first.
    public var renderingOrder: Int

    /// A node; without a shape it only carries its children.
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

/// Names a node of one scene; a removed node's handle is never given to another.
public struct NodeHandle: Hashable, Sendable {
    let index: Int32
    let generation: Int32

    /// One number for hosts that pass handles as numbers.
    public var rawValue: Int64 { Int64(generation) << 32 | Int64(index) }

    /// A handle from `rawValue`; one that names nothing is harmless.
    public init(rawValue: Int64) {
        index = Int32(truncatingIfNeeded: rawValue)
        generation = Int32(truncatingIfNeeded: rawValue >> 32)
    }

    init(index: Int32, generation: Int32) {
        self.index = index
        self.generation = generation
    }
}
