import Geometry
import SceneGraph

/// What was measured, as files for other programs.
struct MeasuringExport {
    private let measuring: Measuring

    /// Files of a tool's finished measurements.
    init(of measuring: Measuring) { self.measuring = measuring }

    /// A table of the measurements, one a line: number, name, kind, value and sigma in SI units, and how a person reads
    /// it.
    var csv: String {
        var text = "number,name,kind,value,sigma,unit,text\n"
        for measurement in measuring.measurements {
            guard let reading = measuring.reading(of: measurement) else { continue }
            text += DecimalText.string(Double(measurement.identifier), decimals: 0) + ","
            text += Self.quoted(measurement.name) + "," + measurement.tool.name.description + ","
            text +=
                DecimalText.string(reading.value, decimals: 6) + "," + DecimalText.string(reading.sigma, decimals: 6)
            text += "," + reading.quantity.unitName.description + "," + Self.quoted(reading.text(measuring.unit)) + "\n"
        }
        return text
    }

    /// The measurements with their points, as a JSON object of UTF-8 bytes.
    var json: [UInt8] {
        var text = JSONText()
        text.open("{")
        text.value(measuring.scale, key: "scale")
        text.open("[", key: "measurements")
        for measurement in measuring.measurements { write(measurement, to: &text) }
        text.close("]")
        text.close("}")
        return text.bytes
    }

    private func write(_ measurement: Measurement, to text: inout JSONText) {
        guard let reading = measuring.reading(of: measurement) else { return }
        text.open("{")
        text.value(Int(measurement.identifier), key: "number")
        text.value(measurement.name, key: "name")
        text.value(measurement.tool.name.description, key: "kind")
        text.value(reading.value, key: "value")
        text.value(reading.sigma, key: "sigma")
        text.value(reading.quantity.unitName.description, key: "unit")
        text.value(reading.text(measuring.unit), key: "text")
        text.value(measurement.isClosed, key: "closed")
        text.value(measurement.isRough, key: "rough")
        text.open("[", key: "points")
        for point in measurement.points {
            text.open("[")
            for axis in 0..<3 { text.value(point.pointInWorld[axis] * measuring.scale) }
            text.close("]")
        }
        text.close("]")
        text.close("}")
    }

    /// The measurements as glTF 2.0, binary: bars, points and labels where they stand.
    func binaryGLTF() -> [UInt8] {
        var scene = Scene()
        for measurement in measuring.measurements {
            let positions = measurement.points.map { $0.pointInWorld * measuring.scale }
            let path = measurement.isClosed && positions.count > 2 ? positions + [positions[0]] : positions
            guard path.count > 1 else { continue }
            let tube = Node(
                measurement.name,
                geometry: .tube(Tube(along: path, radius: 0.003)),
                material: Material(.sky)
            )
            scene.add(tube)
        }
        return scene.binaryGLTF()
    }

    /// A field of a table: in quotes, with quotes doubled, where it needs them; a leading sign that a spreadsheet would
    /// take for a formula is kept from it.
    private static func quoted(_ field: String) -> String {
        var text = ""
        if let first = field.utf8.first, first == 0x3D || first == 0x2B || first == 0x2D || first == 0x40 {
            text += "'"
        }
        for scalar in field.unicodeScalars { text += scalar == "\"" ? "\"\"" : String(scalar) }
        return "\"" + text + "\""
    }
}
