extension Typeface {
    /// The contours of a letter as closed polygons, ems, y up, origin on the base line; inside is where they wind around.
    ///
    /// Each quadratic curve becomes `steps` lines.
    public func contours(ofGlyph glyph: Int, steps: Int = 5) -> [[SIMD2<Float>]] {
        var reader = TableReader(bytes: bytes, offset: entries[glyph].offset)
        var contours: [[SIMD2<Float>]] = []
        var place = (x: 0, y: 0)
        for _ in 0..<reader.number() {
            var points: [(point: SIMD2<Float>, isOnCurve: Bool)] = []
            for _ in 0..<reader.number() {
                let x = reader.number()
                place = (place.x + TableReader.zigzag(x >> 1), place.y + reader.signed())
                points.append((SIMD2(Float(place.x), Float(place.y)) / Float(Self.tableUnitsPerEm), x & 1 == 1))
            }
            contours.append(Self.polygon(points, steps: steps))
        }
        return contours
    }

    /// A TrueType contour made straight: between two control points lies a point of the curve half way.
    private static func polygon(_ points: [(point: SIMD2<Float>, isOnCurve: Bool)], steps: Int) -> [SIMD2<Float>] {
        guard let start = points.firstIndex(where: { $0.isOnCurve }) else { return roundPolygon(points, steps: steps) }
        var polygon = [points[start].point]
        var control: SIMD2<Float>?
        for i in 1...points.count {
            let (point, isOnCurve) = points[(start + i) % points.count]
            if let bend = control {
                let end = isOnCurve ? point : (bend + point) / 2
                addCurve(to: &polygon, bend: bend, end: end, steps: steps)
                control = isOnCurve ? nil : point
            } else if isOnCurve {
                polygon.append(point)
            } else {
                control = point
            }
        }
        polygon.removeLast()
        return polygon
    }

    /// A contour of control points alone, such as a dot: it starts half way between the last and the first.
    private static func roundPolygon(
        _ points: [(point: SIMD2<Float>, isOnCurve: Bool)],
        steps: Int
    ) -> [SIMD2<Float>] {
        guard let first = points.first, let last = points.last else { return [] }
        return polygon([((first.point + last.point) / 2, true)] + points, steps: steps)
    }

    private static func addCurve(to polygon: inout [SIMD2<Float>], bend: SIMD2<Float>, end: SIMD2<Float>, steps: Int) {
        let start = polygon[polygon.count - 1]
        for step in 1...steps {
            let t = Float(step) / Float(steps)
            polygon.append(start * ((1 - t) * (1 - t)) + bend * (2 * t * (1 - t)) + end * (t * t))
        }
    }
}
