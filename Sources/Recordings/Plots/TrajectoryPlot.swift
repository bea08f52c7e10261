import Foundation
import Geometry

/// Draws a run as SVG: the path from above and from the side, and the error over time.
public struct TrajectoryPlot {
    private let name: String
    private let estimate: [Vector3]
    private let truth: [Vector3]
    private let errors: [(seconds: Double, centimetres: Double)]
    private let caption: String

    /// A plot of a run; with fewer than two pairs only the path is drawn.
    public init(name: String, run: TrackingRun, pairing: TrajectoryPairing) {
        self.name = name
        guard let error = TrajectoryError(pairing), let start = error.samples.first?.timestampNanoseconds else {
            estimate = run.trajectory.map(\.worldFromBody.translation)
            truth = []
            errors = []
            caption = "\(run.trajectory.count) poses, no ground truth"
            return
        }
        estimate = error.samples.map(\.estimate)
        truth = error.samples.map(\.truth)
        errors = error.samples.map { (Double($0.timestampNanoseconds - start) * 1e-9, $0.error * 100) }
        caption = String(
            format: "position error %.1f cm RMS over %.1f m, scale %+.2f %%",
            error.rmse * 100,
            error.pathLength,
            (1 / error.scale - 1) * 100
        )
    }

    /// Writes the image; throws `unwritable`.
    public func write(to path: String) throws(RecordingError) {
        let file = try TextFileWriter(path: path)
        try file.write(svg)
        try file.flush()
    }

    /// The image's text.
    public var svg: String {
        let hasErrors = !errors.isEmpty
        let height = hasErrors ? 820.0 : 560.0
        var canvas = SVGCanvas(width: 1080, height: height)
        canvas.text(name, x: 48, y: 46, size: 24, weight: 600)
        canvas.text(caption, x: 48, y: 72, size: 15, color: SVGCanvas.muted)
        legend(&canvas)
        let points = estimate + truth
        let extent = points.reduce(into: (low: points.first ?? .zero, high: points.first ?? .zero)) { extent, point in
            extent = (pointwiseMin(extent.low, point), pointwiseMax(extent.high, point))
        }
        let above = SVGPanel(x: 96, y: 112, width: 560, height: 372)
        let side = SVGPanel(x: 760, y: 112, width: 272, height: 372)
        let axis = TrajectoryPlot.longAxis(points)
        drawPath(&canvas, above, title: "from above", labels: ("x, m", "y, m"), extent: extent) { Vector2($0.x, $0.y) }
        drawPath(&canvas, side, title: "from the side", labels: ("along the room, m", "height, m"), extent: nil) {
            Vector2($0.x * axis.x + $0.y * axis.y, $0.z)
        }
        if hasErrors { drawErrors(&canvas, SVGPanel(x: 96, y: 584, width: 936, height: 172)) }
        return canvas.document
    }

    private func legend(_ canvas: inout SVGCanvas) {
        var x = 1032.0
        canvas.text("tracked", x: x, y: 46, size: 14, anchor: "end")
        x -= 62
        canvas.line(from: Vector2(x - 26, 41), to: Vector2(x, 41), color: SVGCanvas.accent, width: 3)
        guard !truth.isEmpty else { return }
        x -= 44
        canvas.text("truth", x: x, y: 46, size: 14, anchor: "end")
        x -= 44
        canvas.line(from: Vector2(x - 26, 41), to: Vector2(x, 41), color: SVGCanvas.ink, width: 3, dash: "2 4")
    }

    /// The horizontal direction of the path's largest extent.
    private static func longAxis(_ points: [Vector3]) -> Vector2 {
        guard !points.isEmpty else { return Vector2(1, 0) }
        let mean = points.reduce(Vector3.zero, +) / Double(points.count)
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for point in points {
            let d = point - mean
            xx += d.x * d.x
            xy += d.x * d.y
            yy += d.y * d.y
        }
        let angle = atan2(2 * xy, xx - yy) / 2
        return Vector2(cos(angle), sin(angle))
    }

    private func drawPath(
        _ canvas: inout SVGCanvas,
        _ panel: SVGPanel,
        title: String,
        labels: (String, String),
        extent: (low: Vector3, high: Vector3)?,
        projection: (Vector3) -> Vector2
    ) {
        let drawn = estimate.map(projection)
        let exact = truth.map(projection)
        let scales = SVGScales(square: drawn + exact, panel: panel)
        canvas.frame(panel, title: title, labels: labels, scales: scales)
        canvas.polyline(exact.map(scales.position), color: SVGCanvas.ink, width: 1.6, dash: "2 3.5")
        canvas.polyline(drawn.map(scales.position), color: SVGCanvas.accent, width: 2.2)
        if let first = drawn.first {
            canvas.dot(scales.position(first), radius: 5, fill: "#fff", stroke: SVGCanvas.accent)
        }
        if let last = drawn.last {
            canvas.dot(scales.position(last), radius: 5, fill: SVGCanvas.accent, stroke: "#fff")
        }
    }

    private func drawErrors(_ canvas: inout SVGCanvas, _ panel: SVGPanel) {
        let points = errors.map { Vector2($0.seconds, $0.centimetres) }
        let highest = points.map(\.y).max() ?? 1
        let scales = SVGScales(
            low: Vector2(0, 0),
            high: Vector2(max(points.last?.x ?? 1, 1e-3), max(highest * 1.1, 1e-3)),
            panel: panel
        )
        canvas.frame(panel, title: "position error", labels: ("s after the first pose", "cm"), scales: scales)
        let placed = points.map(scales.position)
        let floor = panel.y + panel.height
        if let first = placed.first, let last = placed.last {
            canvas.polygon(
                [Vector2(first.x, floor)] + placed + [Vector2(last.x, floor)],
                fill: SVGCanvas.accent,
                opacity: 0.12
            )
        }
        canvas.polyline(placed, color: SVGCanvas.accent, width: 1.8)
    }
}
