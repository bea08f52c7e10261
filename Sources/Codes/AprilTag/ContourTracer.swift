import Geometry

/// The outlines of dark regions in one level of an image, along the sides of its pixels.
///
/// Each side between a dark and a light pixel gives one point: where the interpolated gray crosses the threshold.
struct ContourTracer {
    private let level: ImageLevel
    private let view: PixelView
    /// Whether the left side of a pixel is already traced.
    private var isPassed: [Bool]

    /// An outline: its points in order, clockwise, and the area inside, pixels².
    struct Contour {
        var points: [Vector2] = []
        var area = 0.0
    }

    init(level: ImageLevel, view: PixelView) {
        self.level = level
        self.view = view
        isPassed = [Bool](repeating: false, count: level.width * level.height)
    }

    /// Calls a function with every outline of at least `leastPoints` points that is not the outline of a hole.
    mutating func forEachContour(leastPoints: Int, _ body: (Contour) -> Void) {
        for y in 0..<level.height {
            for x in 0..<level.width where !isPassed[y * level.width + x] && isDark(x, y) && !isDark(x - 1, y) {
                let contour = trace(x, y)
                if contour.area > 0, contour.points.count >= leastPoints { body(contour) }
            }
        }
    }

    /// Gray minus the threshold; light outside the image.
    @inline(__always)
    private func lightness(_ x: Int, _ y: Int) -> Float {
        guard x >= 0, y >= 0, x < level.width, y < level.height else { return 1 }
        return Float(view.base[y * level.width + x]) - Float(level.threshold(x, y)) - 0.5
    }

    @inline(__always)
    private func isDark(_ x: Int, _ y: Int) -> Bool { lightness(x, y) < 0 }

    /// Traces the sides of dark pixels from the left side of one, with the dark on the right, back to the start.
    private mutating func trace(_ startX: Int, _ startY: Int) -> Contour {
        var contour = Contour()
        var (x, y) = (startX, startY)
        // The direction to the light pixel, and the direction of motion.
        var (outX, outY) = (-1, 0)
        var doubleArea = 0.0
        var last: Vector2?
        var first: Vector2?
        while true {
            if outX == -1 {
                if isPassed[y * level.width + x] { break }
                isPassed[y * level.width + x] = true
            }
            let point = crossing(x, y, outX, outY)
            contour.points.append(point)
            if let last { doubleArea += cross(last, point) }
            if first == nil { first = point }
            last = point
            let (onX, onY) = (-outY, outX)
            if isDark(x + onX, y + onY) {
                if isDark(x + onX + outX, y + onY + outY) {
                    (x, y) = (x + onX + outX, y + onY + outY)
                    (outX, outY) = (-onX, -onY)
                } else {
                    (x, y) = (x + onX, y + onY)
                }
            } else {
                (outX, outY) = (onX, onY)
            }
        }
        if let first, let last { doubleArea += cross(last, first) }
        contour.area = doubleArea / 2
        return contour
    }

    private func crossing(_ x: Int, _ y: Int, _ outX: Int, _ outY: Int) -> Vector2 {
        let dark = lightness(x, y)
        let light = lightness(x + outX, y + outY)
        let isInside = x + outX >= 0 && y + outY >= 0 && x + outX < level.width && y + outY < level.height
        let part = isInside ? Double(dark / (dark - light)) : 0.5
        return Vector2(Double(x) + 0.5, Double(y) + 0.5) + Vector2(Double(outX), Double(outY)) * part
    }
}
