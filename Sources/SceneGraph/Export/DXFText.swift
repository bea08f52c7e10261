import Geometry

/// A drawing for CAD programs as text.
///
/// Source: Autodesk, "DXF Reference", release 12: the one that every program reads. Coordinates are metres, +Z up.
package struct DXFText {
    private var text = PlainText()

    /// A drawing without entities.
    package init() {
        group(0, "SECTION")
        group(2, "HEADER")
        group(9, "$ACADVER")
        group(1, "AC1009")
        group(9, "$INSUNITS")
        group(70, "6")
        group(0, "ENDSEC")
        group(0, "SECTION")
        group(2, "ENTITIES")
    }

    /// Adds a line between two points.
    package mutating func addLine(from start: Vector3, to end: Vector3, layer: StaticString) {
        entity("LINE", layer)
        coordinates(start)
        coordinates(end, firstCode: 11)
    }

    /// Adds a line through points in space, which may return to the first.
    package mutating func addPolyline(through positions: [Vector3], isClosed: Bool, layer: StaticString) {
        entity("POLYLINE", layer)
        group(66, "1")
        coordinates(.zero)
        // Bit 8: a line in space; bit 1: closed.
        group(70, isClosed ? "9" : "8")
        for position in positions {
            entity("VERTEX", layer)
            coordinates(position)
            group(70, "32")
        }
        entity("SEQEND", layer)
    }

    /// Adds a point.
    package mutating func addPoint(at position: Vector3, layer: StaticString) {
        entity("POINT", layer)
        coordinates(position)
    }

    /// Adds a text of a height in metres, on one line of ASCII: other letters by their code, as AutoCAD writes them.
    package mutating func addText(_ content: String, at position: Vector3, height: Double, layer: StaticString) {
        entity("TEXT", layer)
        coordinates(position)
        group(40, height)
        text.append("1\n")
        for unit in content.utf16 {
            switch unit {
            case 0x20..<0x7F: text.append(bytes: [UInt8(unit)])
            case 0x7F...: append(escaped: unit)
            default: text.append(" ")
            }
        }
        text.append("\n")
    }

    /// The drawing as a file.
    package var file: [UInt8] {
        var drawing = self
        drawing.group(0, "ENDSEC")
        drawing.group(0, "EOF")
        return drawing.text.bytes
    }

    private mutating func entity(_ name: StaticString, _ layer: StaticString) {
        group(0, name)
        group(8, layer)
    }

    private mutating func coordinates(_ position: Vector3, firstCode: Int = 10) {
        group(firstCode, position.x)
        group(firstCode + 10, position.y)
        group(firstCode + 20, position.z)
    }

    private mutating func group(_ code: Int, _ value: StaticString) {
        text.append(code)
        text.append("\n")
        text.append(value)
        text.append("\n")
    }

    private mutating func group(_ code: Int, _ value: Double) {
        text.append(code)
        text.append("\n")
        text.append(value, decimals: 6)
        text.append("\n")
    }

    private mutating func append(escaped unit: UInt16) {
        text.append("\\U+")
        for shift in stride(from: 12, through: 0, by: -4) {
            let digit = UInt8((unit >> UInt16(shift)) & 15)
            text.append(bytes: [digit < 10 ? 48 + digit : 55 + digit])
        }
    }
}
