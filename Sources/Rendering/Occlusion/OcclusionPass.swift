import CGLES
import Depth

/// The occluding surface of an image as a texture over the view.
struct OcclusionPass {
    static let unit: Int32 = 5

    /// Whether the image that is being drawn hides things behind the surface.
    private(set) var isActive = false
    private var texture: GLuint = 0
    private var textureSize = SIMD2(0, 0)
    private var grid = OcclusionGrid()

    /// Sends a map as the view shows it, and puts the texture where the shaders look for it; without a map nothing is
    /// hidden.
    mutating func prepare(_ map: DepthMap?, _ viewpoint: Viewpoint, _ statistics: inout RenderingStatistics) {
        isActive = map != nil
        guard let map else { return }
        grid.lay(map, viewpoint)
        send(&statistics)
    }

    private mutating func send(_ statistics: inout RenderingStatistics) {
        glActiveTexture(GLenum(GL_TEXTURE0 + Self.unit))
        if texture == 0 { glGenTextures(1, &texture) }
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
        let (width, height) = (GLsizei(grid.size.x), GLsizei(grid.size.y))
        let (kind, format, type) = (GLenum(GL_TEXTURE_2D), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE))
        let bytes = grid.bytes
        if textureSize == grid.size {
            glTexSubImage2D(kind, 0, 0, 0, width, height, format, type, bytes)
        } else {
            glTexImage2D(kind, 0, GL_RGBA8, width, height, 0, format, type, bytes)
            TextureSampling.setLinear()
            textureSize = grid.size
        }
        glActiveTexture(GLenum(GL_TEXTURE0))
        statistics.uploads += 1
        statistics.uploadedBytes += bytes.count
    }

    func delete() {
        var texture = texture
        if texture != 0 { glDeleteTextures(1, &texture) }
    }
}
