import Geometry

/// A graph of nodes with their textures: a value that is edited between frames.
///
/// Nodes are in an array; handles with a generation identify them, so that an old handle identifies nothing.
public struct Scene: Sendable {
    private struct Slot: Sendable {
        var node: Node
        var generation: Int32
        var isUsed: Bool
        var parent: Int32
        var children: [Int32]
    }

    private var slots: [Slot] = []
    private var free: [Int32] = []
    private var roots: [Int32] = []
    /// The images of materials, by their handles' indices.
    public private(set) var textures: [Texture] = []
    /// The light of the camera's image; it tints and scales the scene's lights.
    public var roomLight: RoomLight = .neutral

    /// A scene without nodes; without lights it is drawn as if `addDefaultLights` had been called.
    public init() {}

    /// The number of nodes.
    public var count: Int { slots.count - free.count }

    /// Whether a handle identifies a node.
    public func contains(_ handle: NodeHandle) -> Bool {
        handle.index >= 0 && Int(handle.index) < slots.count && slots[Int(handle.index)].isUsed
            && slots[Int(handle.index)].generation == handle.generation
    }

    /// The node of a handle, which must be of this scene and not removed.
    public subscript(handle: NodeHandle) -> Node {
        get {
            precondition(contains(handle), "the node has been removed")
            return slots[Int(handle.index)].node
        }
        _modify {
            precondition(contains(handle), "the node has been removed")
            yield &slots[Int(handle.index)].node
        }
    }

    /// Adds a texture; materials refer to it by the handle.
    public mutating func add(_ texture: Texture) -> TextureHandle {
        textures.append(texture)
        return TextureHandle(index: Int32(textures.count - 1))
    }

    /// The texture of a handle.
    public subscript(handle: TextureHandle) -> Texture {
        get { textures[Int(handle.index)] }
        _modify { yield &textures[Int(handle.index)] }
    }

    // MARK: - Hierarchy

    /// Adds a node, under a parent or at the top.
    @discardableResult
    public mutating func add(_ node: Node, to parent: NodeHandle? = nil) -> NodeHandle {
        let index: Int32
        if let reused = free.popLast() {
            index = reused
            slots[Int(index)].node = node
            slots[Int(index)].isUsed = true
        } else {
            index = Int32(slots.count)
            slots.append(Slot(node: node, generation: 0, isUsed: true, parent: -1, children: []))
        }
        attach(index, to: parent)
        return handle(index)
    }

    /// Removes a node and all its descendants; ignores a handle that identifies nothing.
    public mutating func remove(_ handle: NodeHandle) {
        guard contains(handle) else { return }
        detach(handle.index)
        var waiting = [handle.index]
        while let index = waiting.popLast() {
            waiting += slots[Int(index)].children
            slots[Int(index)].node = Node()
            slots[Int(index)].children = []
            slots[Int(index)].isUsed = false
            slots[Int(index)].parent = -1
            slots[Int(index)].generation &+= 1
            free.append(index)
        }
    }

    /// Removes all nodes; textures remain.
    public mutating func removeAllNodes() {
        for root in roots { remove(handle(root)) }
    }

    /// Moves a node under another parent, or to the top; its own transform remains.
    ///
    /// Returns false if it would become its own descendant.
    @discardableResult
    public mutating func move(_ handle: NodeHandle, to parent: NodeHandle?) -> Bool {
        guard contains(handle) else { return false }
        var above = parent
        while let step = above {
            guard step != handle, contains(step) else { return false }
            above = self.parent(of: step)
        }
        detach(handle.index)
        attach(handle.index, to: parent)
        return true
    }

    /// The parent; nil at the top.
    public func parent(of handle: NodeHandle) -> NodeHandle? {
        guard contains(handle) else { return nil }
        let parent = slots[Int(handle.index)].parent
        return parent >= 0 ? self.handle(parent) : nil
    }

    /// The children of a node, in the order in which they were added; those at the top for nil.
    public func children(of handle: NodeHandle?) -> [NodeHandle] {
        guard let handle else { return roots.map(self.handle) }
        return contains(handle) ? slots[Int(handle.index)].children.map(self.handle) : []
    }

    /// The first node with a name, in the order of the slots.
    public func node(named name: String) -> NodeHandle? {
        slots.firstIndex { $0.isUsed && $0.node.name.utf8.elementsEqual(name.utf8) }.map { handle(Int32($0)) }
    }

    /// The node's transform to the world, without its constraints.
    public func worldFromNode(_ handle: NodeHandle) -> AffineTransform {
        guard contains(handle) else { return .identity }
        var transform = slots[Int(handle.index)].node.transform.affine
        var above = slots[Int(handle.index)].parent
        while above >= 0 {
            transform = slots[Int(above)].node.transform.affine * transform
            above = slots[Int(above)].parent
        }
        return transform
    }

    private func handle(_ index: Int32) -> NodeHandle {
        NodeHandle(index: index, generation: slots[Int(index)].generation)
    }

    private mutating func attach(_ index: Int32, to parent: NodeHandle?) {
        if let parent, contains(parent) {
            slots[Int(index)].parent = parent.index
            slots[Int(parent.index)].children.append(index)
        } else {
            slots[Int(index)].parent = -1
            roots.append(index)
        }
    }

    private mutating func detach(_ index: Int32) {
        let parent = slots[Int(index)].parent
        if parent >= 0 {
            slots[Int(parent)].children.removeAll { $0 == index }
        } else {
            roots.removeAll { $0 == index }
        }
    }

    // MARK: - Lights

    /// Whether any node has a light.
    public var hasLights: Bool { slots.contains { $0.isUsed && $0.node.light != nil } }

    /// Adds a bright room's lights: ambient light, and a large window high to the left with a soft shadow.
    public mutating func addDefaultLights() {
        add(Node("Room light", light: .ambient(Color(hex: 0xF4F7FF), intensity: 0.85)))
        add(
            Node(
                "Window light",
                transform: Transform(rotation: Rotation(from: Vector3(0, 0, -1), to: Vector3(0.38, -1, -0.32))),
                light: .directional(Color(hex: 0xFFF4E6), intensity: 2.1, shadow: Shadow())
            )
        )
    }

    // MARK: - Queries

    /// Calls `body` with every visible node and its transform to the world, parents first, with constraints for the
    /// viewer.
    ///
    /// If `worldFromCamera` is nil, constraints are ignored.
    public func forEachVisible(
        from worldFromCamera: RigidTransform<WorldSpace, CameraSpace>?,
        _ body: (NodeHandle, borrowing Node, AffineTransform) -> Void
    ) {
        var waiting: [(index: Int32, parent: AffineTransform)] = []
        for root in roots.reversed() { waiting.append((root, .identity)) }
        while let (index, worldFromParent) = waiting.popLast() {
            let slot = slots[Int(index)]
            if slot.node.isHidden { continue }
            var worldFromNode = worldFromParent * slot.node.transform.affine
            if let worldFromCamera, !slot.node.constraints.isEmpty {
                worldFromNode = slot.node.constraints.applied(to: worldFromNode, from: worldFromCamera)
            }
            body(handle(index), slot.node, worldFromNode)
            for child in slot.children.reversed() { waiting.append((child, worldFromNode)) }
        }
    }

    /// The nodes that a ray hits, the nearest first; each node once, where the ray enters it.
    ///
    /// Polylines are hit within their radius plus `slack`, metres, because a finger is imprecise. `worldFromCamera` is
    /// the viewer's pose, for nodes that face the camera.
    public func hits(
        of ray: Ray,
        slack: Double = 0,
        from worldFromCamera: RigidTransform<WorldSpace, CameraSpace>? = nil
    ) -> [Hit] {
        var hits: [Hit] = []
        forEachVisible(from: worldFromCamera) { handle, node, worldFromNode in
            guard node.isHitTestable, let geometry = node.geometry, let nodeFromWorld = worldFromNode.inverse else {
                return
            }
            let local = LocalRay(
                origin: nodeFromWorld * ray.origin,
                direction: nodeFromWorld.linear * ray.direction
            )
            guard let (distance, normal) = local.meets(geometry, slack: slack) else { return }
            // Normals are transformed by the inverse transpose.
            let turned = (nodeFromWorld.linear.transposed * normal).normalized
            let towards = dot(turned, ray.direction) > 0 ? -turned : turned
            hits.append(
                Hit(node: handle, distance: distance, pointInWorld: ray.point(at: distance), normalInWorld: towards)
            )
        }
        return hits.sorted(byKey: { Double($0.distance) })
    }

    /// The smallest box along the world's axes around a node's own shape; nil if it has none.
    public func boundsInWorld(of handle: NodeHandle) -> BoundingBox? {
        guard contains(handle), let bounds = self[handle].geometry?.bounds else { return nil }
        return bounds.transformed(by: worldFromNode(handle))
    }

    /// The smallest box along the world's axes around all visible nodes; nil if nothing is visible.
    public var boundsInWorld: BoundingBox? {
        var all: BoundingBox?
        forEachVisible(from: nil) { _, node, worldFromNode in
            guard let bounds = node.geometry?.bounds?.transformed(by: worldFromNode) else { return }
            all = all?.union(bounds) ?? bounds
        }
        return all
    }

    // MARK: - Files

    /// The scene as a binary glTF 2.0 file: nodes, shapes as triangles, materials with their maps, lights.
    ///
    /// Text, hidden nodes, occluders and shadow catchers are omitted, since they only make sense over a camera's image;
    /// Blinn's materials become rough ones. Extensions: KHR_lights_punctual, KHR_materials_unlit,
    /// KHR_texture_transform.
    public func binaryGLTF() -> [UInt8] {
        GLTFExport(self).file()
    }

    /// The scene's triangles as a binary STL file, the world's axes, lengths times `unitsPerMetre` (printers expect
    /// millimetres).
    ///
    /// Text and nodes that are not drawn are omitted.
    public func stl(unitsPerMetre: Double = 1000) -> [UInt8] {
        STLExport.file(of: self, unitsPerMetre: unitsPerMetre)
    }
}
