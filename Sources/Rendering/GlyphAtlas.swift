import CGLES
import SceneGraph

/// The letters in use as distance fields in one texture; a letter is made when it is first needed.
struct GlyphAtlas {
    struct Entry {
        /// The corners in the texture: left, bottom, right, top.
        var rectangle: SIMD4<Float>
        /// The lower left corner and the size in ems.
        var origin: SIMD2<Float>
        var size: SIMD2<Float>
    }

    private enum Cell {
        case unknown
        case empty
        case made(Entry)
    }

    private static let side = 1024
    private var cells: [Cell]
    private var shelf = (x: 0, y: 0, height: 0)
    let texture: GLuint

    init() {
        cells = Array(repeating: .unknown, count: Typeface.standard.count)
        var name: GLuint = 0
        glGenTextures(1, &name)
        texture = name
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        let side = GLsizei(Self.side)
        let zeros = [UInt8](repeating: 0, count: Self.side * Self.side)
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
        for (setting, value) in [
            (GL_TEXTURE_MIN_FILTER, GL_LINEAR), (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
            (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
        ] { glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(setting), value) }
    }

    /// A letter's place; nil for one that leaves no mark.
    mutating func entry(ofGlyph glyph: Int, _ statistics: inout RenderingStatistics) -> Entry? {
        if case .unknown = cells[glyph] { cells[glyph] = make(glyph, &statistics) }
        if case .made(let entry) = cells[glyph] { return entry }
        return nil
    }

    func delete() {
        var name = texture
        glDeleteTextures(1, &name)
    }

    private mutating func make(_ glyph: Int, _ statistics: inout RenderingStatistics) -> Cell {
        guard let field = SignedDistance(Typeface.standard.contours(ofGlyph: glyph)) else { return .empty }
        if shelf.x + field.width + 1 > Self.side { shelf = (0, shelf.y + shelf.height + 1, 0) }
        // A full texture starts over: all letters are made again as they are needed.
        if shelf.y + field.height > Self.side {
            shelf = (0, 0, 0)
            cells = Array(repeating: .unknown, count: cells.count)
        }
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
        glTexSubImage2D(
            GLenum(GL_TEXTURE_2D),
            0,
            GLint(shelf.x),
            GLint(shelf.y),
            GLsizei(field.width),
            GLsizei(field.height),
            GLenum(GL_RED),
            GLenum(GL_UNSIGNED_BYTE),
            field.bytes
        )
        statistics.uploads += 1
        statistics.uploadedBytes += field.bytes.count
        let size = SIMD2(Float(field.width), Float(field.height))
        let start = SIMD2(Float(shelf.x), Float(shelf.y))
        shelf = (shelf.x + field.width + 1, shelf.y, max(shelf.height, field.height))
        let corners = SIMD4(start.x, start.y + size.y, start.x + size.x, start.y) / Float(Self.side)
        return .made(Entry(rectangle: corners, origin: field.origin, size: size / SignedDistance.pixelsPerEm))
    }
}
