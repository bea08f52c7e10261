/// A cube of the world and the surface in it as triangles.
public struct MeshAnchor: Equatable, Sendable {
    /// Stays the same while the anchor exists; no later anchor has it.
    public let identifier: Int32
    /// The cube's lowest corner, metres in the mesh's own world: `SessionMesh.worldFromAnchor` knows where that is now.
    public let origin: SIMD3<Float>
    /// The vertices from the origin along the axes of the mesh's world, metres.
    public let vertices: [SIMD3<Float>]
    /// How well each vertex is known along the surface's normal, one standard deviation, metres.
    public let sigmas: [Float]
    /// Red, green, blue and 255 of each vertex; zeros if the maps were fused without colours.
    public let colors: [SIMD4<UInt8>]
    /// Three vertices per triangle, counterclockwise as seen from the free side.
    public let indices: [UInt32]
    /// The timestamp of the map after which the triangles changed last, nanoseconds.
    public let changedNanoseconds: Int64
}

/// What a map changed in the mesh anchors.
public struct MeshAnchorChanges: Equatable, Sendable {
    /// Anchors that are new, in the order in which they were meshed.
    public internal(set) var added: [MeshAnchor] = []
    /// Anchors whose triangles are others, in the order in which they were meshed.
    public internal(set) var updated: [MeshAnchor] = []
    /// The identifiers of anchors that are gone.
    public internal(set) var removed: [Int32] = []

    /// Nothing changed.
    public init() {}
}
