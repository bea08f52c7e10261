import SceneGraph

extension DrawList {
    /// Adds a node's line, dots or label where it is seen; false where the node is a shape of triangles.
    mutating func addFlat(
        _ geometry: NodeGeometry,
        of node: borrowing Node,
        _ worldFromNode: AffineTransform,
        distance: Double,
        isSeen: Bool,
        _ glyphs: inout GlyphSheet
    ) -> Bool {
        let material = node.material
        let content: BlendedContent
        let layer: Int
        switch geometry {
        case .polyline(let line):
            guard isSeen else { return true }
            let scale = worldFromNode.largestScale
            content = .lines(addLoose(line, material: material, worldFromNode: worldFromNode, scale: scale))
            layer = 1
        case .points(let cloud):
            guard isSeen else { return true }
            content = .lines(addLoose(cloud, material: material, worldFromNode: worldFromNode))
            layer = 1
        case .text(let label):
            guard isSeen else { return true }
            content = .text(addLoose(label, material: material, worldFromNode: worldFromNode, glyphs: &glyphs))
            layer = 2
        default: return false
        }
        blended.append(BlendedItem(node, layer: layer, distance: distance, content: content))
        return true
    }
}

extension DrawList.BlendedItem {
    /// What is drawn of a node; of one order the lower layers come first, and of those the farthest.
    init(_ node: borrowing Node, layer: Int, distance: Double, content: DrawList.BlendedContent) {
        self.init(
            order: node.renderingOrder,
            layer: layer,
            distance: distance,
            isOverEverything: !node.material.isHiddenBehindObjects,
            content: content
        )
    }
}
