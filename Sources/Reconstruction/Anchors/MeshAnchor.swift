/// A cube of the world and the surface in it as triangles.
package struct MeshAnchor: Equatable, Sendable {
    /// Stays the same while the anchor exists; no later anchor has it.
    package let identifier: Int32
    /// The cube's lowest corner, metres in the world of the maps.
    package let origin: SIMD3<Float>
    /// The vertices from the origin along the world's axes, metres.
    package let vertices: [SIMD3<Float>]
    /// Three vertices per triangle, counterclockwise as seen from the free side.
    package let indices: [UInt32]
    /// The timestamp of the map after which the triangles changed last, nanoseconds.
    package let changedNanoseconds: Int64
}

/// What a map changed in the mesh anchors.
package struct MeshAnchorChanges: Equatable, Sendable {
    /// Anchors that are new, in the order in which they were meshed.
    package internal(set) var added: [MeshAnchor] = []
    /// Anchors whose triangles are others, in the order in which they were meshed.
    package internal(set) var updated: [MeshAnchor] = []
    /// The identifiers of anchors that are gone.
    package internal(set) var removed: [Int32] = []

    /// Nothing changed.
    package init() {}
}
