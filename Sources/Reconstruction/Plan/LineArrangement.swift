import Geometry

/// The convex cells into which lines divide a rectangle, and the loops around those that are inside rooms.
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

    /// The outer loops of the groups of cells that a closure takes for inside, each counterclockwise, without those of no area.
    ///
    /// Cells beside each other are of one group unless the edge between them is a wall.
    func outlines(isInside: ([Vector2]) -> Bool, isWall: (Edge) -> Bool) -> [[Edge]] {
        var edges: [(edge: Edge, cell: Int)] = []
        for (number, cell) in cells.enumerated() where !Self.isRim(cell) && isInside(cell.corners) {
            for i in cell.corners.indices {
                let (a, b) = (cell.corners[i], cell.corners[(i + 1) % cell.corners.count])
                if (b - a).length >= 1e-6 { edges.append((Edge(start: a, end: b, line: cell.lines[i]), number)) }
            }
        }
        var group = Array(cells.indices)
        func root(_ cell: Int) -> Int {
            var cell = cell
            while group[cell] != cell { cell = group[cell] }
            return cell
        }
        let twins = Self.twins(edges.map { $0.edge })
        for (i, twin) in twins.enumerated() {
            guard let twin, twin > i, !isWall(edges[i].edge) else { continue }
            group[root(edges[i].cell)] = root(edges[twin].cell)
        }
        var borders: [Int: [Edge]] = [:]
        for (i, each) in edges.enumerated() where twins[i].map({ root(edges[$0].cell) }) != root(each.cell) {
            borders[root(each.cell), default: []].append(each.edge)
        }
        return borders.keys.sorted(byKey: { Double($0) }).compactMap { key in
            let outer = Self.loops(borders[key] ?? []).max { Self.area(of: $0) < Self.area(of: $1) }
            return outer.flatMap { Self.area(of: $0) > 0 ? $0 : nil }
        }
    }

    private static func area(of loop: [Edge]) -> Double { area(loop.map { $0.start }) }

    /// The number of the edge that runs the other way along each edge; nil if there is none.
    private static func twins(_ edges: [Edge]) -> [Int?] {
        var twins = [Int?](repeating: nil, count: edges.count)
        for i in edges.indices where twins[i] == nil {
            for j in i + 1..<edges.count where twins[j] == nil {
                if isSame(edges[i].start, edges[j].end), isSame(edges[i].end, edges[j].start) {
                    (twins[i], twins[j]) = (j, i)
                    break
                }
            }
        }
        return twins
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
