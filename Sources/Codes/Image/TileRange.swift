/// The darkest and the lightest gray of each tile of an image, and the thresholds between them.
///
/// Source: E. Olson, "AprilTag: a robust and flexible visual fiducial system", 2011, and J. Wang, E. Olson, "AprilTag 2",
/// 2016, section III-A: the threshold is the middle of the range over a tile and its neighbours.
enum TileRange {
    /// The threshold of each tile: the middle of the range over 3 × 3 tiles, or over more, up to 11 × 11, until both
    /// dark and light are in it.
    static func thresholds(
        of pixels: [UInt8],
        width: Int,
        height: Int,
        tile: Int,
        leastContrast: UInt8
    ) -> [UInt8] {
        let columns = (width + tile - 1) / tile
        let rows = (height + tile - 1) / tile
        var (least, most) = ranges(of: pixels, width: width, height: height, tile: tile)
        var result = [UInt8](repeating: 0, count: columns * rows)
        var isSet = [Bool](repeating: false, count: columns * rows)
        for reach in 1...5 {
            widen(&least, columns, rows) { min($0, $1) }
            widen(&most, columns, rows) { max($0, $1) }
            for i in result.indices where !isSet[i] {
                let hasContrast = most[i] - least[i] >= leastContrast
                guard hasContrast || reach == 5 else { continue }
                result[i] = least[i] + (most[i] - least[i]) / 2
                isSet[i] = true
            }
        }
        return result
    }

    private static func ranges(
        of pixels: [UInt8],
        width: Int,
        height: Int,
        tile: Int
    ) -> (least: [UInt8], most: [UInt8]) {
        let columns = (width + tile - 1) / tile
        let rows = (height + tile - 1) / tile
        var least = [UInt8](repeating: 255, count: columns * rows)
        var most = [UInt8](repeating: 0, count: columns * rows)
        for y in 0..<height {
            let row = y / tile * columns
            for column in 0..<columns {
                var low = least[row + column]
                var high = most[row + column]
                for x in column * tile..<min(width, (column + 1) * tile) {
                    let gray = pixels[y * width + x]
                    low = min(low, gray)
                    high = max(high, gray)
                }
                least[row + column] = low
                most[row + column] = high
            }
        }
        return (least, most)
    }

    /// Replaces each value by the extreme of itself and its eight neighbours.
    private static func widen(_ values: inout [UInt8], _ columns: Int, _ rows: Int, _ extreme: (UInt8, UInt8) -> UInt8)
    {
        var across = values
        for y in 0..<rows {
            for x in 0..<columns {
                let at = y * columns + x
                if x > 0 { across[at] = extreme(across[at], values[at - 1]) }
                if x + 1 < columns { across[at] = extreme(across[at], values[at + 1]) }
            }
        }
        for y in 0..<rows {
            for x in 0..<columns {
                let at = y * columns + x
                var value = across[at]
                if y > 0 { value = extreme(value, across[at - columns]) }
                if y + 1 < rows { value = extreme(value, across[at + columns]) }
                values[at] = value
            }
        }
    }
}
