import Geometry
import SceneGraph
import WorldTracking

/// Shows a drawing in a scene: its strokes, their solids, the pen's tip; a stroke's mesh is rebuilt only if it changes.
public struct DrawingScene {
    private let root: NodeHandle
    private let strokes: NodeHandle
    private let tip: NodeHandle
    private var shown: [Shown] = []
    private var textures = SolidTextures()

    private struct Shown {
        var stroke: InkStroke
        var node: NodeHandle
    }

    /// The nodes of a scene for a drawing.
    public init(in scene: inout Scene) {
        root = scene.add(Node("Drawing"))
        strokes = scene.add(Node("Strokes"), to: root)
        tip = scene.add(Node("Tip"), to: root)
    }

    /// Shows or hides all of it.
    public func show(_ isShown: Bool, in scene: inout Scene) { scene[root].isHidden = !isShown }

    /// Updates the scene to the drawing and its tip.
    public mutating func update(_ tool: DrawingTool, camera: Camera?, in scene: inout Scene) {
        show(true, in: &scene)
        let drawing = tool.drawing
        var kept: [Shown] = []
        kept.reserveCapacity(drawing.strokes.count)
        for (index, stroke) in drawing.strokes.enumerated() {
            if let known = shownStroke(like: stroke, near: index) {
                var known = known
                if known.stroke != stroke { known = renew(known, stroke, &scene) }
                kept.append(known)
            } else {
                let node = scene.add(Node("Stroke"), to: strokes)
                kept.append(renew(Shown(stroke: stroke, node: node), stroke, &scene))
            }
        }
        for old in shown where !kept.contains(where: { $0.node == old.node }) { scene.remove(old.node) }
        shown = kept
        showTip(tool, camera, &scene)
    }

    private func shownStroke(like stroke: InkStroke, near index: Int) -> Shown? {
        func isIt(_ other: Shown) -> Bool {
            other.stroke.author == stroke.author && other.stroke.identifier == stroke.identifier
        }
        if index < shown.count, isIt(shown[index]) { return shown[index] }
        return shown.first(where: isIt)
    }

    private mutating func renew(_ old: Shown, _ stroke: InkStroke, _ scene: inout Scene) -> Shown {
        if let solid = stroke.solid {
            scene[old.node].geometry = .mesh(solid)
            scene[old.node].material = textures.material(of: stroke, in: &scene)
            scene[old.node].castsShadow = true
        } else {
            let lifted = stroke.smoothed().map { $0 + stroke.normal * 0.001 }
            scene[old.node].geometry = .polyline(Polyline(lifted, thickness: stroke.thickness))
            scene[old.node].material = .constant(stroke.color)
            scene[old.node].castsShadow = false
        }
        return Shown(stroke: stroke, node: old.node)
    }

    /// A focus square at the tip's surface; while the pen is pressed, the pen's point in its colour.
    private func showTip(_ tool: DrawingTool, _ camera: Camera?, _ scene: inout Scene) {
        for child in scene.children(of: tip) { scene.remove(child) }
        guard let hit = tool.drawing.tip, let camera, tool.pulled == nil else { return }
        let lift = hit.pointInWorld + hit.normal * 0.0015
        let size = 0.03 * hit.distance
        let isSure = hit.type == .existingPlaneUsingExtent || hit.type == .existingPlane
        let color: Color = tool.mode == .erase ? .white : isSure ? .mint : .amber
        if !tool.isPressed || tool.mode != .ink {
            for corner in FocusSquare.corners(
                at: lift,
                normal: hit.normal,
                camera: camera,
                size: size,
                isClosed: isSure
            ) {
                add(.polyline(Polyline(corner, thickness: 0.0035 * hit.distance)), color, 0.95, &scene)
            }
        }
        let radius = max(tool.drawing.thickness / 2, 0.004 * hit.distance)
        var dot = Node(
            "Pen",
            geometry: .polyline(Polyline([lift], thickness: 2 * radius)),
            material: .constant(tool.drawing.color, opacity: tool.isPressed ? 1 : 0.75)
        )
        dot.castsShadow = false
        scene.add(dot, to: tip)
    }

    private func add(_ geometry: NodeGeometry, _ color: Color, _ opacity: Double, _ scene: inout Scene) {
        var material = Material.constant(color, opacity: opacity)
        material.isHiddenBehindObjects = false
        var node = Node("Focus", geometry: geometry, material: material)
        node.castsShadow = false
        node.isHitTestable = false
        scene.add(node, to: tip)
    }
}
