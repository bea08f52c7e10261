import RealModule

/// A primitive's mesh before scaling: a vertex is at `anchor * extent + offset * radius`.
public struct PrimitiveMesh: Sendable {
    /// The parts that the extent scales, one per vertex.
    public private(set) var anchors: [SIMD3<Float>] = []
    /// The parts that the radius scales, one per vertex.
    public private(set) var offsets: [SIMD3<Float>] = []
    /// The unit normals, one per vertex.
    public private(set) var normals: [SIMD3<Float>] = []
    /// The texture coordinates, one per vertex.
    public private(set) var coordinates: [SIMD2<Float>] = []
    /// Three vertices per triangle, counterclockwise as seen from outside.
    public private(set) var indices: [UInt32] = []

    /// The mesh of a primitive.
    public init(_ primitive: Primitive, detail: MeshDetail = .fine) {
        let level = detail.rawValue
        switch primitive {
        case .box: addBox(steps: 0)
        case .roundedBox: if detail == .tiny { addBevelledBox() } else { addBox(steps: [0, 1, 2, 4][level]) }
        case .sphere: addSphere(rings: [5, 9, 16, 32][level], sides: [10, 14, 26, 52][level])
        case .cylinder: addCylinder(sides: [10, 14, 28, 56][level])
        case .plane: addPlane()
        }
    }

    /// The mesh scaled to its sizes.
    public func stretched(extent: SIMD3<Float>, radius: Float) -> Mesh {
        var positions: [SIMD3<Float>] = []
        for i in anchors.indices { positions.append(anchors[i] * extent + offsets[i] * radius) }
        return Mesh(positions: positions, normals: normals, coordinates: coordinates, indices: indices)
    }

    private mutating func add(
        anchor: SIMD3<Float>,
        offset: SIMD3<Float>,
        normal: SIMD3<Float>,
        coordinate: SIMD2<Float>
    ) {
        anchors.append(anchor)
        offsets.append(offset)
        normals.append(normal)
        coordinates.append(coordinate)
    }

    /// Two triangles for every cell of a lattice of vertices, `columns` × `rows`, that starts at `first`.
    private mutating func addLattice(first: Int, columns: Int, rows: Int) {
        for row in 0..<rows - 1 {
            for column in 0..<columns - 1 {
                let a = UInt32(first + row * columns + column)
                let b = a + UInt32(columns)
                addTriangle(a, b, a + 1)
                addTriangle(a + 1, b, b + 1)
            }
        }
    }

    /// A triangle, unless two of its corners coincide, as at a sphere's poles.
    private mutating func addTriangle(_ a: UInt32, _ b: UInt32, _ c: UInt32) {
        if !areSame(a, b), !areSame(b, c), !areSame(c, a) { indices += [a, b, c] }
    }

    /// The factor for the corners of a polygon that approximates a circle on average: the corners are as far outside
    /// the circle as the sides are inside.
    private static func reach(sides: Int) -> Float { sides < 26 ? 2 / (1 + .cos(.pi / Float(sides))) : 1 }

    private func areSame(_ a: UInt32, _ b: UInt32) -> Bool {
        anchors[Int(a)] == anchors[Int(b)] && offsets[Int(a)] == offsets[Int(b)] && offsets[Int(a)] != .zero
    }

    /// A triangle of three vertices.
    private mutating func addFace(_ names: [UInt32]) { indices += names }

    private mutating func addPlane() {
        for z: Float in [-1, 1] {
            for x: Float in [-1, 1] {
                add(
                    anchor: SIMD3(x, 0, z),
                    offset: .zero,
                    normal: SIMD3(0, 1, 0),
                    coordinate: SIMD2(x + 1, z + 1) / 2
                )
            }
        }
        addLattice(first: 0, columns: 2, rows: 2)
    }

    /// Six faces; each quarter of an edge's arc has `steps` steps, and 0 makes the edges sharp.
    private mutating func addBox(steps: Int) {
        // Right, down and out of each face, as seen from outside.
        let faces: [(SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)] = [
            (SIMD3(0, 0, -1), SIMD3(0, -1, 0), SIMD3(1, 0, 0)), (SIMD3(0, 0, 1), SIMD3(0, -1, 0), SIMD3(-1, 0, 0)),
            (SIMD3(1, 0, 0), SIMD3(0, 0, 1), SIMD3(0, 1, 0)), (SIMD3(1, 0, 0), SIMD3(0, 0, -1), SIMD3(0, -1, 0)),
            (SIMD3(1, 0, 0), SIMD3(0, -1, 0), SIMD3(0, 0, 1)), (SIMD3(-1, 0, 0), SIMD3(0, -1, 0), SIMD3(0, 0, -1)),
        ]
        for (right, down, out) in faces { addFace(right: right, down: down, out: out, steps: steps) }
    }

    private mutating func addFace(right: SIMD3<Float>, down: SIMD3<Float>, out: SIMD3<Float>, steps: Int) {
        let first = anchors.count
        // The position of a line of vertices along the face: its side, and the slope of its normal.
        var lines: [(side: Float, slope: Float)] = []
        for step in 0...steps { lines.append((-1, Self.slope(steps - step, of: steps))) }
        for step in 0...steps { lines.append((1, -Self.slope(step, of: steps))) }
        for v in lines {
            for u in lines {
                // In double precision, so that adjacent faces round to the same point.
                let bent = SIMD3<Double>(out - right * u.slope - down * v.slope)
                let normal = SIMD3<Float>(bent / (bent * bent).sum().squareRoot())
                let anchor = right * u.side + down * v.side + out
                add(
                    anchor: anchor,
                    offset: steps > 0 ? normal : .zero,
                    normal: normal,
                    coordinate: SIMD2(u.side + 1 - u.slope * 0.04, v.side + 1 - v.slope * 0.04) / 2
                )
            }
        }
        addLattice(first: first, columns: lines.count, rows: lines.count)
    }

    /// The slope of the normal after a number of steps towards the middle of an edge's arc.
    private static func slope(_ step: Int, of steps: Int) -> Float {
        step == 0 ? 0 : step == steps ? 1 : Float.tan(.pi / 4 * Float(step) / Float(steps))
    }

    private mutating func addSphere(rings: Int, sides: Int) {
        let reach = Self.reach(sides: sides)
        for ring in 0...rings {
            let polar = Float.pi * Float(ring) / Float(rings)
            for side in 0...sides {
                let around = 2 * Float.pi * Float(side % sides) / Float(sides)
                let sine = ring == 0 || ring == rings ? 0 : Float.sin(polar)
                let normal = SIMD3(sine * .sin(around), Float.cos(polar), sine * .cos(around))
                let place = SIMD2(Float(side) / Float(sides), Float(ring) / Float(rings))
                add(anchor: .zero, offset: normal * reach, normal: normal, coordinate: place)
            }
        }
        addLattice(first: 0, columns: sides + 1, rows: rings + 1)
    }

    private mutating func addCylinder(sides: Int) {
        let reach = Self.reach(sides: sides)
        for height: Float in [1, -1] {
            for side in 0...sides {
                let around = Self.circle(side, of: sides)
                let place = SIMD2(Float(side) / Float(sides), (1 - height) / 2)
                add(anchor: SIMD3(0, height, 0), offset: around * reach, normal: around, coordinate: place)
            }
        }
        addLattice(first: 0, columns: sides + 1, rows: 2)
        for height: Float in [1, -1] { addCap(height: height, sides: sides) }
    }

    private mutating func addCap(height: Float, sides: Int) {
        let center = UInt32(anchors.count)
        let normal = SIMD3(0, height, 0)
        add(anchor: normal, offset: .zero, normal: normal, coordinate: SIMD2(0.5, 0.5))
        for side in 0...sides {
            let around = Self.circle(side, of: sides)
            let place = (SIMD2(around.x, around.z * height) + 1) / 2
            add(anchor: normal, offset: around * Self.reach(sides: sides), normal: normal, coordinate: place)
        }
        for side in 0..<UInt32(sides) {
            let a = center + 1 + side
            indices += height > 0 ? [center, a, a + 1] : [center, a + 1, a]
        }
    }

    private static func circle(_ side: Int, of sides: Int) -> SIMD3<Float> {
        let angle = 2 * Float.pi * Float(side % sides) / Float(sides)
        return SIMD3(.sin(angle), 0, .cos(angle))
    }

    /// A box with one bevel per edge: six faces, twelve edges, eight corners, with the normals of round ones.
    private mutating func addBevelledBox() {
        let corners = (0..<8).map { bits in
            SIMD3<Float>(bits & 1 == 0 ? -1 : 1, bits & 2 == 0 ? -1 : 1, bits & 4 == 0 ? -1 : 1)
        }
        // Each corner of the box three times, once on each of its faces.
        for corner in corners {
            for axis in 0..<3 {
                var normal = SIMD3<Float>.zero
                normal[axis] = corner[axis]
                let place = (SIMD2(corner[(axis + 1) % 3], corner[(axis + 2) % 3]) + 1) / 2
                add(anchor: corner, offset: normal, normal: normal, coordinate: place)
            }
        }
        for axis in 0..<3 {
            let (u, v) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3))
            for far in [0, 1 << axis] {
                addQuad([far, far | u, far | u | v, far | v].map { ($0, axis) }, corners)
            }
            // The edges along this axis.
            for base in [0, u, v, u | v] {
                let (i, j) = ((axis + 1) % 3, (axis + 2) % 3)
                addQuad([(base, i), (base, j), (base | 1 << axis, j), (base | 1 << axis, i)], corners)
            }
        }
        for bits in 0..<8 { addOutward([0, 1, 2].map { UInt32(bits * 3 + $0) }, corners[bits]) }
    }

    /// Two triangles over four vertices in order, each a corner and its face.
    private mutating func addQuad(_ places: [(corner: Int, axis: Int)], _ corners: [SIMD3<Float>]) {
        let names = places.map { UInt32($0.corner * 3 + $0.axis) }
        let outward = places.reduce(SIMD3<Float>.zero) { $0 + normals[Int(UInt32($1.corner * 3 + $1.axis))] }
        addOutward([names[0], names[1], names[2]], outward)
        addOutward([names[0], names[2], names[3]], outward)
    }

    /// A triangle, ordered counterclockwise as seen from the side of `outward`.
    private mutating func addOutward(_ names: [UInt32], _ outward: SIMD3<Float>) {
        // Expanded a little, because the corners of an edge coincide before scaling.
        let points = names.map { anchors[Int($0)] + offsets[Int($0)] * 0.5 }
        let (a, b) = (points[1] - points[0], points[2] - points[0])
        let normal = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        addFace((normal * outward).sum() > 0 ? names : [names[0], names[2], names[1]])
    }
}

/// The simple shapes; all shapes of a kind share one mesh that is scaled to their sizes, so that the renderer draws
/// them together.
public enum Primitive: Int, CaseIterable, Sendable {
    /// A box with sharp edges.
    case box
    /// A box with round edges.
    case roundedBox
    /// A sphere.
    case sphere
    /// A cylinder about Y.
    case cylinder
    /// A rectangle in XZ.
    case plane
}

/// The number of triangles of a round shape.
public enum MeshDetail: Int, CaseIterable, Sendable {
    /// For objects of few pixels, and their shadows.
    case tiny
    /// For small objects on the screen, and for shadows.
    case coarse
    /// For most objects.
    case medium
    /// For objects that fill the screen, and for files.
    case fine
}
