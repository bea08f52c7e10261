import CGLES
import Imaging

/// A picture to draw into: several samples a pixel for smooth edges, brought together into a plain picture to read, or on the canvas.
///
/// With one sample a pixel both are the same.
struct RenderTarget {
    let width: Int
    let height: Int
    let samples: Int
    let destination: Destination
    private var drawing: GLuint = 0
    /// The plain picture; 0 is the canvas.
    private var resolved: GLuint = 0
    private var buffers: [GLuint] = [0, 0, 0]

    init(width: Int, height: Int, samples: Int, destination: Destination) throws(RenderingError) {
        self.width = width
        self.height = height
        self.samples = samples
        self.destination = destination
        var most: GLint = 0
        glGetIntegerv(GLenum(GL_MAX_SAMPLES), &most)
        let used = samples > 1 ? min(GLsizei(samples), most) : 0
        // A canvas has colours and depth of its own.
        if destination == .canvas, used == 0 { return }
        glGenRenderbuffers(3, &buffers)
        let formats = [GL_RGBA8, GL_DEPTH_COMPONENT24, GL_RGBA8]
        let isNeeded = [used > 0, true, destination == .memory]
        for (i, format) in formats.enumerated() where isNeeded[i] {
            glBindRenderbuffer(GLenum(GL_RENDERBUFFER), buffers[i])
            let count = i < 2 ? used : 0
            glRenderbufferStorageMultisample(
                GLenum(GL_RENDERBUFFER),
                count,
                GLenum(format),
                GLsizei(width),
                GLsizei(height)
            )
        }
        if destination == .memory {
            glGenFramebuffers(1, &resolved)
            attach(buffers[2], at: GL_COLOR_ATTACHMENT0, of: resolved)
        }
        drawing = resolved
        if used > 0 {
            glGenFramebuffers(1, &drawing)
            attach(buffers[0], at: GL_COLOR_ATTACHMENT0, of: drawing)
        }
        attach(buffers[1], at: GL_DEPTH_ATTACHMENT, of: drawing)
        guard glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            delete()
            throw .sizeRefused(width: width, height: height)
        }
    }

    func bind() { bind(drawing) }

    /// Binds the plain picture, whose samples have been brought together.
    func bindResolved() { bind(resolved) }

    private func bind(_ framebuffer: GLuint) {
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glViewport(0, 0, GLsizei(width), GLsizei(height))
    }

    /// Brings the samples together.
    func resolve() {
        if drawing != resolved { copy(from: drawing, to: resolved) }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), drawing)
        let depth = [GLenum(drawing == 0 ? GL_DEPTH : GL_DEPTH_ATTACHMENT)]
        glInvalidateFramebuffer(GLenum(GL_FRAMEBUFFER), 1, depth)
    }

    /// Reads the picture, rows from the top.
    func read(into image: inout [UInt8]) {
        let stride = width * 4
        glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), resolved)
        glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
        image.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress, bytes.count == stride * height else { return }
            glReadPixels(
                0,
                0,
                GLsizei(width),
                GLsizei(height),
                GLenum(GL_RGBA),
                GLenum(GL_UNSIGNED_BYTE),
                start
            )
            for row in 0..<height / 2 {
                let upper = UnsafeMutableRawBufferPointer(start: start + row * stride, count: stride)
                let lower = UnsafeMutableRawBufferPointer(start: start + (height - 1 - row) * stride, count: stride)
                Self.swap(upper, lower)
            }
        }
    }

    func delete() {
        var framebuffers = drawing == resolved ? [resolved] : [drawing, resolved]
        framebuffers.removeAll { $0 == 0 }
        glDeleteFramebuffers(GLsizei(framebuffers.count), &framebuffers)
        var buffers = buffers
        glDeleteRenderbuffers(3, &buffers)
    }

    private func attach(_ buffer: GLuint, at place: Int32, of framebuffer: GLuint) {
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(place), GLenum(GL_RENDERBUFFER), buffer)
    }

    private func copy(from source: GLuint, to destination: GLuint) {
        glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), source)
        glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), destination)
        let (w, h) = (GLint(width), GLint(height))
        glBlitFramebuffer(0, 0, w, h, 0, 0, w, h, GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
    }

    private static func swap(_ a: UnsafeMutableRawBufferPointer, _ b: UnsafeMutableRawBufferPointer) {
        withUnsafeTemporaryAllocation(byteCount: a.count, alignment: 16) { spare in
            spare.copyMemory(from: UnsafeRawBufferPointer(a))
            a.copyMemory(from: UnsafeRawBufferPointer(b))
            b.copyMemory(from: UnsafeRawBufferPointer(spare))
        }
    }
}
