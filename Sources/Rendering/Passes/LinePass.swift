import CGLES

/// Draws lines and dots.
struct LinePass {
    private var program: OccludableProgram
    private var array: GLuint = 0
    private var points = GPUBuffer<LinePoint>(target: GL_ARRAY_BUFFER)

    init() throws(RenderingError) {
        program = try OccludableProgram(vertex: [LineShader.vertex], fragment: [LineShader.fragment])
        glGenVertexArrays(1, &array)
    }

    mutating func send(_ lines: [LinePoint], _ statistics: inout RenderingStatistics) {
        if !lines.isEmpty { points.send(lines, &statistics) }
    }

    /// Draws a run of the points: every four in a row are one piece with what comes before and after it.
    mutating func draw(
        _ range: Range<Int>,
        isOverEverything: Bool,
        isOccluded: Bool,
        _ statistics: inout RenderingStatistics
    ) throws(RenderingError) {
        guard range.count > 3 else { return }
        try program.use(isOccluded: isOccluded)
        glBindVertexArray(array)
        points.bind()
        let stride = MemoryLayout<LinePoint>.stride
        let start = range.lowerBound * stride
        for i in 0..<4 { Attribute.point(GLuint(i), size: 4, stride: stride, offset: start + i * stride, divisor: 1) }
        Attribute.point(4, size: 4, stride: stride, offset: start + stride + 16, type: GL_UNSIGNED_BYTE, divisor: 1)
        Attribute.point(5, size: 3, stride: stride, offset: start + stride + 20, divisor: 1)
        glEnable(GLenum(GL_BLEND))
        glEnable(GLenum(GL_DEPTH_TEST))
        glDisable(GLenum(GL_CULL_FACE))
        glDepthFunc(GLenum(isOverEverything ? GL_ALWAYS : GL_LEQUAL))
        glDepthMask(0)
        glDrawArraysInstanced(GLenum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(range.count - 3))
        statistics.drawCalls += 1
        statistics.triangles += 2 * (range.count - 3)
    }

    func delete() {
        var array = array
        glDeleteVertexArrays(1, &array)
        points.delete()
    }
}
