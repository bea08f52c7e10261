import Geometry
import SceneGraph
import WorldTracking

/// Shows a measuring tool in a scene: its reticle, the measurement being made and those done, as a camera sees them.
struct MeasuringScene {
    private let measuring: Measuring
    private let camera: Camera
    private let root: NodeHandle
    /// The bars' materials while and after a measurement is made.
    private let live: Material
    private let done: Material

    /// A bar's width as a fraction of its distance from the camera: a plain one is a line; on a line no texture is seen.
    private static let width = (plain: 0.006, textured: 0.018)
    /// How many of a bar's widths a texture's square covers.
    private static let widthsPerTexture = 4.0
    /// How many dashes the bar of a rough measurement has.
    private static let dashCount = 7

    /// Draws under a node, which is emptied first.
    static func draw(
        _ measuring: Measuring,
        in scene: inout Scene,
        under root: NodeHandle,
        camera: Camera,
        _ textures: inout SolidTextures
    ) {
        for child in scene.children(of: root) { scene.remove(child) }
        let drawing = MeasuringScene(
            measuring: measuring,
            camera: camera,
            root: root,
            live: barMaterial(.amber, measuring.barFinish, &textures, in: &scene),
            done: barMaterial(.sky, measuring.barFinish, &textures, in: &scene)
        )
        for measurement in measuring.measurements { drawing.addMeasurement(measurement, end: nil, to: &scene) }
        if let current = measuring.current {
            drawing.addMeasurement(current, end: measuring.aim?.hit.pointInWorld, to: &scene)
        }
        if let aim = measuring.aim { drawing.addReticle(aim, to: &scene) }
    }

    /// A ring on the surface under the aim: green on a found plane, yellow on an estimated one, white and small on a
    /// landmark.
    private func addReticle(_ aim: Aim, to scene: inout Scene) {
        let color: Color =
            switch aim.confidence {
            case .good: measuring.advice == .normal ? .mint : .amber
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
        let shape = NodeGeometry.polyline(Polyline(ring, thickness: thickness, isClosed: true))
        addNode(Node("Reticle", geometry: shape, material: material), to: &scene)
        if let snap = aim.snap {
            // A cross; on an edge a bar along it.
            var axes = [side, other]
            if case .line(let along) = snap { axes = [along * 1.25] }
            for axis in axes {
                let ends = [lift - axis * radius * 1.4, lift + axis * radius * 1.4]
                let shape = NodeGeometry.polyline(Polyline(ends, thickness: thickness))
                addNode(Node("Snap", geometry: shape, material: material), to: &scene)
            }
        }
        let dot = NodeGeometry.polyline(Polyline([lift], thickness: aim.hit.distance * 0.008))
        addNode(Node("Aim", geometry: dot, material: material), to: &scene)
    }

    private static func barMaterial(
        _ color: Color,
        _ finish: SolidFinish,
        _ textures: inout SolidTextures,
        in scene: inout Scene
    ) -> Material {
        guard finish != .plain else { return Material(color, lighting: .physicallyBased(roughness: 0.4, metalness: 0)) }
        return textures.material(finish, color: color, in: &scene)
    }

    private func addMeasurement(_ measurement: Measurement, end: Vector3?, to scene: inout Scene) {
        let isLive = end != nil || measurement.identifier == measuring.current?.identifier
        let color = isLive ? Color.amber : Color.sky
        var points = measurement.points.map { $0.pointInWorld }
        if let end { points.append(end) }
        for (index, point) in points.enumerated() {
            let isRough = index < measurement.points.count && measurement.points[index].isRough
            let sphere = Node(
                "Point",
                geometry: .sphere(radius: 0.006 * (point - camera.positionInWorld).length),
                material: .constant(isRough ? .amber : .white),
                transform: Transform(translation: point)
            )
            addNode(sphere, to: &scene)
        }
        if measurement.isClosed, let first = points.first { points.append(first) }
        for (start, stop) in zip(points, points.dropFirst()) {
            // A dashed bar marks a rough point.
            let dashCount = measurement.isRough ? Self.dashCount : 1
            for dash in 0..<dashCount {
                let part = (stop - start) / Double(2 * dashCount - 1)
                let from = start + part * Double(2 * dash)
                addBar(from: from, to: from + part, isLive ? live : done, to: &scene)
            }
        }
        if measurement.tool == .area, measurement.points.count > 2 { addFan(measurement, color, to: &scene) }
        let reading = isLive ? measuring.liveReading : measuring.reading(of: measurement)
        if let reading, points.count > 1 {
            let text = (measurement.isRough ? "rough " : "") + reading.text(measuring.unit)
            addLabel(text, at: points, to: &scene)
        }
    }

    /// A box that reaches from one point to the next.
    private func addBar(from start: Vector3, to stop: Vector3, _ material: Material, to scene: inout Scene) {
        let along = stop - start
        guard along.length > 1e-4 else { return }
        let middle = (start + stop) / 2
        let isPlain = measuring.barFinish == .plain
        let width = (isPlain ? Self.width.plain : Self.width.textured) * (middle - camera.positionInWorld).length
        var material = material
        // The box's faces have the texture once, whatever their size; its grain goes along y.
        let square = Self.widthsPerTexture * width
        material.mapRepeats = SIMD2(width, along.length) / square
        let bar = Node(
            "Bar",
            geometry: .box(size: Vector3(width, along.length, width), chamfer: width / 4),
            material: material,
            transform: Transform(translation: middle, rotation: Rotation(from: Vector3(0, 1, 0), to: along))
        )
        addNode(bar, to: &scene)
    }

    private func addFan(_ measurement: Measurement, _ color: Color, to scene: inout Scene) {
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
        addNode(Node("Area", geometry: .mesh(mesh), material: material), to: &scene)
    }

    private func addLabel(_ text: String, at points: [Vector3], to scene: inout Scene) {
        let middle = (points[points.count - 2] + points[points.count - 1]) / 2
        var material = Material.constant(.white)
        material.isHiddenBehindObjects = false
        var label = Node(
            "Reading",
            geometry: .text(TextLabel(text, capHeight: 0.022, anchor: .bottom)),
            material: material,
            transform: Transform(translation: Reading.labelPoint(over: middle, seenBy: camera)),
            constraints: [.facesCamera, .keepsSizeOnScreen]
        )
        label.renderingOrder = 10
        addNode(label, to: &scene)
    }

    private func addNode(_ node: Node, to scene: inout Scene) {
        var node = node
        node.castsShadow = false
        node.isHitTestable = false
        scene.add(node, to: root)
    }
}
