import Geometry

extension FloorPlan {
    /// The parts of its floors, walls and ceilings that a mesh lacks, in the plan's scale.
    ///
    /// The mesh is the whole scan's, and the viewpoints are the camera's positions, metres in the scan's world.
    package func surfaces(missingIn mesh: SurfaceMesh, seenFrom viewpoints: [Vector3]) -> SurfaceMesh {
        PlanSurfaces(plan: self, mesh: mesh.scaled(by: scale), viewpoints: viewpoints.map { $0 * scale }).missing()
    }
}

/// The parts of a plan's floors, walls and ceilings of which a scan has no surface.
///
/// A plan says that a wall or a floor goes on where the images did not show enough of it. What was seen to be open stays
/// open: openings, and places through which the camera saw something behind them; so does a side that was hardly seen.
struct PlanSurfaces {
    private let plan: FloorPlan
    private let mesh: SurfaceMesh
    private let viewpoints: [Vector3]
    /// The side of a cell of a face, metres: three edges of the mesh's triangles or more.
    private let cell: Double

    /// What is missing.
    private struct Tuning {
        /// The least side of a cell.
        ///
        /// Unit: metres. Range: 0.04…0.12. Origin: by hand: what is smaller than a hand is no gap.
        var leastCell = 0.06
        /// A surface so near a plane of the plan is that plane's.
        ///
        /// Unit: metres. Range: 0.04…0.1. Origin: by hand: the distance within which surfaces belong to a wall's line.
        var tolerance = 0.06
        /// The least cosine of the angle between a surface and its plane.
        ///
        /// Unit: share. Range: 0.6…0.9. Origin: by hand: what was seen flatly is rough.
        var leastFacing = 0.7
        /// A cell of which so much was seen has its surface.
        ///
        /// Unit: share. Range: 0.25…0.6. Origin: by hand on simulated rooms.
        var knownShare = 0.4
        /// A side of which so much was seen as a wall is one where nothing was seen, too.
        ///
        /// Unit: share. Range: 0.25…0.6. Origin: by hand: a piece of furniture before a wall.
        var leastWall = 0.33
        /// A wall without a seen ceiling goes up to the highest row of cells of which so much was seen.
        ///
        /// Unit: share. Range: 0.1…0.4. Origin: by hand on simulated rooms.
        var topShare = 0.2
        /// What is so far behind a face was seen through it.
        ///
        /// Unit: metres. Range: 0.1…0.3. Origin: by hand: more than the errors of a far surface.
        var behind = 0.2
        /// The most viewpoints, and the most places behind a face, that are joined by lines of sight.
        ///
        /// Unit: number. Range: 50…400. Origin: by hand, for time.
        var mostViewpoints = 60
        var mostPlaces = 1_000
        /// Of how much height a wall without a seen ceiling is asked for.
        ///
        /// Unit: metres. Range: 3…6. Origin: by hand: high rooms.
        var highest = 4.0
    }

    private static let tuning = Tuning()

    /// The surfaces of a plan that a mesh lacks, which was seen from viewpoints; metres in the world, in the plan's scale.
    init(plan: FloorPlan, mesh: SurfaceMesh, viewpoints: [Vector3]) {
        self.plan = plan
        self.mesh = mesh
        let step = max(1, viewpoints.count / Self.tuning.mostViewpoints)
        self.viewpoints = stride(from: 0, to: viewpoints.count, by: step).map { viewpoints[$0] }.filter { $0.isFinite }
        let edge = (2 * mesh.area / Double(max(1, mesh.triangleCount))).squareRoot()
        cell = max(Self.tuning.leastCell, 3 * edge)
    }

    /// The missing surfaces, each in the mean colour of what was seen of its face.
    func missing() -> SurfaceMesh {
        var result = SurfaceMesh()
        for (number, room) in plan.rooms.enumerated() {
            let others = plan.rooms.enumerated().filter { $0.offset != number }.map { $0.element }
            let own = viewpoints.filter { room.contains(Self.onFloor($0)) }
            for face in faces(of: room) { append(face, seenFrom: own, others, to: &result) }
        }
        return result
    }

    private static func onFloor(_ point: Vector3) -> Vector2 { Vector2(point.x, -point.z) }

    private func inWorld(_ point: Vector2, height: Double) -> Vector3 {
        Vector3(point.x, plan.floorHeight + height, -point.y)
    }

    // MARK: - Faces

    /// A face of a room and what a plan says of it.
    private struct Face {
        let cells: PlanFace
        /// Its width and height, metres.
        let size: Vector2
        /// Whether a place in it, metres, is a part of it.
        let contains: (Vector2) -> Bool
        /// Whether it ends above where its surface was last seen.
        let isOpenAbove: Bool
    }

    private func faces(of room: FloorPlan.Room) -> [Face] {
        // Cells along the longest side end evenly at most of the others.
        guard let along = room.sides.max(by: { $0.length < $1.length })?.along else { return [] }
        let across = Vector2(-along.y, along.x)
        let corners = room.corners.map { Vector2(dot($0, along), dot($0, across)) }
        let (low, high) = corners.dropFirst().reduce((corners[0], corners[0])) {
            (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
        }
        let size = high - low
        let (right, far) = (Vector3(along.x, 0, -along.y), Vector3(across.x, 0, -across.y))
        let floor = face(
            inWorld(along * low.x + across * low.y, height: 0),
            right: right,
            up: far,
            size
        ) { FloorPlan.Room.contains(corners, low + $0) }
        let ceiling = room.ceilingHeight.map { height in
            face(
                inWorld(along * low.x + across * high.y, height: height),
                right: right,
                up: -far,
                size
            ) { FloorPlan.Room.contains(corners, Vector2(low.x + $0.x, high.y - $0.y)) }
        }
        let walls = room.sides.map { side in
            let seen = side.stretches.reduce(0) { $0 + ($1.kind == .wall ? $1.length : 0) }
            let kinds: [FloorPlan.Wall.Kind] =
                seen > Self.tuning.leastWall * side.length ? [.wall, .unseen] : [.wall]
            let known = side.stretches.filter { kinds.contains($0.kind) && $0.origin == .scanned }.map { stretch in
                (from: dot(side.end - stretch.end, side.along), to: dot(side.end - stretch.start, side.along))
            }
            // As seen from within the room a side leads from right to left.
            return face(
                inWorld(side.end, height: 0),
                right: Vector3(-side.along.x, 0, side.along.y),
                up: Vector3(0, 1, 0),
                Vector2(side.length, room.ceilingHeight ?? Self.tuning.highest),
                isOpenAbove: room.ceilingHeight == nil
            ) { place in known.contains { $0.from < place.x && place.x < $0.to } }
        }
        return [floor] + (ceiling.map { [$0] } ?? []) + walls
    }

    private func face(
        _ origin: Vector3,
        right: Vector3,
        up: Vector3,
        _ size: Vector2,
        isOpenAbove: Bool = false,
        contains: @escaping (Vector2) -> Bool
    ) -> Face {
        Face(
            cells: PlanFace(origin: origin, right: right, up: up, size: size, cell: Vector2(cell, cell)),
            size: size,
            contains: contains,
            isOpenAbove: isOpenAbove
        )
    }

    // MARK: - Cells

    private func append(
        _ face: Face,
        seenFrom eyes: [Vector3],
        _ others: [FloorPlan.Room],
        to result: inout SurfaceMesh
    ) {
        let cells = face.cells
        let seen = cells.seen(in: mesh, within: Self.tuning.tolerance, facing: Self.tuning.leastFacing)
        let isKnown = seen.areas.map { $0 > Self.tuning.knownShare * cell * cell }
        guard isKnown.contains(true) else { return }
        var isMissing = isKnown.map { !$0 }
        let top = face.isOpenAbove ? self.top(isKnown, cells) : cells.rows
        for row in 0..<cells.rows {
            for column in 0..<cells.columns {
                let middle = Vector2(Double(column) + 0.5, Double(row) + 0.5) * cell
                if row >= top || !face.contains(middle) { isMissing[row * cells.columns + column] = false }
            }
        }
        clearWhatWasSeenThrough(cells, eyes, others, &isMissing)
        appendRectangles(of: isMissing, face, seen.color, to: &result)
    }

    /// The number of rows up to the highest one of which enough was seen.
    private func top(_ isKnown: [Bool], _ face: PlanFace) -> Int {
        let highest = (0..<face.rows).last { row in
            let known = (0..<face.columns).count { isKnown[row * face.columns + $0] }
            return Double(known) > Self.tuning.topShare * Double(face.columns)
        }
        return highest.map { $0 + 1 } ?? 0
    }

    /// Behind a face may be another room, which was seen from there or through a door.
    private func clearWhatWasSeenThrough(
        _ face: PlanFace,
        _ eyes: [Vector3],
        _ others: [FloorPlan.Room],
        _ isMissing: inout [Bool]
    ) {
        let offset = { (point: Vector3) in dot(point - face.origin, face.normal) }
        let behind = mesh.positions.indices.filter { vertex in
            let point = Vector3(mesh.positions[vertex])
            let place = Self.onFloor(point)
            return offset(point) < -Self.tuning.behind
                && !others.contains { $0.contains(place) || $0.distance(to: place) < Self.tuning.behind }
        }
        let step = max(1, behind.count / Self.tuning.mostPlaces)
        for place in stride(from: 0, to: behind.count, by: step) {
            let point = Vector3(mesh.positions[behind[place]])
            let normal = Vector3(mesh.normals[behind[place]])
            for eye in eyes where dot(normal, eye - point) > 0 && offset(eye) > 0 {
                let place = face.place(of: eye + (point - eye) * (offset(eye) / (offset(eye) - offset(point))))
                // Lines of sight are samples: what lies between two of them was seen through, too.
                for n in 0..<9 {
                    let neighbor = place + Vector2(Double(n % 3 - 1), Double(n / 3 - 1)) * cell
                    if let index = face.index(of: neighbor) { isMissing[index] = false }
                }
            }
        }
    }

    // MARK: - Rectangles

    /// Appends rectangles of missing cells: each as wide as a run of them, and as high as the run is the same.
    private func appendRectangles(
        of isMissing: [Bool],
        _ face: Face,
        _ color: SIMD4<UInt8>,
        to result: inout SurfaceMesh
    ) {
        let (columns, rows) = (face.cells.columns, face.cells.rows)
        var rest = isMissing
        func isRun(_ run: Range<Int>, _ row: Int) -> Bool {
            run.allSatisfy { rest[row * columns + $0] }
        }
        for row in 0..<rows {
            var column = 0
            while column < columns {
                guard rest[row * columns + column] else {
                    column += 1
                    continue
                }
                var end = column + 1
                while end < columns, rest[row * columns + end] { end += 1 }
                var top = row + 1
                while top < rows, isRun(column..<end, top) { top += 1 }
                for y in row..<top {
                    for x in column..<end { rest[y * columns + x] = false }
                }
                appendRectangle(columns: column..<end, rows: row..<top, face, color, to: &result)
                column = end
            }
        }
    }

    private func appendRectangle(
        columns: Range<Int>,
        rows: Range<Int>,
        _ face: Face,
        _ color: SIMD4<UInt8>,
        to result: inout SurfaceMesh
    ) {
        let first = UInt32(result.positions.count)
        let places = [
            (columns.lowerBound, rows.lowerBound), (columns.upperBound, rows.lowerBound),
            (columns.upperBound, rows.upperBound), (columns.lowerBound, rows.upperBound),
        ]
        for (x, y) in places {
            let place = pointwiseMin(Vector2(Double(x), Double(y)) * cell, face.size)
            let point = face.cells.origin + face.cells.right * place.x + face.cells.up * place.y
            result.positions.append(SIMD3<Float>(point))
            result.normals.append(SIMD3<Float>(face.cells.normal))
            result.colors.append(color)
        }
        result.indices += [first, first + 1, first + 2, first, first + 2, first + 3]
    }
}
