import Experiences
import Geometry
import Odometry
import Rendering
import SceneGraph
import WorldTracking

/// Draws a session over its camera's picture into the host's canvas.
final class EngineView {
    private let context: DrawingContext
    private let renderer: Renderer
    private var scene = Scene()
    private let planes: NodeHandle
    private let anchors: NodeHandle
    private let measuring: NodeHandle
    private let assisting: NodeHandle
    private var drawing: DrawingScene
    private let billboard: NodeHandle
    /// From where the last picture was drawn; nil before the first.
    private(set) var viewpoint: Viewpoint?

    /// What is drawn over the picture, as bits.
    struct Parts: OptionSet {
        let rawValue: Int32
        static let planes = Parts(rawValue: 1)
        static let anchors = Parts(rawValue: 4)
        static let measuring = Parts(rawValue: 8)
        static let assisting = Parts(rawValue: 16)
        static let drawing = Parts(rawValue: 32)
        static let billboard = Parts(rawValue: 64)
    }

    init() throws(RenderingError) {
        context = try DrawingContext()
        renderer = try Renderer()
        scene.addDefaultLights()
        planes = scene.add(Node("Planes"))
        anchors = scene.add(Node("Anchors"))
        measuring = scene.add(Node("Measuring"))
        assisting = scene.add(Node("Assisting"))
        drawing = DrawingScene(in: &scene)
        billboard = scene.add(Node("Billboard"))
    }

    /// How many samples a pixel smooth the edges.
    func smooth(samples: Int) { renderer.samples = samples }

    /// Draws the last frame with its picture in a texture of the host's, or in gray where the texture is 0.
    func draw(
        _ session: EngineSession,
        texture: UInt32,
        viewSize: SIMD2<Int>,
        turn: QuarterTurn,
        fit: PictureFit,
        parts: Parts
    ) throws(RenderingError) {
        guard let frame = session.session.world.currentFrame else { return }
        if texture != 0 {
            renderer.setPicture(externalTexture: texture)
        } else if let picture = frame.picture {
            renderer.setPicture(picture)
        }
        let lens = frame.camera?.lens ?? session.session.calibration?.camera
        guard let lens else { return }
        fill(session, frame, parts)
        let viewpoint = Viewpoint(
            worldFromCamera: frame.camera?.worldFromCamera ?? .identity,
            lens: lens,
            viewSize: viewSize,
            turn: turn,
            fit: fit
        )
        self.viewpoint = viewpoint
        try renderer.draw(scene, from: viewpoint, onto: .canvas)
    }

    /// The scene's handle of a texture of the host's.
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
        guard let camera = frame.camera else { return }
        if parts.contains(.drawing), let tool = session.drawing { drawing.update(tool, camera: camera, in: &scene) }
        if parts.contains(.billboard), let tool = session.billboard {
            tool.billboard.draw(in: &scene, under: billboard, time: session.billboardTime)
        }
        if parts.contains(.anchors) { AnchorOverlay.draw(session.session.world.anchors, in: &scene, under: anchors) }
        if parts.contains(.measuring) { session.measuring.draw(in: &scene, under: measuring, camera: camera) }
        if parts.contains(.assisting) { session.assisting.draw(in: &scene, under: assisting, camera: camera) }
    }
}
