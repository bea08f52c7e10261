import Geometry
import SceneGraph
import WorldTracking

/// Shows annotations in a scene.
enum AnnotationScene {
    /// Draws annotations for a camera under a node, whose children it removes first.
    static func draw(_ annotations: [Annotation], in scene: inout Scene, under root: NodeHandle, camera: Camera) {
        for child in scene.children(of: root) { scene.remove(child) }
        for annotation in annotations where !annotation.points.isEmpty {
            for node in nodes(of: annotation, camera) { scene.add(node, to: root) }
        }
    }

    private static func nodes(of annotation: Annotation, _ camera: Camera) -> [Node] {
        let width = annotation.thickness * annotation.metresAcross
        let lift = annotation.normal * (annotation.support == .plane ? 0.002 : 0)
        let points = annotation.points.map { $0 + lift }
        switch annotation.kind {
        case .stroke:
            return [line(points.count > 2 ? Curve.smoothed(points, spacing: width) : points, width, annotation)]
        case .circle:
            return [line(points, width, annotation, isClosed: true)]
        case .arrow:
            return arrow(points, width, annotation)
        case .text, .marker:
            return [label(points[0], width, annotation)]
        case .length:
            return measurement(points, width, annotation, camera)
        case .laser:
            return [line([points[0]], 2.4 * width, annotation)]
        }
    }

    /// A measurement's lines, all twelve of a box, with the reading at the middle of its last segment.
    private static func measurement(
        _ points: [Vector3],
        _ width: Double,
        _ annotation: Annotation,
        _ camera: Camera
    ) -> [Node] {
        var lines = [points]
        if annotation.tool == .volume, points.count == 4 {
            let base = [points[0], points[1], points[2], points[0] + points[2] - points[1]]
            let top = base.map { $0 + points[3] - points[2] }
            lines = [base + [base[0]], top + [top[0]]] + zip(base, top).map { [$0, $1] }
        } else if annotation.tool == .area, points.count > 2 {
            lines = [points + [points[0]]]
        }
        let last = points.suffix(annotation.tool == .area ? points.count : 2)
        let middle = last.reduce(Vector3.zero, +) / Double(last.count)
        let anchor = Reading.labelPoint(over: middle, seenBy: camera)
        let words = annotation.text.isEmpty ? [] : [label(anchor, width, annotation)]
        return lines.map { line($0, width, annotation) } + words
    }

    private static func line(
        _ points: [Vector3],
        _ width: Double,
        _ annotation: Annotation,
        isClosed: Bool = false
    ) -> Node {
        let shape = NodeGeometry.polyline(Polyline(points, thickness: width, isClosed: isClosed))
        return plain(Node("Annotation", geometry: shape, material: glowing(annotation.color)))
    }

    private static func arrow(_ points: [Vector3], _ width: Double, _ annotation: Annotation) -> [Node] {
        let (tail, head) = (points[0], points[points.count - 1])
        let along = head - tail
        guard along.length > 1e-4 else { return [] }
        let side = cross(annotation.normal, along).normalized
        let barb = min(0.35 * along.length, 6 * width)
        let back = head - along.normalized * barb
        let tip = [back + side * (0.6 * barb), head, back - side * (0.6 * barb)]
        return [line([tail, head], width, annotation), line(tip, width, annotation)]
    }

    private static func label(_ point: Vector3, _ width: Double, _ annotation: Annotation) -> Node {
        let text = TextLabel(
            annotation.text,
            capHeight: 0.024,
            anchor: .bottom,
            panel: .init(annotation.color, opacity: 0.92)
        )
        let isPale = dot(annotation.color.components, Vector3(0.3, 0.6, 0.1)) > 0.6
        var node = Node(
            "Label",
            geometry: .text(text),
            material: .constant(isPale ? .ink : .white),
            transform: Transform(translation: point),
            constraints: [.facesCamera, .keepsSizeOnScreen]
        )
        node.material.isHiddenBehindObjects = false
        node.renderingOrder = 10
        return plain(node)
    }

    private static func glowing(_ color: Color) -> Material {
        var material = Material.constant(color)
        material.isHiddenBehindObjects = false
        return material
    }

    private static func plain(_ node: Node) -> Node {
        var node = node
        node.castsShadow = false
        node.isHitTestable = false
        return node
    }
}
