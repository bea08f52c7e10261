import CGLES
import Depth
import Geometry
import Imaging
import SceneGraph

/// Draws a scene over the camera image with OpenGL ES 3.0, which WebGL 2 is too.
///
/// Belongs to the thread and the context that were current when it was made. Each image: the shadow map, the camera's
/// image, what hides, what is solid, the shadows on real surfaces, and what one sees through, the farthest first.
public final class Renderer {
    /// What the last image cost.
    public private(set) var statistics = RenderingStatistics()
    private var target: RenderTarget?
    private var cameraImage: CameraImagePass
    private var shadows: ShadowPass
    private var catchers: ShadowCatcherMap
    private var shapes: MeshPass
    private var lines: LinePass
    private var labels: TextPass
    private var occlusion = OcclusionPass()
    private var textures = TextureStore()
    private let glyphTexture = GlyphTexture()
    private var collector = SceneCollector()
    /// The size of the shadow map from which the edges of shadows on things are read.
    private var shadowLevel = 0
    private var instances = GPUBuffer<MeshInstance>(target: GL_ARRAY_BUFFER)
    private var uniforms = GPUBuffer<SIMD4<Float>>(target: GL_UNIFORM_BUFFER)
    /// How many samples a pixel smooth the edges, from the next image on; 1 leaves them rough, and costs less.
    public var samples: Int

    /// The surroundings that hide what is behind them, from the next image on: a depth map of this or an earlier image,
    /// with its pose in the same world; nil hides nothing.
    ///
    /// Shapes, their shadows and lines fade out behind it; labels and what is not hidden behind objects stay. Where the
    /// map knows nothing, nothing is hidden. Before one colour it has no effect.
    public var surroundings: DepthMap?

    /// A renderer for the context that is current; `samples` a pixel smooth the edges, 1 leaves them rough.
    public init(samples: Int = 4) throws(RenderingError) {
        self.samples = samples
        cameraImage = try CameraImagePass()
        shadows = try ShadowPass()
        catchers = try ShadowCatcherMap()
        shapes = try MeshPass()
        lines = try LinePass()
        labels = try TextPass()
    }

    /// Gives the camera image in gray.
    public func setImage(_ image: GrayImage) {
        image.pixels.withUnsafeBufferPointer { pixels in
            if let start = pixels.baseAddress { setImage(gray: start, width: image.width, height: image.height) }
        }
    }

    /// Gives the camera image in colour.
    public func setImage(_ image: ColorImage) {
        image.bytes.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { setImage(rgba: start, width: image.width, height: image.height) }
        }
    }

    /// Gives the camera image as gray bytes, rows from the top without padding; they are copied.
    public func setImage(gray pixels: UnsafePointer<UInt8>, width: Int, height: Int) {
        cameraImage.send(pixels, width: width, height: height, isGray: true)
    }

    /// Gives the camera image as bytes of red, green, blue and alpha, rows from the top without padding; they are
    /// copied.
    public func setImage(rgba bytes: UnsafePointer<UInt8>, width: Int, height: Int) {
        cameraImage.send(bytes, width: width, height: height, isGray: false)
    }

    /// Gives the camera image as a texture that the host fills, such as a browser's video, its first row at the
    /// top.
    public func setImage(externalTexture name: UInt32) { cameraImage.setExternal(name) }

    /// Reads the last image, rows from the top, alpha multiplied in; nil before the first.
    public func readPixels() -> ColorImage? {
        guard let target else { return nil }
        var bytes = [UInt8](repeating: 0, count: target.width * target.height * 4)
        target.read(into: &bytes)
        return ColorImage(width: target.width, height: target.height, bytes: bytes)
    }

    /// Reads the last image into an array of just the right size: width × height × 4.
    public func readPixels(into bytes: inout [UInt8]) { target?.read(into: &bytes) }

    // MARK: - Drawing

    /// Draws a scene as seen from a viewpoint; what is drawn into memory can be read after.
    public func draw(
        _ scene: borrowing Scene,
        from viewpoint: Viewpoint,
        background: Background = .image,
        onto destination: Destination = .memory
    ) throws(RenderingError) {
        statistics = RenderingStatistics()
        try prepareTarget(viewpoint.viewSize, destination)
        let view = ViewTransform(viewpoint)
        collector.collect(scene, viewpoint, view, &statistics)
        send(viewpoint, view)
        prepareOcclusion(viewpoint, background)
        if collector.list.isSmooth { return try drawSmooth(scene, viewpoint, background) }
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        try bindSamples()
        clear(background)
        shadows.bindMap(level: shadowLevel)
        catchers.bind()
        try drawShapes(collector.list.occluderBatches, as: .occluder, of: scene)
        try drawShapes(collector.list.opaqueBatches, as: .opaque, of: scene)
        let areShadowsBeneath = canLayShadowsBeneath(background)
        if !areShadowsBeneath { try drawShapes(collector.list.catcherBatches, as: .catcher, of: scene) }
        try drawBlended(scene)
        target?.resolve()
        beginBeneath()
        if areShadowsBeneath { try drawShapes(collector.list.catcherBatches, as: .beneath, of: scene) }
        if background == .image { cameraImage.draw(viewpoint, &statistics) }
    }

    /// Draws what smooths its own edges and hides nothing, from the back to the front: it needs neither samples nor
    /// depth.
    private func drawSmooth(
        _ scene: borrowing Scene,
        _ viewpoint: Viewpoint,
        _ background: Background
    ) throws(RenderingError) {
        target?.bindPlain()
        if background != .image || !cameraImage.fills(viewpoint) { clear(background) }
        glDisable(GLenum(GL_BLEND))
        if background == .image { cameraImage.draw(viewpoint, &statistics) }
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        try drawBlended(scene)
    }

    private func prepareOcclusion(_ viewpoint: Viewpoint, _ background: Background) {
        var map = surroundings
        if case .color = background { map = nil }
        occlusion.prepare(map, viewpoint, &statistics)
        shapes.isOccluded = occlusion.isActive
    }

    private func bindSamples() throws(RenderingError) {
        do throws(RenderingError) {
            try target?.bind()
        } catch {
            target = nil
            throw error
        }
    }

    private func prepareTarget(_ size: SIMD2<Int>, _ destination: Destination) throws(RenderingError) {
        if let target, target.width == size.x, target.height == size.y, target.samples == samples,
            target.destination == destination
        {
            return
        }
        guard size.x > 0, size.y > 0 else { throw .sizeRefused(width: size.x, height: size.y) }
        target?.delete()
        target = nil
        target = try RenderTarget(width: size.x, height: size.y, samples: samples, destination: destination)
    }

    private func clear(_ background: Background) {
        var color = SIMD4<Float>(0, 0, 0, 1)
        switch background {
        case .image: color.w = cameraImage.hasImage ? 0 : 1
        case .color(let chosen): color = SIMD4(SIMD3<Float>(chosen.components), 1)
        case .transparent: color.w = 0
        }
        glColorMask(1, 1, 1, 1)
        glDepthMask(1)
        glDisable(GLenum(GL_BLEND))
        glClearColor(color.x, color.y, color.z, color.w)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT) | GLbitfield(GL_DEPTH_BUFFER_BIT))
    }

    /// Sends the instances and the shared numbers, and draws the shadow map.
    private func send(_ viewpoint: Viewpoint, _ view: ViewTransform) {
        let fit = collector.shadowFit()
        let cells = collector.arrange(fit)
        instances.send(collector.list.instances, &statistics)
        lines.send(collector.list.lines, &statistics)
        labels.send(collector.list.text, &statistics)
        collector.sendGlyphs(to: glyphTexture, &statistics)
        let rig = collector.rig
        let frame = FrameUniforms(viewpoint, view, rig: rig, fit: fit)
        shadowLevel = Int(frame.clipDepth.z)
        uniforms.send(frame.floats, &statistics)
        glBindBufferBase(GLenum(GL_UNIFORM_BUFFER), 0, uniforms.name)
        instances.bind()
        shadows.prepare()
        if let fit, let shadow = rig.shadow {
            let spread = shadow.softness / 2 / fit.width
            let casters = collector.list.casterBatches
            shadows.draw(casters, side: shadow.mapSize, spread: spread, meshes: collector.meshes, &statistics)
            shadows.bindMap()
            catchers.draw(cells, &statistics)
        }
    }

    private func drawShapes(
        _ batches: [DrawList.MeshBatch],
        as style: MeshPass.Style,
        of scene: borrowing Scene
    ) throws(RenderingError) {
        instances.bind()
        try shapes.draw(batches, as: style, of: scene, meshes: collector.meshes, textures: &textures, &statistics)
    }

    private func drawBlended(_ scene: borrowing Scene) throws(RenderingError) {
        for batch in collector.list.blendedBatches {
            switch batch {
            case .meshes(let batch): try drawShapes([batch], as: .blended, of: scene)
            case .lines(let range, let isOverEverything):
                try lines.draw(
                    range,
                    isOverEverything: isOverEverything || collector.list.isSmooth,
                    isOccluded: occlusion.isActive && !isOverEverything,
                    &statistics
                )
            case .text(let range, let isOverEverything):
                let isOverAll = isOverEverything || collector.list.isSmooth
                labels.draw(range, isOverEverything: isOverAll, letters: glyphTexture.name, &statistics)
            }
        }
    }

    // MARK: - Beneath what is drawn
    //
    // What lies behind everything is drawn last, beneath the finished image, once a pixel instead of once a sample.
    // T. Porter, T. Duff, "Compositing digital images", 1984: the image drawn on nothing has colours with their alpha
    // multiplied in, and what lies beneath shows by the rest of the alpha. The result equals drawing from the back to
    // the front.

    /// Whether the shadows on real surfaces can lie beneath: nothing that is not drawn itself hides them.
    private func canLayShadowsBeneath(_ background: Background) -> Bool {
        if case .color = background { return false }
        return collector.list.occluderBatches.isEmpty
    }

    /// From here on what is drawn comes beneath what is there, in the image that is read and shown.
    private func beginBeneath() {
        target?.bindPlain()
        glEnable(GLenum(GL_BLEND))
        glBlendFunc(GLenum(GL_ONE_MINUS_DST_ALPHA), GLenum(GL_ONE))
    }

    deinit {
        target?.delete()
        cameraImage.delete()
        shadows.delete()
        catchers.delete()
        lines.delete()
        labels.delete()
        occlusion.delete()
        collector.delete()
        textures.delete()
        glyphTexture.delete()
        instances.delete()
        uniforms.delete()
    }
}

/// What is behind the scene.
public enum Background: Equatable, Sendable {
    /// The camera image; black where none was given.
    case image
    /// One colour.
    case color(Color)
    /// No image: the result can be laid over another image.
    case transparent
}
