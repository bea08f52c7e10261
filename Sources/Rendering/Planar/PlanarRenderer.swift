import Depth
import Geometry
import Imaging
import SceneGraph

/// Draws lines, dots and labels over the camera image in planes, with the processor alone.
///
/// For machines without a GPU: what is drawn is little, and the image goes from the camera to a video's encoder as it
/// is. It looks as
/// `Renderer` draws it, within what brightness and colour at half the size can hold.
public struct PlanarRenderer {
    /// The surroundings that hide lines and dots behind them, as those of `Renderer`; nil hides nothing.
    public var surroundings: DepthMap?
    private var list = DrawList()
    private var glyphs = GlyphSheet()
    private var occlusion = OcclusionGrid()

    /// A renderer.
    public init() {}

    /// Draws a scene over an image onto a canvas of its own, below the canvas's first rows, of which there is an even
    /// number, and which are left as they are; the view is the rest of the canvas.
    ///
    /// False, and nothing is drawn, if that cannot be done: shapes of triangles, a lens that bends, a turned
    /// image, one with bars beside it.
    public mutating func draw(
        _ scene: borrowing Scene,
        from viewpoint: Viewpoint,
        over image: YUVImage,
        onto canvas: YUVImage,
        below top: Int = 0
    ) -> Bool {
        let size = viewpoint.viewSize
        precondition(
            top % 2 == 0 && canvas.width == size.x && canvas.height == size.y + top,
            "a canvas of the view's size"
        )
        let view = ViewTransform(viewpoint)
        guard let map = Self.pixelMap(viewpoint, image), collect(scene, viewpoint, view) else { return false }
        list.arrange()
        canvas.fill(below: top, from: image, scale: map.scale, origin: map.origin)
        if let surroundings { occlusion.lay(surroundings, viewpoint) }
        let painter = PlanarPainter(canvas: canvas, top: top)
        for batch in list.blendedBatches {
            switch batch {
            case .meshes: break
            case .lines(let range, let isOverEverything):
                let isOccluded = surroundings != nil && !isOverEverything
                painter.draw(list.lines[range], through: view, behind: isOccluded ? occlusion : nil)
            case .text(let range, _): painter.draw(list.text[range], letters: glyphs.bytes, through: view)
            }
        }
        return true
    }

    /// False if there is a shape of triangles that is seen or throws a shadow.
    private mutating func collect(_ scene: borrowing Scene, _ viewpoint: Viewpoint, _ view: ViewTransform) -> Bool {
        list.removeAll()
        var hasShapes = false
        scene.forEachVisible(from: viewpoint.worldFromCamera) { _, node, worldFromNode in
            guard let geometry = node.geometry, node.material.opacity > 0,
                let (_, distance, isSeen) = view.visibility(of: geometry, worldFromNode)
            else { return }
            let isFlat = list.addFlat(geometry, of: node, worldFromNode, distance: distance, isSeen: isSeen, &glyphs)
            if !isFlat, isSeen || node.castsShadow { hasShapes = true }
        }
        return !hasShapes
    }

    /// From the view's pixels to the image's, where that is a shift and a scale.
    private static func pixelMap(
        _ viewpoint: Viewpoint,
        _ image: YUVImage
    ) -> (scale: SIMD2<Double>, origin: SIMD2<Double>)? {
        let lens = viewpoint.lens
        guard lens.distortion == .none, viewpoint.turn == .none, viewpoint.fit == .fill else { return nil }
        let size = Vector2(Double(image.width), Double(image.height))
        let first = viewpoint.imagePixel(ofView: .zero) / lens.sizePixels * size
        let last = viewpoint.imagePixel(ofView: .one) / lens.sizePixels * size
        let view = Vector2(Double(viewpoint.viewSize.x), Double(viewpoint.viewSize.y))
        // Image and view of one shape: what reckoning has left of a pixel would cost its sharpness.
        let scale = (last - first) / view
        let isPlain = abs(scale.x - 1) < 1e-6 && abs(scale.y - 1) < 1e-6
        guard isPlain else { return (scale, first) }
        return (.one, first.rounded(.toNearestOrEven))
    }
}
