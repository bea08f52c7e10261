import SceneGraph

/// Bytes at an address in a glTF file: a data URI, or a file beside it.
enum Resource {
    /// The bytes at an address; `files` returns those of a file beside the model.
    static func bytes(
        at address: String,
        _ element: GLTFElement,
        _ files: (String) -> [UInt8]?
    ) throws(ModelError) -> [UInt8] {
        let text = address.utf8
        guard text.starts(with: "data:".utf8) else {
            guard let bytes = files(address) else { throw .missingFile(address) }
            return bytes
        }
        guard let comma = text.firstIndex(of: UInt8(ascii: ",")),
            text[..<comma].suffix(7).elementsEqual(";base64".utf8),
            let bytes = Base64.bytes(of: text[text.index(after: comma)...])
        else { throw element.error("its data address is not Base64") }
        return bytes
    }
}
