import SceneGraph

/// Reads the vertex attributes of one mesh; every list must be as long as that of the positions.
struct VertexReader {
    let accessors: AccessorReader
    let attributes: GLTFElement
    let count: Int

    /// Three numbers per vertex; nil if the mesh has no such list.
    func vectors(_ name: StaticString) throws(ModelError) -> [SIMD3<Float>]? {
        guard let floats = try floats(name, width: 3) else { return nil }
        return (0..<count).map { SIMD3(floats[3 * $0], floats[3 * $0 + 1], floats[3 * $0 + 2]) }
    }

    /// The normals, each of length 1; empty if the mesh has none.
    func normals() throws(ModelError) -> [SIMD3<Float>] {
        guard let vectors = try vectors("NORMAL") else { return [] }
        return vectors.map { vector in
            let length = (vector * vector).sum().squareRoot()
            return length > 0 ? vector / length : SIMD3(0, 1, 0)
        }
    }

    /// The texture coordinates, transformed by the material; empty if the mesh has none.
    func coordinates(_ placement: MapPlacement) throws(ModelError) -> [SIMD2<Float>] {
        let name: StaticString = placement.set == 1 ? "TEXCOORD_1" : "TEXCOORD_0"
        guard let floats = try floats(name, width: 2) else { return [] }
        return (0..<count).map { placement.moved(SIMD2(floats[2 * $0], floats[2 * $0 + 1])) }
    }

    /// The joints of each vertex and their weights; both empty without a skin.
    func joints() throws(ModelError) -> (joints: [SIMD4<UInt16>], weights: [SIMD4<Float>]) {
        guard let index = try attributes.index("JOINTS_0", below: accessors.count) else { return ([], []) }
        guard let weights = try floats("WEIGHTS_0", width: 4) else {
            throw attributes.error("JOINTS_0 needs WEIGHTS_0")
        }
        let joints = try accessors.integers(index, width: 4)
        guard joints.count == 4 * count else { throw attributes.error("JOINTS_0 needs an element a vertex") }
        guard joints.allSatisfy({ $0 <= UInt16.max }) else { throw attributes.error("a joint is above 65535") }
        let sums = (0..<count).map { i in (0..<4).reduce(Float(0)) { $0 + max(0, weights[4 * i + $1]) } }
        return (
            (0..<count).map { i in SIMD4((0..<4).map { UInt16(joints[4 * i + $0]) }) },
            (0..<count).map { i in
                // Without any weight the first joint moves the vertex.
                guard sums[i] > 0 else { return SIMD4(1, 0, 0, 0) }
                return SIMD4((0..<4).map { max(0, weights[4 * i + $0]) / sums[i] })
            }
        )
    }

    private func floats(_ name: StaticString, width: Int) throws(ModelError) -> [Float]? {
        guard let index = try attributes.index(name, below: accessors.count) else { return nil }
        guard accessors.count(of: index) == count else { throw attributes.error("\(name) needs an element a vertex") }
        return try accessors.floats(index, width: width)
    }
}
