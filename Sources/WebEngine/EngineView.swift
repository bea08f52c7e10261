import Depth
import Experiences
import Geometry
import Imaging
import Odometry
import Rendering
import SceneGraph
import WorldTracking

/// Draws a session over its camera's image, into the host's canvas or, without a GPU, into a planar image.
final class EngineView {
    private var canvas: (context: DrawingContext, renderer: Renderer)?
    private var planar = PlanarRenderer()
    private var composed = RecordMemory()
    /// The number of samples per pixel that smooth the edges on the canvas.
    var samples = 4 { didSet { canvas?.renderer.samples = samples } }
    /// Whether the last depth map hides what stands behind it.
    var hidesBehindSurroundings = false
    private var scene = Scene()
    private let planes: NodeHandle
    private let anchors: NodeHandle
    private let measuring: NodeHandle
    private var measuringTextures = SolidTextures()
    private let assisting: NodeHandle
    private var board: CallBoardScene
    private var drawing: DrawingScene
    private let billboard: NodeHandle
    /// The viewpoint of the last drawn image; nil before the first.
    private(set) var viewpoint: Viewpoint?

    /// The parts drawn over the image, as bits.
    struct Parts: OptionSet {
        let rawValue: Int32
        static let planes = Parts(rawValue: ViewPartCode.planes.rawValue)
        static let anchors = Parts(rawValue: ViewPartCode.anchors.rawValue)
        static let measuring = Parts(rawValue: ViewPartCode.measuring.rawValue)
        static let assisting = Parts(rawValue: ViewPartCode.assisting.rawValue)
        static let drawing = Parts(rawValue: ViewPartCode.drawing.rawValue)
        static let billboard = Parts(rawValue: ViewPartCode.billboard.rawValue)
        static let placing = Parts(rawValue: ViewPartCode.placing.rawValue)
    }

    init() {
        scene.addDefaultLights()
        planes = scene.add(Node("Planes"))
        anchors = scene.add(Node("Anchors"))
        measuring = scene.add(Node("Measuring"))
        assisting = scene.add(Node("Assisting"))
        board = CallBoardScene(in: &scene)
        drawing = DrawingScene(in: &scene)
        billboard = scene.add(Node("Billboard"))
    }

    /// Opens the canvas of the host.
    func openCanvas() throws(RenderingError) {
        let context = try DrawingContext()
        canvas = (context, try Renderer(samples: samples))
    }

    /// Draws the last frame with its image in a texture of the host, or in gray if the texture is 0.
    func draw(
        _ session: EngineSession,
        texture: UInt32,
        viewSize: SIMD2<Int>,
        turn: QuarterTurn,
        fit: ImageFit,
        parts: Parts
    ) throws(RenderingError) {
        guard let canvas, let frame = session.session.world.currentFrame else { return }
        if texture != 0 {
            canvas.renderer.setImage(externalTexture: texture)
        } else if let image = frame.image {
            canvas.renderer.setImage(image)
        }
        guard let viewpoint = look(at: session, frame, viewSize: viewSize, turn: turn, fit: fit, parts) else { return }
        canvas.renderer.surroundings = surroundings(session, frame)
        try canvas.renderer.draw(scene, from: viewpoint, onto: .canvas)
    }

    /// Draws the last frame over its planar image, below the first rows of the result.
    ///
    /// Valid until the next call; nil if the scene needs a GPU.
    func compose(
        _ session: EngineSession,
        over image: YUVImage,
        viewSize: SIMD2<Int>,
        below top: Int,
        parts: Parts
    ) -> UnsafeMutablePointer<UInt8>? {
        guard let frame = session.session.world.currentFrame,
            let viewpoint = look(at: session, frame, viewSize: viewSize, turn: .none, fit: .fill, parts)
        else { return nil }
        let (width, height) = (viewSize.x, viewSize.y + top)
        composed.reserve(YUVImage.byteCount(width: width, height: height))
        let canvas = YUVImage(bytes: composed.bytes, width: width, height: height, coding: image.coding)
        planar.surroundings = surroundings(session, frame)
        return planar.draw(scene, from: viewpoint, over: image, onto: canvas, below: top) ? composed.bytes : nil
    }

    /// Converts an image of red, green, blue and alpha to planes, valid until the next call of this or `compose`.
    func planes(ofColors colors: UnsafePointer<UInt8>, width: Int, height: Int) -> UnsafeMutablePointer<UInt8> {
        composed.reserve(YUVImage.byteCount(width: width, height: height))
        YUVImage(bytes: composed.bytes, width: width, height: height).fill(fromColors: colors)
        return composed.bytes
    }

    /// What hides things in a frame; nil if nothing does.
    private func surroundings(_ session: EngineSession, _ frame: Frame) -> DepthMap? {
        hidesBehindSurroundings && frame.camera != nil ? session.session.world.depthMap : nil
    }

    /// Updates the scene to a frame; returns its viewpoint, nil if no lens is known.
    private func look(
        at session: EngineSession,
        _ frame: Frame,
        viewSize: SIMD2<Int>,
        turn: QuarterTurn,
        fit: ImageFit,
        _ parts: Parts
    ) -> Viewpoint? {
        guard let lens = frame.camera?.lens ?? frame.odometry?.calibration.camera else { return nil }
        fill(session, frame, parts)
        viewpoint = Viewpoint(
            worldFromCamera: frame.camera?.worldFromCamera ?? .identity,
            lens: lens,
            viewSize: viewSize,
            turn: turn,
            fit: fit
        )
        return viewpoint
    }

    /// The scene's handle of a texture of the host.
    func texture(named name: UInt32) -> TextureHandle {
        let known = scene.textures.firstIndex { texture in
            if case .external(let other) = texture.content { other == name } else { false }
        }
        if let known { return TextureHandle(index: Int32(known)) }
        return scene.add(Texture(.external(name: name)))
    }

    private func fill(_ session: EngineSession, _ frame: Frame, _ parts: Parts) {
        PlaneOverlay.draw(parts.contains(.planes) ? frame.anchors : [], in: &scene, under: planes)
        for root in [anchors, measuring, assisting, billboard] {
            for child in scene.children(of: root) { scene.remove(child) }
        }
        drawing.show(false, in: &scene)
        session.addedTool?.draw(
            frame,
            in: session.session.world,
            isShown: parts.contains(.placing) && frame.camera != nil,
            &scene
        )
        let isBoardShown = parts.contains(.assisting) && frame.camera != nil
        if isBoardShown { board.update(session.assisting.board, in: &scene) } else { board.hide(in: &scene) }
        guard let camera = frame.camera else { return }
        if parts.contains(.drawing), let tool = session.drawing { drawing.update(tool, camera: camera, in: &scene) }
        if parts.contains(.billboard), let tool = session.billboard {
            tool.draw(in: &scene, under: billboard, time: session.billboardTime)
        }
        if parts.contains(.anchors) { AnchorOverlay.draw(session.session.world.anchors, in: &scene, under: anchors) }
        if parts.contains(.measuring) {
            session.measuring.draw(in: &scene, under: measuring, camera: camera, textures: &measuringTextures)
        }
        if parts.contains(.assisting) { session.assisting.draw(in: &scene, under: assisting, camera: camera) }
    }
}
