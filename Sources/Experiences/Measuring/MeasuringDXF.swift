import Geometry
import SceneGraph

/// What was measured as a drawing for CAD programs: lines and areas on the layer MEASUREMENTS, their points on POINTS,
/// readings and names on LABELS.
///
/// X is the world's, Y is the world's −Z.
struct MeasuringDXF {
    private let measuring: Measuring
    /// The height of texts, metres.
    private static let textHeight = 0.02

    /// A drawing of a tool's finished measurements.
    init(of measuring: Measuring) { self.measuring = measuring }

    /// The drawing as a file.
    var text: String {
        var drawing = DXFText()
        for measurement in measuring.measurements { add(measurement, to: &drawing) }
        return String(decoding: drawing.file, as: UTF8.self)
    }

    private func add(_ measurement: Measurement, to drawing: inout DXFText) {
        let positions = measurement.points.map { point in
            let world = point.pointInWorld * measuring.scale
            return Vector3(world.x, -world.z, world.y)
        }
        guard let first = positions.first else { return }
        drawing.addPolyline(through: positions, isClosed: measurement.isClosed, layer: "MEASUREMENTS")
        for position in positions { drawing.addPoint(at: position, layer: "POINTS") }
        guard let reading = measuring.reading(of: measurement) else { return }
        var label = reading.text(measuring.unit)
        if measurement.isRough { label = "rough " + label }
        if !measurement.name.isEmpty { label = measurement.name + ": " + label }
        let middle = positions.count > 1 ? (positions[positions.count - 2] + positions[positions.count - 1]) / 2 : first
        drawing.addText(label, at: middle, height: Self.textHeight, layer: "LABELS")
    }
}
