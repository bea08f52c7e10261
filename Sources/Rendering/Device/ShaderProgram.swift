import CGLES

/// A vertex and a fragment shader, linked.
struct ShaderProgram {
    let name: GLuint

    /// Compiles the pieces of both shaders in order; the block `Frame` is bound to the first uniform buffer.
    init(
        vertex: [StaticString],
        fragment: [StaticString],
        samplers: [(StaticString, Int32)] = []
    ) throws(RenderingError) {
        name = glCreateProgram()
        let shaders = [
            try Self.compiled(GLenum(GL_VERTEX_SHADER), vertex),
            try Self.compiled(GLenum(GL_FRAGMENT_SHADER), fragment),
        ]
        for shader in shaders { glAttachShader(name, shader) }
        glLinkProgram(name)
        for shader in shaders { glDeleteShader(shader) }
        var isLinked: GLint = 0
        glGetProgramiv(name, GLenum(GL_LINK_STATUS), &isLinked)
        guard isLinked != 0 else { throw .shaderRefused(Self.log(of: name, glGetProgramInfoLog)) }
        bindFrame()
        glUseProgram(name)
        for (sampler, unit) in samplers { glUniform1i(location(sampler), unit) }
    }

    func use() { glUseProgram(name) }

    private func location(_ name: StaticString) -> GLint {
        Self.withCharacters(of: name) { glGetUniformLocation(self.name, $0) }
    }

    private func bindFrame() {
        let block = Self.withCharacters(of: "Frame") { glGetUniformBlockIndex(name, $0) }
        if block != GLuint.max { glUniformBlockBinding(name, block, 0) }
    }

    private static func compiled(_ kind: GLenum, _ pieces: [StaticString]) throws(RenderingError) -> GLuint {
        let shader = glCreateShader(kind)
        let texts = pieces.map {
            UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) as UnsafePointer<CChar>?
        }
        let lengths = pieces.map { GLint($0.utf8CodeUnitCount) }
        texts.withUnsafeBufferPointer { texts in
            glShaderSource(shader, GLsizei(texts.count), texts.baseAddress, lengths)
        }
        glCompileShader(shader)
        var isCompiled: GLint = 0
        glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &isCompiled)
        guard isCompiled != 0 else { throw .shaderRefused(log(of: shader, glGetShaderInfoLog)) }
        return shader
    }

    private static func log(
        of name: GLuint,
        _ get: (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?) -> Void
    ) -> String {
        var length: GLsizei = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            buffer.withMemoryRebound(to: GLchar.self) { get(name, 4096, &length, $0.baseAddress) }
            count = max(0, min(4096, Int(length)))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func withCharacters<Result>(
        of text: StaticString,
        _ body: (UnsafePointer<CChar>?) -> Result
    ) -> Result {
        body(UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
    }
}
