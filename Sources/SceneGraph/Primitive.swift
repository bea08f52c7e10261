/// The simple shapes; every shape of a kind is one mesh, stretched by its sizes, so that the renderer draws them together.
public enum Primitive: Int, CaseIterable, Sendable {
    /// A box with sharp edges.
    case box
    /// A box with round edges.
    case roundedBox
    /// A sphere.
    case sphere
    /// A cylinder about Y.
    case cylinder
    /// A rectangle in XZ.
    case plane
}
