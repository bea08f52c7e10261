import Foundation
import Geometry
import Shapes

/// The quadrilaterals of one image.
struct ImageReport: Encodable {
    struct Outline: Encodable {
        /// Pixels, clockwise from the top left.
        let corners: [[Double]]
        let confidence: Double
    }

    let image: String
    let quadrilaterals: [Outline]
    let milliseconds: Double

    init(_ path: String, _ found: [Quadrilateral], _ milliseconds: Double) {
        image = path
        quadrilaterals = found.map { quad in
            Outline(corners: (0..<4).map { [quad[$0].x, quad[$0].y] }, confidence: quad.confidence)
        }
        self.milliseconds = milliseconds
    }

    var text: String {
        let time = String(format: "%.1f ms", milliseconds)
        guard !quadrilaterals.isEmpty else { return "\(image): nothing found (\(time))" }
        let lines = quadrilaterals.map { quad in
            let corners = quad.corners.map { String(format: "(%.2f, %.2f)", $0[0], $0[1]) }.joined(separator: " ")
            return "  \(corners)  confidence " + String(format: "%.2f", quad.confidence)
        }
        return (["\(image) (\(time))"] + lines).joined(separator: "\n")
    }
}

/// The result of all images; that of a single image is at the top level too.
struct RectanglesReport: Encodable {
    let images: [ImageReport]
    var quadrilaterals: [ImageReport.Outline]?
    var milliseconds: Double?

    init(_ images: [ImageReport]) {
        self.images = images
        guard images.count == 1 else { return }
        quadrilaterals = images[0].quadrilaterals
        milliseconds = images[0].milliseconds
    }
}
