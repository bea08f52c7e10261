/// Splits the colours of a box into groups (k-means, initialised with the colours farthest from one another).
struct ColorClusters {
    /// The pixels of each group.
    private(set) var groups: [[(x: Int, y: Int)]]

    init(_ map: HandMap, columns: ClosedRange<Int>, rows: ClosedRange<Int>, count: Int) {
        var pixels: [(x: Int, y: Int)] = []
        var colors: [SIMD3<Float>] = []
        for y in rows {
            for x in columns {
                pixels.append((x, y))
                colors.append(Self.opponent(map, x, y))
            }
        }
        var centres = Self.spread(colors, count)
        var owner = [Int](repeating: 0, count: colors.count)
        for _ in 0..<8 {
            var sums = [SIMD4<Float>](repeating: .zero, count: count)
            for i in colors.indices {
                owner[i] = Self.nearest(colors[i], centres)
                sums[owner[i]] += SIMD4(colors[i], 1)
            }
            for k in 0..<count where sums[k].w > 0 {
                centres[k] = SIMD3(sums[k].x, sums[k].y, sums[k].z) / sums[k].w
            }
        }
        groups = Array(repeating: [], count: count)
        for i in pixels.indices { groups[owner[i]].append(pixels[i]) }
    }

    private static func opponent(_ map: HandMap, _ x: Int, _ y: Int) -> SIMD3<Float> {
        let (r, g, b) = map.color(x, y)
        return SIMD3((r + g + b) / 6, 1.5 * (r - g), 1.5 * (g - b))
    }

    private static func nearest(_ color: SIMD3<Float>, _ centres: [SIMD3<Float>]) -> Int {
        var best = 0
        var least = Float.infinity
        for k in centres.indices {
            let d = color - centres[k]
            let square = (d * d).sum()
            if square < least {
                least = square
                best = k
            }
        }
        return best
    }

    private static func spread(_ colors: [SIMD3<Float>], _ count: Int) -> [SIMD3<Float>] {
        var centres = [colors[colors.count / 2]]
        while centres.count < count {
            var best = colors[0]
            var most: Float = -1
            for color in colors {
                let d = color - centres[nearest(color, centres)]
                let square = (d * d).sum()
                if square > most {
                    most = square
                    best = color
                }
            }
            centres.append(best)
        }
        return centres
    }
}
