/// What one image cost.
public struct RenderingStatistics: Equatable, Sendable {
    /// The number of draw calls.
    public var drawCalls = 0
    /// The number of buffers and textures sent.
    public var uploads = 0
    /// The bytes sent, the camera image not counted.
    public var uploadedBytes = 0
    /// The number of nodes drawn, those out of view not counted.
    public var nodes = 0
    /// The number of triangles drawn, shadows included.
    public var triangles = 0
}
