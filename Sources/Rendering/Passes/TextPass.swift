import CGLES

/// Draws labels.
struct TextPass {
    private let program: ShaderProgram
    private var array: GLuint = 0
    private var quads = GPUBuffer<TextQuad>(target: GL_ARRAY_BUFFER)

    init() throws(RenderingError) {
        program = try ShaderProgram(
            vertex: [FrameShader.header, TextShader.vertex],
            fragment: [FrameShader.header, TextShader.fragment],
            samplers: [("letters", 0)]
        )
        glGenVertexArrays(1, &array)
    }

    mutating func send(_ text: [TextQuad], _ statistics: inout RenderingStatistics) {
        if !text.isEmpty { quads.send(text, &statistics) }
    }

    func draw(_ range: Range<Int>, isOverEverything: Bool, letters: GLuint, _ statistics: inout RenderingStatistics) {
        program.use()
        glBindVertexArray(array)
        quads.bind()
        let stride = MemoryLayout<TextQuad>.stride
        for i in 0..<5 {
            let offset = range.lowerBound * stride + 16 * i
            Attribute.point(GLuint(i), size: 4, stride: stride, offset: offset, divisor: 1)
        }
        glActiveTexture(GLenum(GL_TEXTURE0))
        glBindTexture(GLenum(GL_TEXTURE_2D), letters)
        glEnable(GLenum(GL_BLEND))
        glEnable(GLenum(GL_DEPTH_TEST))
        glDisable(GLenum(GL_CULL_FACE))
        glDepthFunc(GLenum(isOverEverything ? GL_ALWAYS : GL_LEQUAL))
        glDepthMask(0)
        glDrawArraysInstanced(GLenum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(range.count))
        statistics.drawCalls += 1
        statistics.triangles += 2 * range.count
    }

    func delete() {
        var array = array
        glDeleteVertexArrays(1, &array)
        quads.delete()
    }
}
