import Geometry

/// A piece of furniture that a scene's line describes: solids that share a name and a position.
struct Furniture {
    /// The words of a scene that describe furniture.
    static let words = ["table", "chair", "shelf", "sofa", "plant"]

    /// The piece's solids.
    private(set) var bodies: [SceneBody] = []
    private let name: String
    private let foot: Vector3
    private let rotation: Rotation

    /// The piece of a line whose word is one of `words`.
    init(_ line: SceneLine) throws(SimulationError) {
        let at = try line.numbers("at", count: 2)
        let turn = try line.number("turn", default: 0) * .pi / 180
        (name, foot) = (line.name, Vector3(at[0], at[1], 0))
        rotation = Rotation(exp: Vector3(0, 0, turn))
        switch line.word {
        case "table": try addTable(line)
        case "chair": try addChair(line)
        case "shelf": try addShelf(line)
        case "sofa": try addSofa(line)
        case "plant": try addPlant(line)
        default: preconditionFailure("\(line.word) is no piece of furniture")
        }
    }

    /// A box by its centre and size in the piece's own axes, upwards from the foot.
    private func box(_ part: String, _ centre: Vector3, _ size: Vector3, _ material: SurfaceMaterial) -> SceneBody {
        SceneBody(
            name: part.isEmpty ? name : name + "-" + part,
            centre: foot + rotation * centre,
            rotation: rotation,
            size: size,
            material: material,
            group: name
        )
    }

    /// `table NAME at=x,y size=w,d,h`: a top on four legs; the top has the name.
    private mutating func addTable(_ line: SceneLine) throws(SimulationError) {
        let size = try line.lengths("size", count: 3)
        let wood = try SurfaceMaterial(line, default: "wood")
        let thickness = 0.035
        bodies.append(
            box("", Vector3(0, 0, size[2] - thickness / 2), Vector3(size[0], size[1], thickness), wood)
        )
        for (x, y) in [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)] {
            let leg = Vector3(x * (size[0] / 2 - 0.06), y * (size[1] / 2 - 0.06), (size[2] - thickness) / 2)
            bodies.append(box("leg", leg, Vector3(0.06, 0.06, size[2] - thickness), wood))
        }
    }

    /// `chair NAME at=x,y turn=deg`: seat, back and legs; its front faces −y.
    private mutating func addChair(_ line: SceneLine) throws(SimulationError) {
        let wood = try SurfaceMaterial(line, default: "wood")
        bodies.append(box("seat", Vector3(0, 0, 0.45), Vector3(0.42, 0.42, 0.04), wood))
        for z in [0.62, 0.75, 0.88] {
            bodies.append(box("back", Vector3(0, 0.2, z), Vector3(0.42, 0.025, 0.07), wood))
        }
        for (x, y) in [(-0.18, -0.18), (0.18, -0.18)] {
            bodies.append(box("leg", Vector3(x, y, 0.215), Vector3(0.04, 0.04, 0.43), wood))
        }
        for x in [-0.19, 0.19] {
            bodies.append(box("leg", Vector3(x, 0.19, 0.46), Vector3(0.04, 0.04, 0.92), wood))
        }
    }

    /// `shelf NAME at=x,y size=w,d,h`: boards with books; its open side faces −y.
    private mutating func addShelf(_ line: SceneLine) throws(SimulationError) {
        let size = try line.lengths("size", count: 3)
        let wood = try SurfaceMaterial(line, default: "wood")
        let (w, d, h) = (size[0], size[1], size[2])
        let board = 0.022
        bodies.append(box("back", Vector3(0, d / 2 - 0.005, h / 2), Vector3(w, 0.01, h), wood))
        for x in [-1.0, 1] {
            bodies.append(box("side", Vector3(x * (w / 2 - board / 2), 0, h / 2), Vector3(board, d, h), wood))
        }
        let count = max(2, Int(h / 0.36))
        var generator = SeededGenerator(seed: UInt64(line.number) &* 77)
        for level in 0...count {
            let z = board / 2 + (h - board) * Double(level) / Double(count)
            bodies.append(box("board", Vector3(0, 0, z), Vector3(w - 2 * board, d, board), wood))
            guard level < count else { continue }
            let room = (h - board) / Double(count) - board
            addBooks(
                from: -w / 2 + board,
                to: w / 2 - board,
                depth: d,
                floor: z + board / 2,
                room: room,
                &generator
            )
        }
    }

    private mutating func addBooks(
        from: Double,
        to: Double,
        depth: Double,
        floor: Double,
        room: Double,
        _ generator: inout SeededGenerator
    ) {
        var x = from + 0.01
        while x < to - 0.06 {
            let width = min(0.1 + 0.22 * generator.nextUniform(), to - x - 0.005)
            if generator.nextUniform() < 0.78 {
                let height = room * (0.6 + 0.32 * generator.nextUniform())
                let thickness = depth * (0.62 + 0.2 * generator.nextUniform())
                let seed = generator.nextIndex(below: 12)
                let centre = Vector3(x + width / 2, depth / 2 - 0.015 - thickness / 2, floor + height / 2)
                let books = SurfaceMaterial(.spines(seed))
                var body = box("books", centre, Vector3(width, thickness, height), books)
                body.materials[5] = SurfaceMaterial(.plain, tint: SIMD3(0.85, 0.82, 0.75))
                bodies.append(body)
            }
            x += width + 0.004
        }
    }

    /// `sofa NAME at=x,y width=w`: seat, back, arms and cushions; its front faces −y.
    private mutating func addSofa(_ line: SceneLine) throws(SimulationError) {
        let w = try line.length("width", default: 1.8)
        let cloth = try SurfaceMaterial(line, default: "fabric")
        bodies.append(box("seat", Vector3(0, 0, 0.22), Vector3(w, 0.8, 0.4), cloth))
        bodies.append(box("back", Vector3(0, 0.34, 0.6), Vector3(w, 0.16, 0.42), cloth))
        for x in [-1.0, 1] {
            bodies.append(box("arm", Vector3(x * (w / 2 + 0.07), 0, 0.3), Vector3(0.14, 0.8, 0.6), cloth))
        }
        let colors: [SIMD3<Float>] = [SIMD3(0.85, 0.55, 0.3), SIMD3(0.35, 0.5, 0.55)]
        for (index, x) in [-w / 3, w / 3.4].enumerated() {
            let cushion = SurfaceMaterial(.fabric, tint: colors[index])
            var body = box("cushion", Vector3(x, 0.18, 0.6), Vector3(0.42, 0.14, 0.38), cushion)
            body.rotation = body.rotation * Rotation(exp: Vector3(-0.35, 0, 0.15))
            bodies.append(body)
        }
    }

    /// `plant NAME at=x,y height=h`: a pot and leaves.
    private mutating func addPlant(_ line: SceneLine) throws(SimulationError) {
        let height = try line.length("height", default: 1.1)
        let base = try line.number("z", default: 0)
        let pot = SurfaceMaterial(.plain, tint: SIMD3(0.72, 0.42, 0.3))
        let size = height * 0.28
        bodies.append(
            SceneBody(
                name: line.name,
                shape: .cylinder,
                centre: foot + Vector3(0, 0, base + size / 2),
                size: Vector3(size, size, size),
                material: pot
            )
        )
        var generator = SeededGenerator(seed: UInt64(line.number) &* 31)
        for index in 0..<14 {
            let angle = Double(index) * 2.4
            let reach = height * (0.06 + 0.16 * generator.nextUniform())
            let z = base + size + (height - size) * (0.1 + 0.8 * Double(index) / 14)
            let diameter = height * (0.13 + 0.1 * generator.nextUniform())
            let shade = Float(0.75 + 0.25 * generator.nextUniform())
            let direction = Rotation(exp: Vector3(0, 0, angle)) * Vector3(reach, 0, 0)
            bodies.append(
                SceneBody(
                    name: line.name + "-leaves",
                    shape: .ball,
                    centre: foot + direction + Vector3(0, 0, z),
                    size: Vector3(diameter, diameter, diameter),
                    material: SurfaceMaterial(.leaves, tint: SIMD3(shade, shade, shade * 0.9)),
                    group: line.name
                )
            )
        }
    }
}
