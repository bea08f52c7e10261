import CGLES

/// How textures are read.
enum TextureSampling {
    /// The flat texture that is bound is read between its pixels, and beyond its edge as at its edge.
    static func setLinear() {
        for (setting, value) in [
            (GL_TEXTURE_MIN_FILTER, GL_LINEAR), (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
            (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
        ] { glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(setting), value) }
    }
}
