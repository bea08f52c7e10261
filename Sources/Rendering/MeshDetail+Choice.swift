import SceneGraph

extension MeshDetail {
    /// How finely a primitive need be made for its outline to keep within about half a pixel of the true one; within one where a
    /// box's edges are hardly to be seen.
    ///
    /// What is round counts, not the whole: the radius of a ball or a cylinder, of a box that of its edges' arcs, in pixels.
    init(of primitive: Primitive, radiusPixels: Double) {
        let (tiny, coarse, medium) = primitive == .roundedBox ? (3.5, 6.0, 19.0) : (20.0, 40.0, 75.0)
        self = radiusPixels < tiny ? .tiny : radiusPixels < coarse ? .coarse : radiusPixels < medium ? .medium : .fine
    }
}
