import CGLES

/// Where a shader's vertex input is read in the bound buffer.
enum Attribute {
    static func point(
        _ location: GLuint,
        size: Int,
        stride: Int,
        offset: Int,
        type: Int32 = GL_FLOAT,
        divisor: GLuint = 0
    ) {
        glEnableVertexAttribArray(location)
        glVertexAttribPointer(
            location,
            GLint(size),
            GLenum(type),
            type == GL_FLOAT ? 0 : 1,
            GLsizei(stride),
            UnsafeRawPointer(bitPattern: offset)
        )
        if divisor > 0 { glVertexAttribDivisor(location, divisor) }
    }
}
