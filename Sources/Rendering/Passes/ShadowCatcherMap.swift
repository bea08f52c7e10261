import CGLES
import Geometry

/// The shadows on real surfaces, each in a cell of one texture, as the light sees the surface.
struct ShadowCatcherMap {
    /// A surface's cell, and its depth in the shadow map over the map's two axes.
    struct Cell: Equatable, BitwiseCopyable {
        /// The lower left corner and the side, parts of the texture.
        var region: SIMD4<Float>
        /// The depth is x · u + y · v + z.
        var plane: SIMD4<Float>
    }

    static let unit: Int32 = 4
    private static let side = 512

    private let program: ShaderProgram
    private var framebuffer: GLuint = 0
    private var texture: GLuint = 0
    private var array: GLuint = 0
    private var cells = GPUBuffer<Cell>(target: GL_ARRAY_BUFFER)

    init() throws(RenderingError) {
        program = try ShaderProgram(
            vertex: [FrameShader.header, ShadowCatcherShader.mapVertex],
            fragment: [FrameShader.header, ShadowShader.covered, ShadowCatcherShader.mapFragment],
            samplers: [("shadowMap", ShadowPass.unit)]
        )
        glGenFramebuffers(1, &framebuffer)
        glGenTextures(1, &texture)
        glGenVertexArrays(1, &array)
        glActiveTexture(GLenum(GL_TEXTURE0 + Self.unit))
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        let side = GLsizei(Self.side)
        glTexImage2D(GLenum(GL_TEXTURE_2D), 0, GL_R8, side, side, 0, GLenum(GL_RED), GLenum(GL_UNSIGNED_BYTE), nil)
        TextureSampling.setLinear()
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glFramebufferTexture2D(
            GLenum(GL_FRAMEBUFFER),
            GLenum(GL_COLOR_ATTACHMENT0),
            GLenum(GL_TEXTURE_2D),
            texture,
            0
        )
    }

    /// The cells of so many surfaces: fewer pixels each when there are more.
    static func regions(count: Int) -> [SIMD4<Float>] {
        var rows = 1
        while rows * rows < count { rows += 1 }
        // One surface does not need all of the texture.
        let cell = (rows == 1 ? 288 : Float(side / rows) - 2) / Float(side)
        let step = Float(1) / Float(rows)
        return (0..<count).map { SIMD4(Float($0 % rows) * step, Float($0 / rows) * step, cell, 0) }
    }

    /// Works out the shadows in all cells; the shadow map must be bound.
    mutating func draw(_ list: [Cell], _ statistics: inout RenderingStatistics) {
        guard !list.isEmpty else { return }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glViewport(0, 0, GLsizei(Self.side), GLsizei(Self.side))
        glDisable(GLenum(GL_DEPTH_TEST))
        glDisable(GLenum(GL_CULL_FACE))
        glDisable(GLenum(GL_BLEND))
        program.use()
        glBindVertexArray(array)
        cells.send(list, &statistics)
        let stride = MemoryLayout<Cell>.stride
        Attribute.point(0, size: 4, stride: stride, offset: 0, divisor: 1)
        Attribute.point(1, size: 4, stride: stride, offset: 16, divisor: 1)
        glDrawArraysInstanced(GLenum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(list.count))
        statistics.drawCalls += 1
    }

    /// Puts the texture where the shaders look for it.
    func bind() {
        glActiveTexture(GLenum(GL_TEXTURE0 + Self.unit))
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        glActiveTexture(GLenum(GL_TEXTURE0))
    }

    func delete() {
        var framebuffer = framebuffer
        var texture = texture
        var array = array
        glDeleteFramebuffers(1, &framebuffer)
        glDeleteTextures(1, &texture)
        glDeleteVertexArrays(1, &array)
        cells.delete()
    }
}
