import CGLES
import Imaging
import SceneGraph

/// A scene's images in the graphics memory.
struct TextureStore {
    private struct Entry {
        var name: GLuint
        var image: ColorImage
        var isRepeating: Bool
    }

    private var entries: [Entry?] = []

    /// The name of a texture, sent when it has changed.
    mutating func name(
        of handle: TextureHandle,
        in scene: borrowing Scene,
        _ statistics: inout RenderingStatistics
    ) -> GLuint {
        let texture = scene[handle]
        let slot = Int(handle.index)
        while entries.count <= slot { entries.append(nil) }
        switch texture.content {
        case .external(let name): return name
        case .image(let image):
            if let entry = entries[slot], entry.image == image, entry.isRepeating == texture.isRepeating {
                return entry.name
            }
            let name = entries[slot]?.name ?? Self.newName()
            Self.send(image, to: name, isRepeating: texture.isRepeating)
            entries[slot] = Entry(name: name, image: image, isRepeating: texture.isRepeating)
            statistics.uploads += 1
            statistics.uploadedBytes += image.bytes.count
            return name
        }
    }

    func delete() {
        for entry in entries {
            var name = entry?.name ?? 0
            glDeleteTextures(1, &name)
        }
    }

    private static func newName() -> GLuint {
        var name: GLuint = 0
        glGenTextures(1, &name)
        return name
    }

    private static func send(_ image: ColorImage, to name: GLuint, isRepeating: Bool) {
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
        image.bytes.withUnsafeBytes { bytes in
            glTexImage2D(
                GLenum(GL_TEXTURE_2D),
                0,
                GL_RGBA8,
                GLsizei(image.width),
                GLsizei(image.height),
                0,
                GLenum(GL_RGBA),
                GLenum(GL_UNSIGNED_BYTE),
                bytes.baseAddress
            )
        }
        glGenerateMipmap(GLenum(GL_TEXTURE_2D))
        let wrap = isRepeating ? GL_REPEAT : GL_CLAMP_TO_EDGE
        let settings = [
            (GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR), (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
            (GL_TEXTURE_WRAP_S, wrap), (GL_TEXTURE_WRAP_T, wrap),
        ]
        for (setting, value) in settings { glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(setting), value) }
    }
}
