import CGLES

/// A buffer of the graphics memory that grows as needed and is only sent when its content has changed.
struct GPUBuffer<Element: BitwiseCopyable & Equatable> {
    let name: GLuint
    private let target: GLenum
    private var capacity = 0
    private var content: [Element] = []

    init(target: Int32) {
        var name: GLuint = 0
        glGenBuffers(1, &name)
        self.name = name
        self.target = GLenum(target)
    }

    func bind() { glBindBuffer(target, name) }

    /// Binds the buffer and sends the elements, unless it holds just these.
    mutating func send(_ elements: [Element], _ statistics: inout RenderingStatistics) {
        bind()
        guard elements != content || elements.isEmpty else { return }
        let size = elements.count * MemoryLayout<Element>.stride
        if size > capacity { capacity = max(size, capacity * 2) }
        elements.withUnsafeBytes { bytes in
            // A new store each time: the old one may still be read by the last image.
            glBufferData(target, GLsizeiptr(capacity), nil, GLenum(GL_STREAM_DRAW))
            glBufferSubData(target, 0, GLsizeiptr(size), bytes.baseAddress)
        }
        content = elements
        statistics.uploads += 1
        statistics.uploadedBytes += size
    }

    func delete() {
        var name = name
        glDeleteBuffers(1, &name)
    }
}
