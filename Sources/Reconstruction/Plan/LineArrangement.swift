import Geometry

/// The convex cells into which lines divide a rectangle, and the loop around those that are inside a room.
struct LineArrangement {
    /// A corner-to-corner edge of a cell, with the line that it lies on; nil on the rectangle's border.
    struct Edge {
        var start: Vector2
        var end: Vector2
        var line: Int?
    }

    private struct Cell {
        var corners: [Vector2]
        /// The line of the edge from a corner to the next.
        var lines: [Int?]
    }

    private var cells: [Cell]

    /// The cells of a rectangle, whose corners are counterclockwise.
    init(corners: [Vector2], lines: [WallLine]) {
        cells = [Cell(corners: corners, lines: [nil, nil, nil, nil])]
        for (i, line) in lines.enumerated() {
            cells = cells.flatMap { cell in
                [Self.part(of: cell, by: line, i, sign: 1), Self.part(of: cell, by: line, i, sign: -1)].compactMap {
                    $0
                }
            }
        }
    }

    /// The part of a cell on one side of a line; nil if nothing is left.
    private static func part(of cell: Cell, by line: WallLine, _ number: Int, sign: Double) -> Cell? {
        var result = Cell(corners: [], lines: [])
        let distances = cell.corners.map { sign * line.signedDistance($0) }
        for i in cell.corners.indices {
            let next = (i + 1) % cell.corners.count
            if distances[i] >= 0 {
                result.corners.append(cell.corners[i])
                // An edge that leaves the side goes on along the line.
                result.lines.append(cell.lines[i])
            }
            if (distances[i] >= 0) != (distances[next] >= 0) {
                let share = distances[i] / (distances[i] - distances[next])
                result.corners.append(cell.corners[i] + (cell.corners[next] - cell.corners[i]) * share)
                result.lines.append(distances[i] >= 0 ? number : cell.lines[i])
            }
        }
        return result.corners.count >= 3 && abs(area(result.corners)) > 1e-4 ? result : nil
    }

    static func area(_ corners: [Vector2]) -> Double {
        corners.indices.reduce(0) { $0 + cross(corners[$1], corners[($1 + 1) % corners.count]) } / 2
    }

    /// The outer loop of the cells that a closure takes for inside, counterclockwise; the largest if there are several.
    func outline(_ isInside: ([Vector2]) -> Bool) -> [Edge] {
        var edges: [Edge] = []
        for cell in cells where !Self.isRim(cell) && isInside(cell.corners) {
            for i in cell.corners.indices {
                let (a, b) = (cell.corners[i], cell.corners[(i + 1) % cell.corners.count])
                if (b - a).length < 1e-6 { continue }
                if let twin = edges.firstIndex(where: { Self.isSame($0.start, b) && Self.isSame($0.end, a) }) {
                    edges.remove(at: twin)
                } else {
                    edges.append(Edge(start: a, end: b, line: cell.lines[i]))
                }
            }
        }
        return Self.loops(edges).max { Self.area($0.map { $0.start }) < Self.area($1.map { $0.start }) } ?? []
    }

    /// Whether a cell is a strip between a wall and the rectangle's border: its width is the scatter of the wall.
    private static func isRim(_ cell: Cell) -> Bool {
        guard cell.lines.contains(where: { $0 == nil }) else { return false }
        let around = cell.corners.indices.reduce(0.0) { length, i in
            length + (cell.corners[(i + 1) % cell.corners.count] - cell.corners[i]).length
        }
        return 2 * area(cell.corners) < 0.15 * around
    }

    private static func isSame(_ a: Vector2, _ b: Vector2) -> Bool { (a - b).length < 1e-5 }

    private static func loops(_ edges: [Edge]) -> [[Edge]] {
        var rest = edges
        var loops: [[Edge]] = []
        while let first = rest.popLast() {
            var loop = [first]
            while let next = rest.firstIndex(where: { isSame($0.start, loop[loop.count - 1].end) }) {
                loop.append(rest.remove(at: next))
            }
            if isSame(loop[loop.count - 1].end, first.start) { loops.append(loop) }
        }
        return loops
    }
}
