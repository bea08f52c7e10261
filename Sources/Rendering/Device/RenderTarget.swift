import CGLES
import Imaging

/// An image to draw into: several samples a pixel for smooth edges, brought together into a plain image to read, or
/// on the canvas.
///
/// With one sample a pixel both are the same. The samples are made when something is first drawn with them.
struct RenderTarget {
    let width: Int
    let height: Int
    let samples: Int
    let destination: Destination
    private var drawing: GLuint = 0
    /// The plain image; 0 is the canvas.
    private var resolved: GLuint = 0
    /// Colours and depth of what is drawn, and the plain image's colours.
    private var buffers: [GLuint] = [0, 0, 0]
    private var isReady = false

    init(width: Int, height: Int, samples: Int, destination: Destination) throws(RenderingError) {
        self.width = width
        self.height = height
        self.samples = samples
        self.destination = destination
        // A canvas has colours and depth of its own.
        guard destination == .memory else { return }
        glGenRenderbuffers(3, &buffers)
        glGenFramebuffers(1, &resolved)
        attach(2, GL_RGBA8, samples: 0, at: GL_COLOR_ATTACHMENT0, of: resolved)
        try check()
    }

    /// Binds what is drawn with several samples a pixel, and depth.
    mutating func bind() throws(RenderingError) {
        if !isReady { try makeSamples() }
        bind(drawing)
    }

    private mutating func makeSamples() throws(RenderingError) {
        isReady = true
        var most: GLint = 0
        glGetIntegerv(GLenum(GL_MAX_SAMPLES), &most)
        let used = samples > 1 ? min(GLsizei(samples), most) : 0
        drawing = resolved
        if destination == .canvas, used == 0 { return }
        if destination == .canvas { glGenRenderbuffers(2, &buffers) }
        if used > 0 {
            glGenFramebuffers(1, &drawing)
            attach(0, GL_RGBA8, samples: used, at: GL_COLOR_ATTACHMENT0, of: drawing)
        }
        attach(1, GL_DEPTH_COMPONENT24, samples: used, at: GL_DEPTH_ATTACHMENT, of: drawing)
        try check()
    }

    /// Binds the plain image: the samples that have been brought together, or what needs neither them nor depth.
    func bindPlain() { bind(resolved) }

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

    /// Reads the image, rows from the top.
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

    private func attach(_ i: Int, _ format: Int32, samples: GLsizei, at attachment: Int32, of framebuffer: GLuint) {
        let (kind, size) = (GLenum(GL_RENDERBUFFER), (GLsizei(width), GLsizei(height)))
        glBindRenderbuffer(kind, buffers[i])
        glRenderbufferStorageMultisample(kind, samples, GLenum(format), size.0, size.1)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(attachment), kind, buffers[i])
    }

    private func check() throws(RenderingError) {
        guard glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) != GLenum(GL_FRAMEBUFFER_COMPLETE) else { return }
        delete()
        throw .sizeRefused(width: width, height: height)
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

/// Where an image is drawn.
public enum Destination: Sendable {
    /// Into an image of the renderer's own, to be read.
    case memory
    /// Onto the canvas of the context, the view in its lower left corner: in a browser, where a context has one.
    case canvas
}
