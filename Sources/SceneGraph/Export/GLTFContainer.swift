/// The binary container of a glTF file.
///
/// Khronos Group, "glTF 2.0 Specification", 2021, section 4.4: a header, the JSON and the binary part, each padded to
/// four bytes.
package enum GLTFContainer {
    /// The file of a JSON text and of the binary data that it refers to; without data there is no binary part.
    package static func file(json: [UInt8], binary: [UInt8]) -> [UInt8] {
        var text = ByteWriter(bytes: json)
        text.pad(to: 4, with: 0x20)
        var data = ByteWriter(bytes: binary)
        data.pad(to: 4, with: 0)
        var file = ByteWriter()
        let hasData = !data.bytes.isEmpty
        file.append(0x4654_6C67 as UInt32)
        file.append(2 as UInt32)
        file.append(UInt32(12 + 8 + text.bytes.count + (hasData ? 8 + data.bytes.count : 0)))
        file.append(UInt32(text.bytes.count))
        file.append(0x4E4F_534A as UInt32)
        file.bytes += text.bytes
        if hasData {
            file.append(UInt32(data.bytes.count))
            file.append(0x004E_4942 as UInt32)
            file.bytes += data.bytes
        }
        return file.bytes
    }
}
