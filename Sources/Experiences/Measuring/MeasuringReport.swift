import Geometry

/// A page that shows what was measured: a plan of the points from above and a table, as SVG for screen and print.
public struct MeasuringReport: Sendable {
    /// The page in points, A4.
    private static let page = Vector2(595, 842)
    private static let planTop = 96.0
    private static let planHeight = 360.0
    private static let margin = 48.0

    private let measuring: Measuring
    private let title: String

    /// A report with a title; what is being measured now is not in it.
    public init(of measuring: Measuring, title: String) {
        self.measuring = measuring
        self.title = title
    }

    /// The page as SVG text.
    public var svg: String {
        var text =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 595 842\" font-family=\"system-ui, sans-serif\">\n"
        text += "<rect width=\"595\" height=\"842\" fill=\"#ffffff\"/>\n"
        text += Self.label(title, at: Vector2(Self.margin, 60), size: 22, weight: "600", color: "#11151c")
        text += Self.label("Seen from above, and every reading ± one sigma", at: Vector2(Self.margin, 80), size: 10)
        text += plan
        text += table
        return text + "</svg>\n"
    }

    private var plan: String {
        let points = measuring.measurements.flatMap { $0.points.map { Vector2($0.pointInWorld.x, $0.pointInWorld.z) } }
        guard let first = points.first else { return "" }
        let low = points.reduce(first) { Vector2(min($0.x, $1.x), min($0.y, $1.y)) }
        let high = points.reduce(first) { Vector2(max($0.x, $1.x), max($0.y, $1.y)) }
        let size = Vector2(Self.page.x - 2 * Self.margin, Self.planHeight)
        let span = high - low
        let scale = 0.8 * min(size.x / max(span.x, 0.05), size.y / max(span.y, 0.05))
        let middle = Vector2(Self.page.x / 2, Self.planTop + Self.planHeight / 2)
        var text = "<rect x=\"48\" y=\"96\" width=\"499\" height=\"360\" rx=\"8\" fill=\"#f4f6f9\"/>\n"
        for measurement in measuring.measurements {
            let positions = measurement.points.map { point in
                middle + (Vector2(point.pointInWorld.x, point.pointInWorld.z) - (low + high) / 2) * scale
            }
            text += Self.path(positions, isClosed: measurement.isClosed)
            if positions.count > 1, let reading = measuring.reading(of: measurement) {
                let at = (positions[positions.count - 2] + positions[positions.count - 1]) / 2 + Vector2(6, -6)
                text += Self.label(reading.text(measuring.unit), at: at, size: 10, weight: "600", color: "#11151c")
            }
        }
        return text
    }

    private static func path(_ positions: [Vector2], isClosed: Bool) -> String {
        var text = "<path fill=\"" + (isClosed ? "#2f9bff22" : "none") + "\" stroke=\"#2f9bff\" stroke-width=\"2\" d=\""
        for (index, position) in positions.enumerated() {
            text += (index == 0 ? "M" : "L") + number(position.x) + " " + number(position.y)
        }
        text += (isClosed ? "Z" : "") + "\"/>\n"
        for position in positions {
            text +=
                "<circle cx=\"" + number(position.x) + "\" cy=\"" + number(position.y)
                + "\" r=\"3\" fill=\"#11151c\"/>\n"
        }
        return text
    }

    private var table: String {
        var text = ""
        var y = Self.planTop + Self.planHeight + 36
        for measurement in measuring.measurements {
            guard y < Self.page.y - 40, let reading = measuring.reading(of: measurement) else { break }
            let number = DecimalText.string(Double(measurement.identifier), decimals: 0)
            text += Self.label(number, at: Vector2(48, y), size: 11)
            text += Self.label(measurement.tool.name.description, at: Vector2(76, y), size: 11)
            text += Self.label(measurement.name, at: Vector2(150, y), size: 11)
            text += Self.label(
                (measurement.isRough ? "rough " : "") + reading.text(measuring.unit),
                at: Vector2(360, y),
                size: 11,
                weight: "600",
                color: "#11151c"
            )
            text += "<path stroke=\"#dfe4ea\" d=\"M48 " + Self.number(y + 8) + "H547\"/>\n"
            y += 24
        }
        return text
    }

    private static func label(
        _ text: String,
        at position: Vector2,
        size: Double,
        weight: StaticString = "400",
        color: StaticString = "#5b6672"
    ) -> String {
        "<text x=\"" + number(position.x) + "\" y=\"" + number(position.y) + "\" font-size=\"" + number(size)
            + "\" font-weight=\""
            + weight.description + "\" fill=\"" + color.description + "\">" + escaped(text) + "</text>\n"
    }

    private static func number(_ value: Double) -> String { DecimalText.string(value, decimals: 1) }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result += scalar.value < 0x20 ? " " : String(scalar)
            }
        }
        return result
    }
}
