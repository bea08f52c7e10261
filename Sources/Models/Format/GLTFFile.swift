import SceneGraph

/// The two parts of a glTF file: its JSON and its binary data.
///
/// Khronos Group, "glTF 2.0 Specification", 2021, section 4.4.
struct GLTFFile {
    let root: GLTFElement
    /// The data of a binary file; nil in a text file.
    let binary: ArraySlice<UInt8>?

    /// The parts of a file, binary (`.glb`) or text (`.gltf`), as its first bytes indicate.
    init(_ bytes: [UInt8], limits: ModelLimits) throws(ModelError) {
        guard bytes.count <= limits.bytes else {
            throw .tooLarge("\(bytes.count) bytes, and \(limits.bytes) are allowed")
        }
        let text: ArraySlice<UInt8>
        if bytes.count >= 4, Self.number(bytes, 0) == GLTFContainer.magic {
            (text, binary) = try Self.chunks(bytes)
        } else {
            (text, binary) = (bytes[...], nil)
        }
        let value = try JSONParser.value(of: Array(text))
        guard case .object = value else { throw .malformed("the JSON text is no object") }
        root = GLTFElement(value: value, path: "")
        guard let asset = try root.object("asset"), let version = try asset.string("version") else {
            throw .malformed("asset.version: is missing")
        }
        let least = try asset.string("minVersion")
        guard version.utf8.starts(with: "2.".utf8), least?.isExactly("2.0") ?? true else {
            throw .unsupported("glTF \(least ?? version); only version 2 is read")
        }
    }

    private static func number(_ bytes: [UInt8], _ position: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << UInt32(8 * $1) }
    }

    private static func chunks(_ bytes: [UInt8]) throws(ModelError) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        guard bytes.count >= 20 else { throw .malformed("the file ends within its header") }
        guard number(bytes, 4) == 2 else {
            throw .unsupported("glTF container \(number(bytes, 4)); only version 2 is read")
        }
        guard let end = Int(exactly: number(bytes, 8)), end <= bytes.count else {
            throw .malformed("the file has \(bytes.count) of \(number(bytes, 8)) bytes")
        }
        var (text, binary): (ArraySlice<UInt8>?, ArraySlice<UInt8>?)
        var position = 12
        while position + 8 <= end {
            let (start, kind) = (position + 8, number(bytes, position + 4))
            guard let length = Int(exactly: number(bytes, position)), length <= end - start else {
                throw .malformed("byte \(position): a part ends after the file")
            }
            switch kind {
            case GLTFContainer.jsonChunk where position == 12: text = bytes[start..<start + length]
            case GLTFContainer.binaryChunk where binary == nil: binary = bytes[start..<start + length]
            default: break
            }
            position = start + (length + 3) / 4 * 4
        }
        guard let text else { throw .malformed("the file does not begin with a JSON part") }
        return (text, binary)
    }
}
