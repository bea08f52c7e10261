import Foundation
import Geometry

/// Collects the elements of an SVG document.
struct SVGCanvas {
    static let ink = "#16202c"
    static let muted = "#5d6b7a"
    static let faint = "#e3e8ee"
    static let accent = "#e4572e"

    private let width: Double
    private let height: Double
    private var elements: [String] = []

    init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The whole document.
    var document: String {
        let (w, h) = (Self.number(width), Self.number(height))
        let head = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(w)" height="\(h)" viewBox="0 0 \(w) \(h)" \
            font-family="system-ui, 'DejaVu Sans', sans-serif">
            """
        return ([head, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"] + elements + ["</svg>"])
            .joined(separator: "\n")
    }

    mutating func text(
        _ text: String,
        x: Double,
        y: Double,
        size: Double,
        color: String = ink,
        weight: Int = 400,
        anchor: String = "start"
    ) {
        let safe = text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        elements.append(
            """
            <text x="\(Self.number(x))" y="\(Self.number(y))" font-size="\(Self.number(size))" font-weight="\(weight)" \
            fill="\(color)" text-anchor="\(anchor)">\(safe)</text>
            """
        )
    }

    mutating func line(from a: Vector2, to b: Vector2, color: String, width: Double, dash: String? = nil) {
        polyline([a, b], color: color, width: width, dash: dash)
    }

    mutating func polyline(_ points: [Vector2], color: String, width: Double, dash: String? = nil) {
        guard points.count > 1 else { return }
        let pattern = dash.map { " stroke-dasharray=\"\($0)\"" } ?? ""
        elements.append(
            """
            <polyline points="\(Self.list(points))" fill="none" stroke="\(color)" stroke-width="\(Self.number(width))" \
            stroke-linejoin="round" stroke-linecap="round"\(pattern)/>
            """
        )
    }

    mutating func polygon(_ points: [Vector2], fill: String, opacity: Double) {
        elements.append(
            "<polygon points=\"\(Self.list(points))\" fill=\"\(fill)\" fill-opacity=\"\(Self.number(opacity))\"/>"
        )
    }

    mutating func dot(_ centre: Vector2, radius: Double, fill: String, stroke: String) {
        let centreText = "cx=\"\(Self.number(centre.x))\" cy=\"\(Self.number(centre.y))\""
        elements.append(
            "<circle \(centreText) r=\"\(Self.number(radius))\" fill=\"\(fill)\" stroke=\"\(stroke)\" stroke-width=\"2\"/>"
        )
    }

    /// Draws a panel's title, its grid, and the numbers at its left and lower edge.
    mutating func frame(_ panel: SVGPanel, title: String, labels: (x: String, y: String), scales: SVGScales) {
        text(title, x: panel.x, y: panel.y - 12, size: 15, weight: 600)
        for value in Self.ticks(scales.low.x, scales.high.x, count: Int(panel.width / 70)) {
            let x = scales.position(Vector2(value, 0)).x
            line(from: Vector2(x, panel.y), to: Vector2(x, panel.y + panel.height), color: Self.faint, width: 1)
            text(
                Self.number(value),
                x: x,
                y: panel.y + panel.height + 18,
                size: 12,
                color: Self.muted,
                anchor: "middle"
            )
        }
        for value in Self.ticks(scales.low.y, scales.high.y, count: Int(panel.height / 45)) {
            let y = scales.position(Vector2(0, value)).y
            line(from: Vector2(panel.x, y), to: Vector2(panel.x + panel.width, y), color: Self.faint, width: 1)
            text(Self.number(value), x: panel.x - 8, y: y + 4, size: 12, color: Self.muted, anchor: "end")
        }
        let right = panel.x + panel.width
        text(labels.x, x: right, y: panel.y + panel.height + 38, size: 12, color: Self.muted, anchor: "end")
        text(labels.y, x: right, y: panel.y - 12, size: 12, color: Self.muted, anchor: "end")
    }

    /// Round numbers between two ends, about `count` of them.
    static func ticks(_ low: Double, _ high: Double, count: Int) -> [Double] {
        guard high > low, low.isFinite, high.isFinite else { return [] }
        let rough = (high - low) / Double(max(count, 1))
        let power = pow(10, log10(rough).rounded(.down))
        let step = power * ([1, 2, 5].first { rough <= $0 * power } ?? 10)
        let first = Int((low / step).rounded(.up))
        let last = Int((high / step).rounded(.down))
        return first <= last ? (first...last).map { Double($0) * step } : []
    }

    static func number(_ value: Double) -> String {
        let rounded = (value * 1000).rounded() / 1000
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(format: "%g", rounded)
    }

    private static func list(_ points: [Vector2]) -> String {
        points.map { String(format: "%.1f,%.1f", $0.x, $0.y) }.joined(separator: " ")
    }
}
