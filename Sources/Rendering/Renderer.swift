import CGLES
import Geometry
import Imaging
import SceneGraph

/// Draws a scene over the camera's picture with OpenGL ES 3.0, which WebGL 2 is too.
///
/// Belongs to the thread and the context that were current when it was made. Each picture: the shadow map, the camera's picture,
/// what hides, what is solid, the shadows on real surfaces, and what one sees through, the farthest first.
public final class Renderer {
    /// What the last picture cost.
    public internal(set) var statistics = RenderingStatistics()
    /// What is drawn into.
    var target: RenderTarget?
    var picture: PicturePass
    var shadows: ShadowPass
    var catchers: CatcherMap
    var shapes: MeshPass
    var lines: LinePass
    var labels: TextPass
    var meshes = MeshStore()
    var textures = TextureStore()
    var glyphs = GlyphSheet()
    let glyphTexture = GlyphTexture()
    var list = DrawList()
    var rig = LightRig()
    var casterBounds: BoundingBox?
    /// The size of the shadow map that the edges on things are read from.
    var shadowLevel = 0
    var instances = GPUBuffer<MeshInstance>(target: GL_ARRAY_BUFFER)
    var uniforms = GPUBuffer<SIMD4<Float>>(target: GL_UNIFORM_BUFFER)
    /// How many samples a pixel smooth the edges, from the next picture on; 1 leaves them rough, and costs less.
    public var samples: Int

    /// A renderer for the context that is current; `samples` a pixel smooth the edges, 1 leaves them rough.
    public init(samples: Int = 4) throws(RenderingError) {
        self.samples = samples
        picture = try PicturePass()
        shadows = try ShadowPass()
        catchers = try CatcherMap()
        shapes = try MeshPass()
        lines = try LinePass()
        labels = try TextPass()
    }

    /// Gives the camera's picture in gray.
    public func setPicture(_ image: GrayImage) {
        image.pixels.withUnsafeBufferPointer { pixels in
            if let start = pixels.baseAddress { setPicture(gray: start, width: image.width, height: image.height) }
        }
    }

    /// Gives the camera's picture in colour.
    public func setPicture(_ image: ColorImage) {
        image.bytes.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { setPicture(rgba: start, width: image.width, height: image.height) }
        }
    }

    /// Gives the camera's picture as gray bytes, rows from the top without padding; they are copied.
    public func setPicture(gray pixels: UnsafePointer<UInt8>, width: Int, height: Int) {
        picture.send(pixels, width: width, height: height, isGray: true)
    }

    /// Gives the camera's picture as bytes of red, green, blue and alpha, rows from the top without padding; they are copied.
    public func setPicture(rgba bytes: UnsafePointer<UInt8>, width: Int, height: Int) {
        picture.send(bytes, width: width, height: height, isGray: false)
    }

    /// Gives the camera's picture as a texture that the host fills, such as a browser's video, its first row at the top.
    public func setPicture(externalTexture name: UInt32) { picture.setExternal(name) }

    /// Reads the last picture, rows from the top, alpha multiplied in; nil before the first.
    public func readPixels() -> ColorImage? {
        guard let target else { return nil }
        var bytes = [UInt8](repeating: 0, count: target.width * target.height * 4)
        target.read(into: &bytes)
        return ColorImage(width: target.width, height: target.height, bytes: bytes)
    }

    /// Reads the last picture into an array of just the right size: width × height × 4.
    public func readPixels(into bytes: inout [UInt8]) { target?.read(into: &bytes) }

    deinit {
        target?.delete()
        picture.delete()
        shadows.delete()
        catchers.delete()
        lines.delete()
        labels.delete()
        meshes.delete()
        textures.delete()
        glyphTexture.delete()
        instances.delete()
        uniforms.delete()
    }
}
