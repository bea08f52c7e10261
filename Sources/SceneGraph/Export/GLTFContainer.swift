/// The binary container of a glTF file.
///
/// Khronos Group, "glTF 2.0 Specification", 2021, section 4.4: a header, the JSON and the binary part, each padded to
/// four bytes.
package enum GLTFContainer {
    /// The first four bytes, "glTF"; numbers are little-endian.
    package static let magic: UInt32 = 0x4654_6C67
    /// The type of the chunk that holds the JSON text.
    package static let jsonChunk: UInt32 = 0x4E4F_534A
    /// The type of the chunk that holds the binary data.
    package static let binaryChunk: UInt32 = 0x004E_4942

    /// The file of a JSON text and its binary data; without data there is no binary chunk.
    package static func file(json: [UInt8], binary: [UInt8]) -> [UInt8] {
        var text = ByteWriter(bytes: json)
        text.pad(to: 4, with: 0x20)
        var data = ByteWriter(bytes: binary)
        data.pad(to: 4, with: 0)
        var file = ByteWriter()
        let hasData = !data.bytes.isEmpty
        file.append(magic)
        file.append(2 as UInt32)
        file.append(UInt32(12 + 8 + text.bytes.count + (hasData ? 8 + data.bytes.count : 0)))
        file.append(UInt32(text.bytes.count))
        file.append(jsonChunk)
        file.bytes += text.bytes
        if hasData {
            file.append(UInt32(data.bytes.count))
            file.append(binaryChunk)
            file.bytes += data.bytes
        }
        return file.bytes
    }
}
