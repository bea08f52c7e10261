import Geometry
import SceneGraph
import WorldTracking

extension Measuring {
    /// How many dashes the bar of a rough measurement has.
    private static let dashes = 7

    /// Draws the reticle, the measurement being made and those done under a node, which it empties first.
    public func draw(in scene: inout Scene, under root: NodeHandle, camera: Camera) {
        for child in scene.children(of: root) { scene.remove(child) }
        for measurement in measurements { draw(measurement, end: nil, in: &scene, root, camera) }
        if let current { draw(current, end: aim?.hit.pointInWorld, in: &scene, root, camera) }
        if let aim { drawReticle(aim, in: &scene, root) }
    }

    /// A ring on the surface under the aim: green on a found plane, yellow on a guess, white and small on a landmark.
    private func drawReticle(_ aim: Aim, in scene: inout Scene, _ root: NodeHandle) {
        let color: Color =
            switch aim.confidence {
            case .good: advice == .normal ? .mint : .amber
            case .fair: .amber
            case .weak: .white
            }
        let radius = aim.hit.distance * (aim.confidence == .weak ? 0.02 : 0.035)
        let normal = aim.hit.normal
        let side = normal.anyPerpendicular
        let other = cross(normal, side)
        let lift = aim.hit.pointInWorld + normal * 0.001
        let ring = (0..<32).map { step -> Vector3 in
            let turn = Rotation(angle: 2 * .pi * Double(step) / 32, axis: normal)
            return lift + turn * side * radius
        }
        var material = Material.constant(color, opacity: 0.95)
        material.isHiddenBehindObjects = false
        let thickness = aim.hit.distance * 0.004
        add(
            Node(
                "Reticle",
                geometry: .polyline(Polyline(ring, thickness: thickness, isClosed: true)),
                material: material
            ),
            to: &scene,
            root
        )
        if let snap = aim.snap {
            // A cross; on an edge a bar along it.
            var axes = [side, other]
            if case .line(let along) = snap { axes = [along * 1.25] }
            for axis in axes {
                let cross = [lift - axis * radius * 1.4, lift + axis * radius * 1.4]
                add(
                    Node("Snap", geometry: .polyline(Polyline(cross, thickness: thickness)), material: material),
                    to: &scene,
                    root
                )
            }
        }
        let dot = NodeGeometry.polyline(Polyline([lift], thickness: aim.hit.distance * 0.008))
        add(Node("Aim", geometry: dot, material: material), to: &scene, root)
    }

    private func draw(
        _ measurement: Measurement,
        end: Vector3?,
        in scene: inout Scene,
        _ root: NodeHandle,
        _ camera: Camera
    ) {
        let isLive = end != nil || measurement.identifier == current?.identifier
        let color = isLive ? Color.amber : Color.sky
        var places = measurement.points.map { $0.pointInWorld }
        if let end { places.append(end) }
        for (index, place) in places.enumerated() {
            let isRough = index < measurement.points.count && measurement.points[index].isRough
            let size = 0.006 * (place - camera.positionInWorld).length
            add(
                Node(
                    "Point",
                    geometry: .sphere(radius: size),
                    material: .constant(isRough ? .amber : .white),
                    transform: Transform(translation: place)
                ),
                to: &scene,
                root
            )
        }
        if measurement.isClosed, let first = places.first { places.append(first) }
        for (start, stop) in zip(places, places.dropFirst()) {
            // A bar of dashes is as rough as its points.
            let dashes = measurement.isRough ? Self.dashes : 1
            for dash in 0..<dashes {
                let part = (stop - start) / Double(2 * dashes - 1)
                let from = start + part * Double(2 * dash)
                addBar(from: from, to: from + part, color, in: &scene, root, camera)
            }
        }
        if measurement.tool == .area, measurement.points.count > 2 { addFan(measurement, color, in: &scene, root) }
        let told = isLive ? liveReading : reading(of: measurement)
        if let told, places.count > 1 {
            let text = (measurement.isRough ? "rough " : "") + told.text(unit)
            addLabel(text, at: places, in: &scene, root, camera)
        }
    }

    /// The box that stretches and turns from one point to the next.
    private func addBar(
        from start: Vector3,
        to stop: Vector3,
        _ color: Color,
        in scene: inout Scene,
        _ root: NodeHandle,
        _ camera: Camera
    ) {
        let along = stop - start
        guard along.length > 1e-4 else { return }
        let middle = (start + stop) / 2
        let width = 0.006 * (middle - camera.positionInWorld).length
        let bar = Node(
            "Bar",
            geometry: .box(size: Vector3(along.length, width, width), chamfer: width / 4),
            material: Material(color, lighting: .physicallyBased(roughness: 0.4, metalness: 0)),
            transform: Transform(translation: middle, rotation: Rotation(from: Vector3(1, 0, 0), to: along))
        )
        add(bar, to: &scene, root)
    }

    private func addFan(_ measurement: Measurement, _ color: Color, in scene: inout Scene, _ root: NodeHandle) {
        let points = measurement.points.map { $0.pointInWorld }
        let normal = measurement.points[0].normal
        let positions = points.map { SIMD3<Float>($0 + normal * 0.001) }
        var indices: [UInt32] = []
        for index in 1..<points.count - 1 { indices += [0, UInt32(index), UInt32(index + 1)] }
        let mesh = Mesh(
            positions: positions,
            normals: positions.map { _ in SIMD3<Float>(normal) },
            coordinates: positions.map { _ in .zero },
            indices: indices
        )
        let material = Material(color, lighting: .constant, opacity: 0.3, isDoubleSided: true)
        add(Node("Area", geometry: .mesh(mesh), material: material), to: &scene, root)
    }

    private func addLabel(
        _ text: String,
        at places: [Vector3],
        in scene: inout Scene,
        _ root: NodeHandle,
        _ camera: Camera
    ) {
        let middle = (places[places.count - 2] + places[places.count - 1]) / 2
        var material = Material.constant(.white)
        material.isHiddenBehindObjects = false
        var label = Node(
            "Reading",
            geometry: .text(TextLabel(text, capHeight: 0.022, anchor: .bottom)),
            material: material,
            transform: Transform(translation: Reading.labelPlace(over: middle, seenBy: camera)),
            constraints: [.facesCamera, .keepsSizeOnScreen]
        )
        label.renderingOrder = 10
        add(label, to: &scene, root)
    }

    private func add(_ node: Node, to scene: inout Scene, _ root: NodeHandle) {
        var node = node
        node.castsShadow = false
        node.isHitTestable = false
        scene.add(node, to: root)
    }
}
