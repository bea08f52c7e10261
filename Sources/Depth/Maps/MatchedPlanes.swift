/// A plane through each match of a surface, which gives the inverse depth of the pixels around that match.
struct MatchedPlanes {
    /// 1/m, the map's size.
    let inverseDepth: FloatPlane
    /// The pixels of the map that count as matches.
    let isMatched: [Bool]

    var width: Int { inverseDepth.width }
    var height: Int { inverseDepth.height }

    /// The inverse depth of a match, 1/m.
    @inline(__always)
    func inverseDepth(of match: Int) -> Float { inverseDepth.row(match / width)[match % width] }

    /// The inverse depth, 1/m, of a pixel of an image of twice the size on the plane through a match.
    func inverseDepth(_ x: Int, _ y: Int, from match: Int) -> Float {
        let (column, row) = (match % width, match / width)
        let rho = inverseDepth(of: match)
        func slope(_ step: Int, _ isInside: Bool) -> Float {
            guard isInside, isMatched[match - step], isMatched[match + step] else { return 0 }
            let (a, b) = (rho - inverseDepth(of: match - step), inverseDepth(of: match + step) - rho)
            return a * b <= 0 ? 0 : (abs(a) < abs(b) ? a : b)
        }
        let across = slope(1, column > 0 && column < width - 1) * (Float(x) / 2 - 0.25 - Float(column))
        let down = slope(width, row > 0 && row < height - 1) * (Float(y) / 2 - 0.25 - Float(row))
        return min(max(rho + across + down, 0.9 * rho), 1.1 * rho)
    }
}
