/// Removes from a surface what neighbours contradict.
struct MapFilter {
    let width: Int
    let height: Int

    /// Removes pixels on the nearer side of a step of the depth: a window that sees the edge moves the nearer surface
    /// outwards.
    ///
    /// A step is a difference of the inverse depth by more than `share`.
    func removeEdges(_ inverseDepth: FloatPlane, _ isKnown: inout [Bool], share: Float, reach: Int) {
        inverseDepth.fillMargin(reach: reach)
        for y in 0..<height {
            for x in 0..<width where isKnown[y * width + x] {
                let here = inverseDepth.row(y)[x]
                var low = here
                for dy in -reach...reach {
                    let line = inverseDepth.row(y + dy) + x
                    for dx in -reach...reach { low = min(low, line[dx]) }
                }
                if low < here * (1 - share) { isKnown[y * width + x] = false }
            }
        }
    }

    /// Removes connected pieces of fewer than `least` pixels; neighbours are connected if their inverse depths differ by
    /// less than `share`.
    func removeSpeckles(_ inverseDepth: FloatPlane, _ isKnown: inout [Bool], share: Float, least: Int) {
        var isVisited = [Bool](repeating: false, count: width * height)
        var piece: [Int] = []
        for start in 0..<width * height where isKnown[start] && !isVisited[start] {
            piece.removeAll(keepingCapacity: true)
            piece.append(start)
            isVisited[start] = true
            var next = 0
            while next < piece.count {
                let pixel = piece[next]
                next += 1
                let (x, y) = (pixel % width, pixel / width)
                let here = inverseDepth.row(y)[x]
                for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let (nx, ny) = (x + dx, y + dy)
                    guard nx >= 0, ny >= 0, nx < width, ny < height else { continue }
                    let neighbour = ny * width + nx
                    guard isKnown[neighbour], !isVisited[neighbour],
                        abs(inverseDepth.row(ny)[nx] - here) < share * here
                    else { continue }
                    isVisited[neighbour] = true
                    piece.append(neighbour)
                }
            }
            if piece.count < least { for pixel in piece { isKnown[pixel] = false } }
        }
    }
}
