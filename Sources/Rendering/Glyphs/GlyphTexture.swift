import CGLES

/// The sheet of letters as a texture.
struct GlyphTexture {
    let name: GLuint

    init() {
        var name: GLuint = 0
        glGenTextures(1, &name)
        self.name = name
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        let side = GLsizei(GlyphSheet.side)
        let zeros = [UInt8](repeating: 0, count: GlyphSheet.side * GlyphSheet.side)
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
        glTexImage2D(
            GLenum(GL_TEXTURE_2D),
            0,
            GL_R8,
            side,
            side,
            0,
            GLenum(GL_RED),
            GLenum(GL_UNSIGNED_BYTE),
            zeros
        )
        TextureSampling.setLinear()
    }

    /// Sends what is new on the sheet.
    func send(_ sheet: inout GlyphSheet, _ statistics: inout RenderingStatistics) {
        guard let rows = sheet.takeFreshRows() else { return }
        glActiveTexture(GLenum(GL_TEXTURE0))
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
        sheet.bytes.withUnsafeBufferPointer { bytes in
            guard let first = bytes.baseAddress else { return }
            glTexSubImage2D(
                GLenum(GL_TEXTURE_2D),
                0,
                0,
                GLint(rows.lowerBound),
                GLsizei(GlyphSheet.side),
                GLsizei(rows.count),
                GLenum(GL_RED),
                GLenum(GL_UNSIGNED_BYTE),
                first + rows.lowerBound * GlyphSheet.side
            )
        }
        statistics.uploads += 1
        statistics.uploadedBytes += rows.count * GlyphSheet.side
    }

    func delete() {
        var name = name
        glDeleteTextures(1, &name)
    }
}
