import Foundation

/// Whether a binary glTF file is whole: its header, its chunks and its JSON.
///
/// Khronos, "glTF 2.0 Specification", section 4.4. Pages read the rest with the engine's own reader, which refuses what is
/// hostile; nothing is fetched for a model, so a file that names others is refused here.
enum ModelHeader {
    /// The maximum number of bytes of the JSON chunk: the engine reads no more.
    private static let longestJSON = 4 << 20

    static func isWhole(_ file: Data) -> Bool {
        let bytes = [UInt8](file)
        func word(_ offset: Int) -> Int { (0..<4).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }
        guard bytes.count >= 20, word(4) == 2, word(8) == bytes.count else { return false }
        let length = word(12)
        guard word(16) == 0x4E4F_534A, length <= longestJSON, 20 + length <= bytes.count,
            let scene = try? JSONDecoder().decode(Scene.self, from: file.dropFirst(20).prefix(length)),
            scene.asset.version.hasPrefix("2.")
        else { return false }
        return ((scene.buffers ?? []) + (scene.images ?? [])).allSatisfy { $0.uri?.hasPrefix("data:") ?? true }
    }

    private struct Scene: Decodable {
        struct Asset: Decodable { let version: String }
        struct Source: Decodable { let uri: String? }
        let asset: Asset
        let buffers: [Source]?
        let images: [Source]?
    }
}
