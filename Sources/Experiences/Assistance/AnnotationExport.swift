import Geometry
import SceneGraph

/// Annotations as JSON.
enum AnnotationExport {
    /// An array, oldest first: author, number, kind, tool (the quantity of a length), colour, thickness, text, support,
    /// the frame's time in milliseconds, whether it is finished, its normal and its points in the world (metres).
    static func json(of annotations: [Annotation]) -> [UInt8] {
        var text = JSONText()
        text.open("[")
        for annotation in annotations { write(annotation, to: &text) }
        text.close("]")
        return text.bytes
    }

    private static func write(_ annotation: Annotation, to text: inout JSONText) {
        text.open("{")
        text.value(Int(annotation.identifier.author), key: "author")
        text.value(Int(annotation.identifier.number), key: "number")
        text.value(annotation.kind.name, key: "kind")
        if annotation.kind == .length { text.value(annotation.tool.name.description, key: "tool") }
        let channels = (0..<3).map { Int((annotation.color.components[$0] * 255).rounded()) }
        text.value(channels[0] << 16 | channels[1] << 8 | channels[2], key: "color")
        text.value(annotation.thickness, key: "thickness")
        text.value(annotation.text, key: "text")
        text.value(annotation.support.name, key: "support")
        text.value(Double(annotation.frameNanoseconds) / 1e6, key: "frameMilliseconds")
        text.value(annotation.isFinished, key: "isFinished")
        let normal = annotation.normal
        text.array([normal.x, normal.y, normal.z], key: "normal")
        text.open("[", key: "points")
        for point in annotation.points {
            text.open("[")
            for axis in 0..<3 { text.value(point[axis]) }
            text.close("]")
        }
        text.close("]")
        text.close("}")
    }
}
