/// The two parts of a glTF file: its JSON and the data that stand beside it in the same file.
///
/// Khronos Group, "glTF 2.0 Specification", 2021, section 4.4.
struct GLTFFile {
    let root: GLTFElement
    /// The data of a binary file; nil in a file of text alone.
    let binary: ArraySlice<UInt8>?

    /// The parts of a file, binary (`.glb`) or text (`.gltf`), as its first bytes say.
    init(_ bytes: [UInt8], limits: ModelLimits) throws(ModelError) {
        guard bytes.count <= limits.bytes else {
            throw .tooLarge("\(bytes.count) bytes, and \(limits.bytes) are allowed")
        }
        let text: ArraySlice<UInt8>
        if bytes.starts(with: [0x67, 0x6C, 0x54, 0x46]) {
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
        let needed = try asset.string("minVersion") ?? version
        guard version.utf8.starts(with: "2.".utf8),
            needed.utf8.elementsEqual("2.0".utf8) || !asset.contains("minVersion")
        else { throw .unsupported("glTF \(needed); only version 2 is read") }
    }

    private static func chunks(_ bytes: [UInt8]) throws(ModelError) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        func number(_ position: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
        }
        guard bytes.count >= 20 else { throw .malformed("the file ends within its header") }
        guard number(4) == 2 else { throw .unsupported("glTF container \(number(4)); only version 2 is read") }
        let end = number(8)
        guard end <= bytes.count else { throw .malformed("the file has \(bytes.count) of \(end) bytes") }
        var (text, binary): (ArraySlice<UInt8>?, ArraySlice<UInt8>?)
        var position = 12
        while position + 8 <= end {
            let (length, kind) = (number(position), number(position + 4))
            let start = position + 8
            guard length <= end - start else { throw .malformed("byte \(position): a part ends after the file") }
            switch kind {
            case 0x4E4F_534A where position == 12: text = bytes[start..<start + length]
            case 0x004E_4942 where binary == nil: binary = bytes[start..<start + length]
            default: break
            }
            position = start + (length + 3) / 4 * 4
        }
        guard let text else { throw .malformed("the file does not begin with a JSON part") }
        return (text, binary)
    }
}
