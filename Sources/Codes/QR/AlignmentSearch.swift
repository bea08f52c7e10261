import Geometry

/// Finds a code's alignment patterns, which give a better grid than the three finder patterns alone.
struct AlignmentSearch {
    let view: PixelView
    let version: QRVersion
    let isLight: Bool

    /// Limits that were chosen.
    struct Tuning: Sendable {
        /// The least contrast of a pattern that counts, as a part of that of the finder patterns.
        ///
        /// Range: 0.3…0.7. Origin: by hand.
        var leastContrast: Float = 0.45
        /// The largest distance of a pattern from its expected position.
        ///
        /// Unit: modules. Range: 1…3. Origin: by hand.
        var reach = 1.8
        /// The same, added for each module from the last known position.
        ///
        /// Range: 0.01…0.05. Origin: a finder pattern of modules of two pixels gives directions to 1 %.
        var reachPerModule = 0.02
    }

    private static let tuning = Tuning()

    /// The grid through the finder patterns' corners and the alignment patterns that are found.
    func grid(_ triple: FinderTriple, _ first: CodeGrid) -> CodeGrid {
        var (places, pixels) = triple.points(size: version.size)
        var grid = first
        var known = places
        var found = 0
        let contrast = finderContrast(grid)
        let targets = patternMiddles.sorted(byKey: { Self.distance($0, places) })
        for target in targets {
            let distance = Self.distance(target, known)
            let reach = Self.tuning.reach + Self.tuning.reachPerModule * distance
            guard let place = search(around: target, grid, reach: reach, contrast) else { continue }
            let pixel = grid.pixel(place)
            // A corner of a finder pattern is less accurate than the middle of an alignment pattern.
            for _ in 0..<2 {
                places.append(target)
                pixels.append(pixel)
            }
            known.append(target)
            found += 1
            if let next = CodeGrid.fit(size: version.size, places: places, pixels: pixels) { grid = next }
        }
        guard found >= 6 else { return grid }
        return bent(grid, places, pixels)
    }

    /// The grid with a bend fitted to the points.
    private func bent(_ grid: CodeGrid, _ places: [Vector2], _ pixels: [Vector2]) -> CodeGrid {
        guard let inverse = grid.homography.matrix.inverse else { return grid }
        let back = Homography(matrix: inverse)
        var bend = GridBend()
        var moves: [GridBend.Move] = []
        for (place, pixel) in zip(places, pixels) {
            let point = grid.normalized(place)
            let move = back(pixel) - point
            moves.append(GridBend.Move(point: point, move: move.x, isAlongX: true, weight: 1))
            moves.append(GridBend.Move(point: point, move: move.y, isAlongX: false, weight: 1))
        }
        guard bend.add(moves, ridge: 1e-3) != nil else { return grid }
        var result = grid
        result.bend = bend
        return result
    }

    private var patternMiddles: [Vector2] {
        let places = version.alignmentPlaces
        guard let last = places.last else { return [] }
        var result: [Vector2] = []
        for y in places {
            for x in places {
                if (x == 6 && y == 6) || (x == 6 && y == last) || (x == last && y == 6) { continue }
                result.append(Vector2(Double(x) + 0.5, Double(y) + 0.5))
            }
        }
        return result
    }

    private static func distance(_ target: Vector2, _ known: [Vector2]) -> Double {
        known.reduce(Double.infinity) { min($0, (target - $1).length) }
    }

    /// Mean light minus mean dark over the three finder patterns.
    private func finderContrast(_ grid: CodeGrid) -> Float {
        let far = Double(version.size) - 3.5
        let middles = [Vector2(3.5, 3.5), Vector2(far, 3.5), Vector2(3.5, far)]
        return middles.reduce(0) { $0 + (contrast(at: $1, grid) ?? 0) } / 3
    }

    /// Light minus dark of a light ring around a dark module, inside a dark ring; nil at the image's border.
    private func contrast(at place: Vector2, _ grid: CodeGrid) -> Float? {
        var (light, dark): (Float, Float) = (0, 0)
        for y in -2...2 {
            for x in -2...2 {
                let at = place + Vector2(Double(x), Double(y))
                guard let gray = view.gray(at: grid.pixel(at)) else { return nil }
                if max(abs(x), abs(y)) == 1 { light += gray } else { dark += gray }
            }
        }
        let difference = light / 8 - dark / 17
        return isLight ? -difference : difference
    }

    /// The position of the best pattern near its expected one; nil if there is none.
    private func search(around target: Vector2, _ grid: CodeGrid, reach: Double, _ contrast: Float) -> Vector2? {
        var best = (place: target, contrast: -Float.infinity)
        var step = 0.4
        var reach = reach
        while step > 0.04 {
            let centre = best.place
            let count = Int((reach / step).rounded(.up))
            for y in -count...count {
                for x in -count...count {
                    let place = centre + Vector2(Double(x), Double(y)) * step
                    guard let value = self.contrast(at: place, grid), value > best.contrast else { continue }
                    best = (place, value)
                }
            }
            reach = step
            step /= 3
        }
        return best.contrast > Self.tuning.leastContrast * contrast ? best.place : nil
    }
}
