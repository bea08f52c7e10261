import Geometry

extension Scene {
    /// Puts a node in, under a parent or at the top.
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

    /// Takes a node and all under it out; a handle that names nothing is ignored.
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

    /// Takes all nodes out; textures stay.
    public mutating func removeAllNodes() {
        for root in roots { remove(handle(root)) }
    }

    /// Hangs a node under another parent, or at the top; its own transform stays.
    ///
    /// False where it would hang under itself.
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

    /// The node above, nil at the top.
    public func parent(of handle: NodeHandle) -> NodeHandle? {
        guard contains(handle) else { return nil }
        let parent = slots[Int(handle.index)].parent
        return parent >= 0 ? self.handle(parent) : nil
    }

    /// The nodes right under one, in the order they came; those at the top for nil.
    public func children(of handle: NodeHandle?) -> [NodeHandle] {
        guard let handle else { return roots.map(self.handle) }
        return contains(handle) ? slots[Int(handle.index)].children.map(self.handle) : []
    }

    /// The first node of a name, in the order of the slots.
    public func node(named name: String) -> NodeHandle? {
        slots.firstIndex { $0.isUsed && $0.node.name.utf8.elementsEqual(name.utf8) }.map { handle(Int32($0)) }
    }

    /// The node's place in the world, without its constraints.
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

    func handle(_ index: Int32) -> NodeHandle {
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
}
