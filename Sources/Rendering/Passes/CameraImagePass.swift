import CGLES
import Geometry
import Imaging

/// Draws the camera image over the whole view, its lens straightened, so that what is drawn on top fits.
struct CameraImagePass {
    private enum Source {
        case none
        case gray
        case color
        case external(GLuint)
    }

    private let colorProgram: ShaderProgram
    private let grayProgram: ShaderProgram
    private var source = Source.none
    private var texture: GLuint = 0
    private var textureSize = SIMD2(0, 0)
    private var array: GLuint = 0
    private var vertices = GPUBuffer<SIMD4<Float>>(target: GL_ARRAY_BUFFER)
    private var indices = GPUBuffer<UInt16>(target: GL_ELEMENT_ARRAY_BUFFER)
    private var viewpoint: Viewpoint?
    private var cells = SIMD2(0, 0)

    init() throws(RenderingError) {
        let head = FrameShader.header
        colorProgram = try ShaderProgram(
            vertex: [head, CameraImageShader.vertex],
            fragment: [head, CameraImageShader.colorFragment],
            samplers: [("cameraImage", 0)]
        )
        grayProgram = try ShaderProgram(
            vertex: [head, CameraImageShader.vertex],
            fragment: [head, CameraImageShader.grayFragment],
            samplers: [("cameraImage", 0)]
        )
        glGenTextures(1, &texture)
        glGenVertexArrays(1, &array)
    }

    var hasImage: Bool {
        if case .none = source { false } else { true }
    }

    mutating func setExternal(_ name: GLuint) { source = .external(name) }

    /// Sends an image of one or four bytes a pixel, rows from the top.
    mutating func send(_ pixels: UnsafePointer<UInt8>, width: Int, height: Int, isGray: Bool) {
        glActiveTexture(GLenum(GL_TEXTURE0))
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), isGray ? 1 : 4)
        let format = GLenum(isGray ? GL_RED : GL_RGBA)
        var isSameKind = false
        switch source {
        case .gray: isSameKind = isGray
        case .color: isSameKind = !isGray
        default: break
        }
        let size = (GLsizei(width), GLsizei(height))
        if isSameKind, textureSize == SIMD2(width, height) {
            glTexSubImage2D(
                GLenum(GL_TEXTURE_2D),
                0,
                0,
                0,
                size.0,
                size.1,
                format,
                GLenum(GL_UNSIGNED_BYTE),
                pixels
            )
        } else {
            let stored = isGray ? GL_R8 : GL_RGBA8
            glTexImage2D(
                GLenum(GL_TEXTURE_2D),
                0,
                stored,
                size.0,
                size.1,
                0,
                format,
                GLenum(GL_UNSIGNED_BYTE),
                pixels
            )
            TextureSampling.setLinear()
        }
        textureSize = SIMD2(width, height)
        source = isGray ? .gray : .color
    }

    /// Whether it covers the whole of a view.
    func fills(_ viewpoint: Viewpoint) -> Bool { hasImage && viewpoint.fit == .fill }

    /// Draws it with the blending that is set, beneath what is there or over nothing.
    mutating func draw(_ viewpoint: Viewpoint, _ statistics: inout RenderingStatistics) {
        var name = texture
        var program = colorProgram
        switch source {
        case .none: return
        case .gray: program = grayProgram
        case .color: break
        case .external(let external): name = external
        }
        glBindVertexArray(array)
        if self.viewpoint.map({ Self.isSameMapping($0, viewpoint) }) != true { shape(viewpoint, &statistics) }
        program.use()
        glActiveTexture(GLenum(GL_TEXTURE0))
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        glDisable(GLenum(GL_DEPTH_TEST))
        glDepthMask(0)
        let count = cells.x * cells.y * 6
        glDrawElements(GLenum(GL_TRIANGLES), GLsizei(count), GLenum(GL_UNSIGNED_SHORT), nil)
        statistics.drawCalls += 1
        statistics.triangles += count / 3
        if viewpoint.fit == .whole { Self.blackenBars() }
    }

    /// Beside an image that is shown whole is black: what is left see-through becomes opaque.
    private static func blackenBars() {
        glColorMask(0, 0, 0, 1)
        glClearColor(0, 0, 0, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        glColorMask(1, 1, 1, 1)
    }

    func delete() {
        var texture = texture
        var array = array
        glDeleteTextures(1, &texture)
        glDeleteVertexArrays(1, &array)
        vertices.delete()
        indices.delete()
    }

    private static func isSameMapping(_ a: Viewpoint, _ b: Viewpoint) -> Bool {
        a.lens == b.lens && a.viewSize == b.viewSize && a.turn == b.turn && a.fit == b.fit
    }

    /// A lattice of positions in the view, each with the position in the image that a straight lens would show there.
    private mutating func shape(_ viewpoint: Viewpoint, _ statistics: inout RenderingStatistics) {
        self.viewpoint = viewpoint
        let isStraight = viewpoint.lens.distortion == .none
        let (columns, rows) = isStraight ? (1, 1) : (64, 48)
        let ideal = viewpoint.viewFromIdeal.inverse ?? .identity
        // The whole of an image with bars beside it ends at its edge.
        let view = viewpoint.fit == .whole ? Self.shownPart(viewpoint) : (Vector2(0, 0), Vector2(1, 1))
        var positions: [SIMD4<Float>] = []
        for row in 0...rows {
            for column in 0...columns {
                let part = Vector2(Double(column) / Double(columns), Double(row) / Double(rows))
                let position = view.0 + (view.1 - view.0) * part
                let pixel = viewpoint.lens.pixel(ofNormalized: ideal * position) / viewpoint.lens.sizePixels
                positions.append(SIMD4(Vector4(position.x * 2 - 1, 1 - position.y * 2, pixel.x, pixel.y)))
            }
        }
        vertices.send(positions, &statistics)
        Attribute.point(0, size: 2, stride: 16, offset: 0)
        Attribute.point(1, size: 2, stride: 16, offset: 8)
        if cells != SIMD2(columns, rows) {
            cells = SIMD2(columns, rows)
            var corners: [UInt16] = []
            for row in 0..<rows {
                for column in 0..<columns {
                    let a = UInt16(row * (columns + 1) + column)
                    let b = a + UInt16(columns + 1)
                    corners += [a, b, a + 1, a + 1, b, b + 1]
                }
            }
            indices.send(corners, &statistics)
        }
    }

    private static func shownPart(_ viewpoint: Viewpoint) -> (Vector2, Vector2) {
        let map = AffineMap.displayTransform(
            imageSize: viewpoint.lens.sizePixels,
            viewSize: Vector2(Double(viewpoint.viewSize.x), Double(viewpoint.viewSize.y)),
            turn: viewpoint.turn,
            fit: viewpoint.fit
        )
        let a = map * Vector2(0, 0)
        let b = map * Vector2(1, 1)
        return (pointwiseMin(a, b), pointwiseMax(a, b))
    }
}
