import Geometry

/// A wall between rooms that a scene's line describes, with its doors; along x or y.
struct Partition {
    /// The wall's parts and the lintels above its doors.
    private(set) var bodies: [SceneBody] = []
    /// The doors.
    private(set) var doors: [SimulatedScene.Door] = []

    /// `partition NAME from=x,y to=x,y`: the middle line of the wall, metres.
    ///
    /// `doors` holds for each door the distance of its middle from `from`, and its width.
    init(_ line: SceneLine, roomHeight: Double) throws(SimulationError) {
        let (from, to) = (try line.numbers("from", count: 2), try line.numbers("to", count: 2))
        let (start, end) = (Vector2(from[0], from[1]), Vector2(to[0], to[1]))
        let length = (end - start).length
        guard length > 0, (end - start).x * (end - start).y == 0 else {
            throw line.fault("a partition runs along x or along y")
        }
        let thickness = try line.length("thickness", default: 0.12)
        let doorHeight = try line.length("door-height", default: 2.05)
        let material = try SurfaceMaterial(line, default: "plaster")
        let along = (end - start) / length
        func add(_ low: Double, _ high: Double, foot: Double, height: Double) {
            guard high > low, height > 0 else { return }
            let middle = start + along * ((low + high) / 2)
            let (u, v) = (Vector2(abs(along.x), abs(along.y)), Vector2(abs(along.y), abs(along.x)))
            let size = u * (high - low) + v * thickness
            bodies.append(
                SceneBody(
                    name: line.name,
                    centre: Vector3(middle.x, middle.y, foot + height / 2),
                    size: Vector3(size.x, size.y, height),
                    material: material
                )
            )
        }
        var last = 0.0
        for (middle, width) in try line.pairs("doors") {
            guard width > 0, middle - width / 2 >= last, middle + width / 2 <= length else {
                throw line.fault("`doors` must lie in the wall, one after the other, with widths above zero")
            }
            add(last, middle - width / 2, foot: 0, height: roomHeight)
            add(middle - width / 2, middle + width / 2, foot: doorHeight, height: roomHeight - doorHeight)
            let place = start + along * middle
            let across = Vector2(-along.y, along.x) * (thickness / 2 + 0.1)
            doors.append(.init(name: "\(line.name)-\(doors.count + 1)", middle: place, width: width, across: across))
            last = middle + width / 2
        }
        add(last, length, foot: 0, height: roomHeight)
    }
}
