import SceneGraph

@testable import Models

/// A glTF file written by hand: one triangle with whatever a test changes.
struct ModelFile {
    /// The JSON's members besides `asset`, `buffers` and `bufferViews`, as text.
    var parts: String
    /// The binary part, and where each view of it begins.
    private(set) var bytes: [UInt8] = []
    private var views: [String] = []

    init(_ parts: String) { self.parts = parts }

    /// A triangle in the XY plane with a node and a scene about it; accessor 0 has its corners.
    static var triangle: ModelFile {
        var file = ModelFile(
            """
            "scenes":[{"nodes":[0]}],"nodes":[{"name":"corner","mesh":0}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
            "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}]
            """
        )
        file.addView(floats: [0, 0, 0, 1, 0, 0, 0, 2, 0])
        return file
    }

    @discardableResult
    mutating func addView(_ new: [UInt8], stride: Int? = nil) -> Int {
        while bytes.count % 4 != 0 { bytes.append(0) }
        let striding = stride.map { ",\"byteStride\":\($0)" } ?? ""
        views.append("{\"buffer\":0,\"byteOffset\":\(bytes.count),\"byteLength\":\(new.count)\(striding)}")
        bytes += new
        return views.count - 1
    }

    @discardableResult
    mutating func addView(floats: [Float]) -> Int {
        addView(floats.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) } })
    }

    private func json(buffer: String) -> String {
        """
        {"asset":{"version":"2.0"},\(parts),"bufferViews":[\(views.joined(separator: ","))],
        "buffers":[{"byteLength":\(bytes.count)\(buffer)}]}
        """
    }

    /// The file in its binary form.
    var binary: [UInt8] { GLTFContainer.file(json: Array(json(buffer: "").utf8), binary: bytes) }

    /// The file as text whose data stand elsewhere.
    func text(dataAt address: String) -> [UInt8] { Array(json(buffer: ",\"uri\":\"\(address)\"").utf8) }

    func model(limits: ModelLimits = ModelLimits()) throws -> Model { try Model(gltf: binary, limits: limits) }

    /// The reason for which the file is refused; nil if it is read.
    var refusal: ModelError? {
        do {
            _ = try model()
            return nil
        } catch { return error as? ModelError }
    }
}
