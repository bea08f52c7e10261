import CGLES
import SceneGraph

/// A mesh in the graphics memory, with the attributes by which instances are read bound to it when drawn.
struct GPUMesh {
    let indexCount: Int
    private var array: GLuint = 0
    private var buffers: [GLuint] = [0, 0]

    /// Sends vertices of eleven numbers: anchor, offset, normal, map coordinate.
    init(vertices: [Float], indices: [UInt32], _ statistics: inout RenderingStatistics) {
        indexCount = indices.count
        glGenVertexArrays(1, &array)
        glGenBuffers(2, &buffers)
        glBindVertexArray(array)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffers[0])
        vertices.withUnsafeBytes {
            glBufferData(GLenum(GL_ARRAY_BUFFER), GLsizeiptr($0.count), $0.baseAddress, GLenum(GL_STATIC_DRAW))
        }
        glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), buffers[1])
        indices.withUnsafeBytes {
            glBufferData(GLenum(GL_ELEMENT_ARRAY_BUFFER), GLsizeiptr($0.count), $0.baseAddress, GLenum(GL_STATIC_DRAW))
        }
        for (i, (size, start)) in [(3, 0), (3, 12), (3, 24), (2, 36)].enumerated() {
            Attribute.point(GLuint(i), size: size, stride: 44, offset: start)
        }
        for i in 4..<11 {
            glEnableVertexAttribArray(GLuint(i))
            glVertexAttribDivisor(GLuint(i), 1)
        }
        statistics.uploads += 2
        statistics.uploadedBytes += 4 * (vertices.count + indices.count)
    }

    /// The shape of a primitive, to be stretched.
    init(_ mesh: PrimitiveMesh, _ statistics: inout RenderingStatistics) {
        var vertices: [Float] = []
        for i in mesh.anchors.indices {
            Self.add(mesh.anchors[i], mesh.offsets[i], mesh.normals[i], mesh.coordinates[i], to: &vertices)
        }
        self.init(vertices: vertices, indices: mesh.indices, &statistics)
    }

    /// Any other shape; its positions are the anchors, to be stretched by 1.
    init(_ mesh: Mesh, _ statistics: inout RenderingStatistics) {
        var vertices: [Float] = []
        vertices.reserveCapacity(11 * mesh.positions.count)
        for i in mesh.positions.indices {
            Self.add(mesh.positions[i], .zero, mesh.normals[i], mesh.coordinates[i], to: &vertices)
        }
        self.init(vertices: vertices, indices: mesh.indices, &statistics)
    }

    /// Draws a run of the instances in the buffer that is bound now.
    func draw(_ range: Range<Int>, _ statistics: inout RenderingStatistics) {
        glBindVertexArray(array)
        let stride = MemoryLayout<MeshInstance>.stride
        for i in 0..<7 {
            Attribute.point(GLuint(4 + i), size: 4, stride: stride, offset: range.lowerBound * stride + 16 * i)
        }
        glDrawElementsInstanced(
            GLenum(GL_TRIANGLES),
            GLsizei(indexCount),
            GLenum(GL_UNSIGNED_INT),
            nil,
            GLsizei(range.count)
        )
        statistics.drawCalls += 1
        statistics.triangles += indexCount / 3 * range.count
    }

    func delete() {
        var buffers = buffers
        var array = array
        glDeleteBuffers(2, &buffers)
        glDeleteVertexArrays(1, &array)
    }

    private static func add(
        _ anchor: SIMD3<Float>,
        _ offset: SIMD3<Float>,
        _ normal: SIMD3<Float>,
        _ position: SIMD2<Float>,
        to vertices: inout [Float]
    ) {
        for vector in [anchor, offset, normal] { vertices += [vector.x, vector.y, vector.z] }
        vertices += [position.x, position.y]
    }
}
