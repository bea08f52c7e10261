import Geometry
import SceneGraph

/// The file formats of a floor plan.
package enum PlanFormat: String, CaseIterable, Sendable {
    /// Scalable Vector Graphics.
    case svg
    /// AutoCAD's exchange format, release 12, metres.
    case dxf
    /// A page of Portable Document Format.
    case pdf
}

extension FloorPlan {
    /// The plan as a file: an SVG or PDF page to scale with dimensions, or a DXF drawing in metres.
    package func file(as format: PlanFormat) -> [UInt8] {
        switch format {
        case .svg: svgFile()
        case .pdf: PlanPDF(drawing: PlanDrawing(self)).file()
        case .dxf: dxfFile()
        }
    }

    /// An SVG page to scale with dimensions.
    package func svgFile() -> [UInt8] { PlanSVG(drawing: PlanDrawing(self)).file() }

    /// A DXF drawing in metres: lines on the layers WALLS, OPENINGS and UNSEEN, what a person moved, drew or changed on layers
    /// of its own, and the rooms' names and areas on the layer ROOMS.
    package func dxfFile() -> [UInt8] {
        var drawing = DXFText()
        for wall in walls + partitions {
            let (start, end) = (Vector3(wall.start.x, wall.start.y, 0), Vector3(wall.end.x, wall.end.y, 0))
            drawing.addLine(from: start, to: end, layer: Self.layer(wall))
        }
        for (number, room) in rooms.enumerated() {
            var text = PlainText()
            if room.name.isEmpty {
                text.append("Room ")
                text.append(number + 1)
            } else {
                text.append(bytes: room.name)
            }
            text.append(", ")
            text.append(hundredths: room.area)
            text.append(" m2")
            let place = room.labelPlace
            let words = String(decoding: text.bytes, as: UTF8.self)
            drawing.addText(words, at: Vector3(place.x, place.y, 0), height: 0.15, layer: "ROOMS")
        }
        return drawing.file
    }

    private static func layer(_ wall: Wall) -> StaticString {
        switch (wall.kind, wall.origin) {
        case (.wall, .scanned): "WALLS"
        case (.opening, .scanned): "OPENINGS"
        case (.unseen, .scanned): "UNSEEN"
        case (.wall, .movedAlong), (.wall, .movedWithWall): "WALLS_MOVED_BY_HAND"
        case (.opening, .movedAlong), (.opening, .movedWithWall): "OPENINGS_MOVED_BY_HAND"
        case (.unseen, .movedAlong), (.unseen, .movedWithWall): "UNSEEN_MOVED_BY_HAND"
        case (.wall, .drawn), (.wall, .changed): "WALLS_ADDED_BY_HAND"
        case (.opening, .drawn), (.opening, .changed): "OPENINGS_ADDED_BY_HAND"
        case (.unseen, .drawn), (.unseen, .changed): "UNSEEN_ADDED_BY_HAND"
        }
    }
}

/// A drawing as SVG; millimetres, so that it prints to scale.
struct PlanSVG {
    let drawing: PlanDrawing

    func file() -> [UInt8] {
        var text = PlainText()
        text.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
        text.append(hundredths: drawing.size.x)
        text.append("mm\" height=\"")
        text.append(hundredths: drawing.size.y)
        text.append("mm\" viewBox=\"0 0 ")
        text.append(hundredths: drawing.size.x)
        text.append(" ")
        text.append(hundredths: drawing.size.y)
        text.append("\">\n<style>\n")
        text.append("polygon{fill:#b9c0c7}")
        text.append("line{stroke:#17202a;stroke-linecap:round}.wall{stroke-width:")
        text.append(hundredths: drawing.wallWidth)
        text.append("}.opening{stroke-width:.5;")
        text.append("stroke:#1769aa}.unseen{stroke-width:.5;stroke-dasharray:2 2}.dimension{stroke-width:.25;")
        text.append("stroke:#5d6d7e}.hand{stroke:#b45309}\n")
        text.append("text{font-family:system-ui,sans-serif;fill:#17202a;text-anchor:middle;")
        text.append("dominant-baseline:middle}\n</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n")
        for area in drawing.areas { add(area, to: &text) }
        for line in drawing.lines { add(line, to: &text) }
        for label in drawing.labels { add(label, to: &text) }
        text.append("</svg>\n")
        return text.bytes
    }

    private func add(_ area: [Vector2], to text: inout PlainText) {
        text.append("<polygon points=\"")
        for point in area {
            text.append(hundredths: point.x)
            text.append(",")
            text.append(hundredths: drawing.size.y - point.y)
            text.append(" ")
        }
        text.append("\"/>\n")
    }

    private func add(_ line: PlanDrawing.Line, to text: inout PlainText) {
        text.append("<line class=\"")
        switch line.style {
        case .wall: text.append("wall")
        case .opening: text.append("opening")
        case .unseen: text.append("unseen")
        case .dimension: text.append("dimension")
        }
        if line.isByHand { text.append(" hand") }
        text.append("\" x1=\"")
        text.append(hundredths: line.start.x)
        text.append("\" y1=\"")
        text.append(hundredths: drawing.size.y - line.start.y)
        text.append("\" x2=\"")
        text.append(hundredths: line.end.x)
        text.append("\" y2=\"")
        text.append(hundredths: drawing.size.y - line.end.y)
        text.append("\"/>\n")
    }

    private func add(_ label: PlanDrawing.Label, to text: inout PlainText) {
        text.append("<text font-size=\"")
        text.append(hundredths: label.size)
        text.append("\" transform=\"translate(")
        text.append(hundredths: label.middle.x)
        text.append(" ")
        text.append(hundredths: drawing.size.y - label.middle.y)
        text.append(") rotate(")
        text.append(hundredths: -label.angle * 180 / .pi)
        text.append(")\">")
        for letter in label.text.bytes {
            switch letter {
            case UInt8(ascii: "&"): text.append("&amp;")
            case UInt8(ascii: "<"): text.append("&lt;")
            default: text.append(bytes: [letter])
            }
        }
        text.append("</text>\n")
    }
}

/// A drawing as a PDF of one page, to scale: ISO 32000-1, with the standard font Helvetica.
struct PlanPDF {
    let drawing: PlanDrawing

    /// Points per millimetre.
    private static let unit = 72 / 25.4

    func file() -> [UInt8] {
        let page = content()
        var objects: [PlainText] = []
        objects.append(object("<< /Type /Catalog /Pages 2 0 R >>"))
        objects.append(object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"))
        var leaf = PlainText()
        leaf.append("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ")
        leaf.append(hundredths: drawing.size.x * Self.unit)
        leaf.append(" ")
        leaf.append(hundredths: drawing.size.y * Self.unit)
        leaf.append("] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>")
        objects.append(leaf)
        var stream = PlainText()
        stream.append("<< /Length ")
        stream.append(page.bytes.count)
        stream.append(" >>\nstream\n")
        stream.append(page)
        stream.append("\nendstream")
        objects.append(stream)
        objects.append(object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"))
        return Self.file(of: objects)
    }

    private func object(_ text: StaticString) -> PlainText {
        var object = PlainText()
        object.append(text)
        return object
    }

    private static func file(of objects: [PlainText]) -> [UInt8] {
        var file = PlainText()
        file.append("%PDF-1.4\n")
        var starts: [Int] = []
        for (i, object) in objects.enumerated() {
            starts.append(file.bytes.count)
            file.append(i + 1)
            file.append(" 0 obj\n")
            file.append(object)
            file.append("\nendobj\n")
        }
        let table = file.bytes.count
        file.append("xref\n0 ")
        file.append(objects.count + 1)
        file.append("\n0000000000 65535 f \n")
        for start in starts {
            var rest = start
            var digits: [UInt8] = []
            for _ in 0..<10 {
                digits.append(UInt8(48 + rest % 10))
                rest /= 10
            }
            file.append(bytes: digits.reversed())
            file.append(" 00000 n \n")
        }
        file.append("trailer\n<< /Size ")
        file.append(objects.count + 1)
        file.append(" /Root 1 0 R >>\nstartxref\n")
        file.append(table)
        file.append("\n%%EOF\n")
        return file.bytes
    }

    private func content() -> PlainText {
        var text = PlainText()
        text.append("1 J\n0.73 0.75 0.78 rg\n")
        for area in drawing.areas {
            for (index, point) in area.enumerated() {
                append(point, &text)
                text.append(index == 0 ? " m " : " l ")
            }
            text.append("f\n")
        }
        text.append("0 g\n")
        for line in drawing.lines {
            switch line.style {
            case .wall:
                text.append(hundredths: drawing.wallWidth * Self.unit)
                text.append(" w [] 0 d 0.09 0.13 0.16 RG\n")
            case .opening: text.append("1.4 w [] 0 d 0.09 0.41 0.67 RG\n")
            case .unseen: text.append("1.4 w [5 6] 0 d 0.09 0.13 0.16 RG\n")
            case .dimension: text.append("0.7 w [] 0 d 0.36 0.43 0.49 RG\n")
            }
            if line.isByHand { text.append("0.71 0.33 0.04 RG\n") }
            append(line.start, &text)
            text.append(" m ")
            append(line.end, &text)
            text.append(" l S\n")
        }
        for label in drawing.labels { append(label, &text) }
        return text
    }

    private func append(_ point: Vector2, _ text: inout PlainText) {
        text.append(hundredths: point.x * Self.unit)
        text.append(" ")
        text.append(hundredths: point.y * Self.unit)
    }

    /// A letter of Helvetica is about half as wide as high, which centres a label well enough.
    private func append(_ label: PlanDrawing.Label, _ text: inout PlainText) {
        let letters = label.text.latinBytes
        let direction = Vector2(.cosine(of: label.angle), .sine(of: label.angle))
        let across = Vector2(-direction.y, direction.x)
        let start =
            label.middle - direction * (0.25 * label.size * Double(letters.count)) - across * (0.35 * label.size)
        text.append("BT /F ")
        text.append(hundredths: label.size * Self.unit)
        text.append(" Tf ")
        for value in [direction.x, direction.y, -direction.y, direction.x] {
            text.append(Float(value))
            text.append(" ")
        }
        append(start, &text)
        text.append(" Tm (")
        for letter in letters {
            if letter == UInt8(ascii: "(") || letter == UInt8(ascii: ")") || letter == UInt8(ascii: "\\") {
                text.append("\\")
            }
            text.append(bytes: [letter])
        }
        text.append(") Tj ET\n")
    }
}
