import CGLES

/// The depth of what throws shadows, as the light sees it, in several sizes: soft edges are read from the coarser ones.
struct ShadowPass {
    static let unit: Int32 = 3
    private static let levels = 3

    private let program: ShaderProgram
    private var framebuffer: GLuint = 0
    private var texture: GLuint = 0
    private var sampler: GLuint = 0
    private var oneSizeSampler: GLuint = 0
    private var side = 0

    init() throws(RenderingError) {
        program = try ShaderProgram(
            vertex: [FrameShader.header, MeshShader.toLight, MeshShader.vertex],
            fragment: [FrameShader.header, MeshShader.depthFragment]
        )
        glGenFramebuffers(1, &framebuffer)
        glGenTextures(1, &texture)
        sampler = Self.sampler(GL_LINEAR_MIPMAP_NEAREST)
        oneSizeSampler = Self.sampler(GL_LINEAR)
    }

    /// Draws the batches' depth into the sizes of the map that soft edges of the given spread, a part of the map, are
    /// read from.
    mutating func draw(
        _ batches: [DrawList.MeshBatch],
        side: Int,
        spread: Double,
        meshes: MeshStore,
        _ statistics: inout RenderingStatistics
    ) {
        bindMap()
        resize(side)
        glDepthMask(1)
        glEnable(GLenum(GL_DEPTH_TEST))
        glDepthFunc(GLenum(GL_LESS))
        glDisable(GLenum(GL_BLEND))
        glCullFace(GLenum(GL_BACK))
        program.use()
        for level in 0..<Self.levels where Self.isRead(level, spread: spread, side: side) {
            bind(level)
            glViewport(0, 0, GLsizei(side >> level), GLsizei(side >> level))
            glClear(GLbitfield(GL_DEPTH_BUFFER_BIT))
            for batch in batches {
                if batch.key.isDoubleSided { glDisable(GLenum(GL_CULL_FACE)) } else { glEnable(GLenum(GL_CULL_FACE)) }
                meshes[batch.key.mesh]?.draw(batch.range, &statistics)
            }
        }
    }

    /// Whether `covered` in `ShadowShader` reads a size for one of the edges' radii; a little more, as shaders round
    /// otherwise.
    static func isRead(_ level: Int, spread: Double, side: Int) -> Bool {
        ShadowShader.radii.contains { radius in
            let needed = ShadowShader.level(ofPixels: radius * spread * Double(side))
            return needed > Double(level) - 0.05 && needed < Double(level) + 1.05
        }
    }

    /// Puts the map where the shaders look for it: all its sizes, or one.
    func bindMap(level: Int? = nil) {
        glActiveTexture(GLenum(GL_TEXTURE0 + Self.unit))
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_BASE_LEVEL), GLint(level ?? 0))
        glBindSampler(GLuint(Self.unit), level == nil ? sampler : oneSizeSampler)
        glActiveTexture(GLenum(GL_TEXTURE0))
    }

    /// A map of few pixels, so that shaders have something to read where nothing throws a shadow.
    mutating func prepare() { if side == 0 { resize(1 << (Self.levels - 1)) } }

    func delete() {
        var framebuffer = framebuffer
        var texture = texture
        var samplers = [sampler, oneSizeSampler]
        glDeleteFramebuffers(1, &framebuffer)
        glDeleteTextures(1, &texture)
        glDeleteSamplers(2, &samplers)
    }

    private static func sampler(_ filter: Int32) -> GLuint {
        var sampler: GLuint = 0
        glGenSamplers(1, &sampler)
        for (setting, value) in [
            (GL_TEXTURE_MIN_FILTER, filter), (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
            (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
            (GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE), (GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL),
        ] { glSamplerParameteri(sampler, GLenum(setting), value) }
        return sampler
    }

    private mutating func resize(_ side: Int) {
        guard side != self.side else { return }
        self.side = side
        glActiveTexture(GLenum(GL_TEXTURE0 + Self.unit))
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MAX_LEVEL), GLint(Self.levels - 1))
        for level in 0..<Self.levels {
            let size = GLsizei(max(1, side >> level))
            glTexImage2D(
                GLenum(GL_TEXTURE_2D),
                GLint(level),
                GL_DEPTH_COMPONENT24,
                size,
                size,
                0,
                GLenum(GL_DEPTH_COMPONENT),
                GLenum(GL_UNSIGNED_INT),
                nil
            )
        }
        for level in 0..<Self.levels {
            bind(level)
            glClear(GLbitfield(GL_DEPTH_BUFFER_BIT))
        }
    }

    private func bind(_ level: Int) {
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glFramebufferTexture2D(
            GLenum(GL_FRAMEBUFFER),
            GLenum(GL_DEPTH_ATTACHMENT),
            GLenum(GL_TEXTURE_2D),
            texture,
            GLint(level)
        )
    }
}
