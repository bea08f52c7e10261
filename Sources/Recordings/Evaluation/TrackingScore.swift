import Foundation
import Geometry

/// How well tracked boxes agree with the ground truth.
///
/// After Y. Wu, J. Lim, M.-H. Yang, "Online object tracking: a benchmark", 2013.
public struct TrackingScore: Equatable, Sendable {
    /// Overlap with the truth, image by image.
    public let overlaps: [Double]
    /// The distance of the centres, pixels, image by image.
    public let distances: [Double]

    /// Compares boxes with the ground truth, up to the end of the shorter list.
    public init(boxes: [ImageBox], truth: [ImageBox]) {
        overlaps = zip(boxes, truth).map { $0.overlap($1) }
        distances = zip(boxes, truth).map { ($0.centre - $1.centre).length }
    }

    /// The share of images whose overlap is above a threshold.
    public func success(above threshold: Double) -> Double {
        overlaps.isEmpty ? 0 : Double(overlaps.count { $0 > threshold }) / Double(overlaps.count)
    }

    /// The share of images whose centre is within a distance, pixels.
    public func precision(within pixels: Double) -> Double {
        distances.isEmpty ? 0 : Double(distances.count { $0 <= pixels }) / Double(distances.count)
    }

    /// The area under the success curve over 21 thresholds.
    public var areaUnderCurve: Double {
        (0...20).reduce(0) { $0 + success(above: Double($1) / 20) } / 21
    }

    /// Success over overlap and precision over distance as an SVG document.
    public func svg(name: String) -> String {
        var canvas = SVGCanvas(width: 1080, height: 480)
        canvas.text(name, x: 48, y: 46, size: 24, weight: 600)
        let figures = String(
            format: "AUC %.3f, %.0f %% within 20 px, %d images",
            areaUnderCurve,
            precision(within: 20) * 100,
            overlaps.count
        )
        canvas.text(figures, x: 48, y: 72, size: 15, color: SVGCanvas.muted)
        let left = SVGPanel(x: 96, y: 124, width: 400, height: 280)
        let right = SVGPanel(x: 612, y: 124, width: 400, height: 280)
        let success = (0...100).map { Vector2(Double($0) / 100, self.success(above: Double($0) / 100) * 100) }
        let precision = (0...50).map { Vector2(Double($0), self.precision(within: Double($0)) * 100) }
        Self.draw(&canvas, left, success, 1, "success", "overlap with the truth")
        Self.draw(&canvas, right, precision, 50, "precision", "distance of the middle, px")
        return canvas.document
    }

    private static func draw(
        _ canvas: inout SVGCanvas,
        _ panel: SVGPanel,
        _ points: [Vector2],
        _ end: Double,
        _ title: String,
        _ label: String
    ) {
        let scales = SVGScales(low: .zero, high: Vector2(end, 100), panel: panel)
        canvas.frame(panel, title: title, labels: (label, "% of images"), scales: scales)
        let placed = points.map(scales.position)
        let floor = panel.y + panel.height
        canvas.polygon(
            [Vector2(panel.x, floor)] + placed + [Vector2(panel.x + panel.width, floor)],
            fill: SVGCanvas.accent,
            opacity: 0.12
        )
        canvas.polyline(placed, color: SVGCanvas.accent, width: 2.2)
    }

    /// Writes the plot; throws `unwritable`.
    public func writePlot(name: String, to path: String) throws(RecordingError) {
        let file = try TextFileWriter(path: path)
        try file.write(svg(name: name))
        try file.flush()
    }
}

extension ImageBox {
    /// Boxes of a text file, one per line, four numbers separated by commas, tabs or spaces (the OTB layout).
    public static func read(path: String) throws(RecordingError) -> [ImageBox] {
        let lines = try LineReader(path: path)
        var boxes: [ImageBox] = []
        while let line = try lines.next() {
            guard !line.isEmpty else { continue }
            let fields = line.split { ", \t".contains($0) }
            let numbers = fields.compactMap { Double($0) }.filter(\.isFinite)
            guard fields.count == 4, numbers.count == 4 else {
                throw lines.dataError("a box is four numbers: x, y, width, height")
            }
            boxes.append(ImageBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        }
        return boxes
    }
}
