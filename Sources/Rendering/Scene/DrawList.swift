import Geometry
import SceneGraph

/// What one image is made of, in the order in which it is drawn, with the numbers that the shaders read.
struct DrawList {
    /// Instances that are drawn in one call.
    struct MeshBatch: Equatable {
        var key: MeshKey
        var range: Range<Int>
    }

    /// See-through things that are drawn in one call.
    enum BlendedBatch: Equatable {
        case meshes(MeshBatch)
        case lines(Range<Int>, isOverEverything: Bool)
        case text(Range<Int>, isOverEverything: Bool)
    }

    /// A mesh of one node.
    struct MeshItem {
        var key: MeshKey
        var instance: MeshInstance
        var distance: Double
    }

    private enum BlendedContent {
        case mesh(MeshItem)
        case lines(Range<Int>)
        case text(Range<Int>)
    }

    private struct BlendedItem {
        var order: Int
        var layer: Int
        var distance: Double
        var isOverEverything: Bool
        var content: BlendedContent

        /// What is drawn of a node; of one order the lower layers come first, and of those the farthest.
        init(_ node: borrowing Node, layer: Int, distance: Double, content: BlendedContent) {
            order = node.renderingOrder
            self.layer = layer
            self.distance = distance
            isOverEverything = !node.material.isHiddenBehindObjects
            self.content = content
        }
    }

    private var opaque: [MeshItem] = []
    private var occluders: [MeshItem] = []
    private var catchers: [MeshItem] = []
    /// Shapes that cast a shadow, those out of view too: their shadow may be in view.
    private var casters: [MeshItem] = []
    /// What holds the casters; nil without casters.
    private(set) var casterBounds: BoundingBox?
    private var blended: [BlendedItem] = []
    private var unsortedLines = LineGeometry()
    private var unsortedText = TextGeometry()

    private(set) var instances: [MeshInstance] = []
    private(set) var lines: [LinePoint] = []
    private(set) var text: [TextQuad] = []
    private(set) var opaqueBatches: [MeshBatch] = []
    private(set) var occluderBatches: [MeshBatch] = []
    private(set) var catcherBatches: [MeshBatch] = []
    private(set) var casterBatches: [MeshBatch] = []
    private(set) var blendedBatches: [BlendedBatch] = []

    /// Whether there are no shapes of triangles but lines, dots and labels alone, whose shaders smooth their edges.
    private(set) var isSmooth = true

    mutating func removeAll() {
        opaque.removeAll(keepingCapacity: true)
        occluders.removeAll(keepingCapacity: true)
        catchers.removeAll(keepingCapacity: true)
        casters.removeAll(keepingCapacity: true)
        blended.removeAll(keepingCapacity: true)
        casterBounds = nil
        unsortedLines.removeAll()
        unsortedText.removeAll()
        instances.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        blendedBatches.removeAll(keepingCapacity: true)
    }

    /// Adds a mesh in view by the role of its node's material.
    mutating func add(_ mesh: MeshItem, of node: borrowing Node) {
        let material = node.material
        switch material.role {
        case .occluder: occluders.append(mesh)
        case .shadowCatcher: catchers.append(mesh)
        case .visible:
            if material.opacity >= 1, material.pattern == .none, material.isHiddenBehindObjects {
                opaque.append(mesh)
            } else {
                blended.append(BlendedItem(node, layer: 0, distance: mesh.distance, content: .mesh(mesh)))
            }
        }
    }

    /// Adds a mesh that casts a shadow.
    mutating func addCaster(_ mesh: MeshItem, bounds: BoundingBox) {
        casters.append(mesh)
        casterBounds = casterBounds?.union(bounds) ?? bounds
    }

    /// Adds a node's line, dots or label where it is seen; false if the node is a shape of triangles.
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
            content = .lines(unsortedLines.add(line, material: material, worldFromNode: worldFromNode, scale: scale))
            layer = 1
        case .points(let cloud):
            guard isSeen else { return true }
            content = .lines(unsortedLines.add(cloud, material: material, worldFromNode: worldFromNode))
            layer = 1
        case .text(let label):
            guard isSeen else { return true }
            content = .text(unsortedText.add(label, material: material, worldFromNode: worldFromNode, glyphs: &glyphs))
            layer = 2
        default: return false
        }
        blended.append(BlendedItem(node, layer: layer, distance: distance, content: content))
        return true
    }

    /// Gives each shadow catcher that the light reaches a cell of the map of shadows, and removes the others.
    mutating func layOutCatchers(_ fit: ShadowFit?) -> [ShadowCatcherMap.Cell] {
        guard let fit else {
            catchers.removeAll()
            return []
        }
        var planes: [SIMD4<Float>] = []
        catchers = catchers.filter { item in
            let i = item.instance
            let origin = Vector3(Double(i.row0.w), Double(i.row1.w), Double(i.row2.w))
            let normal = Vector3(Double(i.row0.y), Double(i.row1.y), Double(i.row2.y))
            guard let plane = fit.depth(ofSurfaceThrough: origin, normal: normal) else { return false }
            planes.append(plane)
            return true
        }
        let regions = ShadowCatcherMap.regions(count: planes.count)
        for i in planes.indices { catchers[i].instance.surface = regions[i] }
        return planes.indices.map { ShadowCatcherMap.Cell(region: regions[$0], plane: planes[$0]) }
    }

    /// Sorts everything into the order of drawing, equal states together.
    mutating func arrange() {
        occluderBatches = Self.batches(of: &occluders, &instances)
        opaqueBatches = Self.batches(of: &opaque, &instances)
        catcherBatches = Self.batches(of: &catchers, &instances)
        casterBatches = Self.batches(of: &casters, &instances)
        blended = blended.sorted(byKey: { -$0.distance }).sorted(byKey: { Double($0.layer) })
            .sorted(byKey: { Double($0.order) })
        for item in blended { append(item) }
        isSmooth = instances.isEmpty
    }

    private static func batches(of items: inout [MeshItem], _ instances: inout [MeshInstance]) -> [MeshBatch] {
        // Equal states together; the nearest first, so that what it hides need not be shaded.
        items = items.sorted(byKey: { $0.distance }).arranged(byIntegerKey: { $0.key.value })
        var batches: [MeshBatch] = []
        for item in items {
            if batches.last?.key == item.key {
                batches[batches.count - 1].range = batches[batches.count - 1].range.lowerBound..<instances.count + 1
            } else {
                batches.append(MeshBatch(key: item.key, range: instances.count..<instances.count + 1))
            }
            instances.append(item.instance)
        }
        return batches
    }

    private mutating func append(_ item: BlendedItem) {
        switch (item.content, blendedBatches.last) {
        case (.mesh(let mesh), .meshes(let batch)?) where batch.key == mesh.key:
            let range = batch.range.lowerBound..<instances.count + 1
            blendedBatches[blendedBatches.count - 1] = .meshes(MeshBatch(key: mesh.key, range: range))
            instances.append(mesh.instance)
        case (.mesh(let mesh), _):
            blendedBatches.append(.meshes(MeshBatch(key: mesh.key, range: instances.count..<instances.count + 1)))
            instances.append(mesh.instance)
        case (.lines(let unsorted), let last):
            var start = lines.count
            if case .lines(let range, item.isOverEverything)? = last {
                start = range.lowerBound
                blendedBatches.removeLast()
            }
            lines += unsortedLines.points[unsorted]
            blendedBatches.append(.lines(start..<lines.count, isOverEverything: item.isOverEverything))
        case (.text(let unsorted), let last):
            var start = text.count
            if case .text(let range, item.isOverEverything)? = last {
                start = range.lowerBound
                blendedBatches.removeLast()
            }
            text += unsortedText.quads[unsorted]
            blendedBatches.append(.text(start..<text.count, isOverEverything: item.isOverEverything))
        }
    }
}
