import Geometry

/// What was measured as a drawing for CAD programs.
///
/// Source: Autodesk, "DXF Reference", release 12: the one that every program reads. Coordinates are metres with +Z up;
/// X is the world's, Y is the world's −Z.
struct MeasuringDXF {
    private let measuring: Measuring
    /// The height of texts, metres.
    private static let textHeight = 0.02

    /// A drawing of a tool's finished measurements.
    init(of measuring: Measuring) { self.measuring = measuring }

    /// Lines and areas on the layer MEASUREMENTS, their points on POINTS, readings and names on LABELS.
    var text: String {
        var text = Self.group(0, "SECTION") + Self.group(2, "HEADER")
        text += Self.group(9, "$ACADVER") + Self.group(1, "AC1009")
        text += Self.group(9, "$INSUNITS") + Self.group(70, "6")
        text += Self.group(0, "ENDSEC") + Self.group(0, "SECTION") + Self.group(2, "ENTITIES")
        for measurement in measuring.measurements { text += entities(of: measurement) }
        return text + Self.group(0, "ENDSEC") + Self.group(0, "EOF")
    }

    private func entities(of measurement: Measurement) -> String {
        let positions = measurement.points.map { point in
            let world = point.pointInWorld * measuring.scale
            return Vector3(world.x, -world.z, world.y)
        }
        guard let first = positions.first else { return "" }
        var text = Self.polyline(through: positions, isClosed: measurement.isClosed)
        for position in positions { text += Self.entity("POINT", layer: "POINTS") + Self.coordinates(position) }
        guard let reading = measuring.reading(of: measurement) else { return text }
        var label = reading.text(measuring.unit)
        if measurement.isRough { label = "rough " + label }
        if !measurement.name.isEmpty { label = measurement.name + ": " + label }
        let middle = positions.count > 1 ? (positions[positions.count - 2] + positions[positions.count - 1]) / 2 : first
        text += Self.entity("TEXT", layer: "LABELS") + Self.coordinates(middle)
        return text + Self.group(40, Self.number(Self.textHeight)) + Self.group(1, Self.escaped(label))
    }

    private static func polyline(through positions: [Vector3], isClosed: Bool) -> String {
        var text = entity("POLYLINE", layer: "MEASUREMENTS") + group(66, "1")
        // Bit 8: a line in space; bit 1: closed.
        text += coordinates(.zero) + group(70, isClosed ? "9" : "8")
        for position in positions {
            text += entity("VERTEX", layer: "MEASUREMENTS") + coordinates(position) + group(70, "32")
        }
        return text + entity("SEQEND", layer: "MEASUREMENTS")
    }

    private static func entity(_ name: String, layer: String) -> String { group(0, name) + group(8, layer) }

    private static func coordinates(_ position: Vector3) -> String {
        group(10, number(position.x)) + group(20, number(position.y)) + group(30, number(position.z))
    }

    private static func group(_ code: Int, _ value: String) -> String {
        DecimalText.string(Double(code), decimals: 0) + "\n" + value + "\n"
    }

    private static func number(_ value: Double) -> String { DecimalText.string(value, decimals: 6) }

    /// A text on one line of ASCII: other letters by their code, as AutoCAD writes them.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for unit in text.utf16 {
            if unit >= 0x20, unit < 0x7F {
                result += String(Unicode.Scalar(UInt8(unit)))
            } else if unit >= 0x7F {
                result += "\\U+" + hexadecimal(unit)
            } else {
                result += " "
            }
        }
        return result
    }

    private static func hexadecimal(_ unit: UInt16) -> String {
        var text = ""
        for shift in stride(from: 12, through: 0, by: -4) {
            let digit = UInt8((unit >> UInt16(shift)) & 15)
            text += String(Unicode.Scalar(digit < 10 ? 48 + digit : 55 + digit))
        }
        return text
    }
}
