import Geometry
import SceneGraph

/// What one picture is made of, in the order in which it is drawn, with the numbers that the shaders read.
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

    struct MeshItem {
        var key: MeshKey
        var instance: MeshInstance
        var distance: Double
    }

    enum BlendedContent {
        case mesh(MeshItem)
        case lines(Range<Int>)
        case text(Range<Int>)
    }

    struct BlendedItem {
        var order: Int
        var layer: Int
        var distance: Double
        var isOverEverything: Bool
        var content: BlendedContent
    }

    var opaque: [MeshItem] = []
    var occluders: [MeshItem] = []
    var catchers: [MeshItem] = []
    /// Shapes out of view whose shadow may be in view, and those seen.
    var casters: [MeshItem] = []
    var blended: [BlendedItem] = []
    var looseLines: [LinePoint] = []
    var looseText: [TextQuad] = []

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
        looseLines.removeAll(keepingCapacity: true)
        looseText.removeAll(keepingCapacity: true)
        instances.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        blendedBatches.removeAll(keepingCapacity: true)
    }

    /// Puts everything in its order and like to like.
    mutating func arrange() {
        occluderBatches = Self.batches(of: &occluders, &instances)
        opaqueBatches = Self.batches(of: &opaque, &instances)
        catcherBatches = Self.batches(of: &catchers, &instances)
        casterBatches = Self.batches(of: &casters, &instances)
        blended.sort { a, b in
            (a.order, a.layer, b.distance) < (b.order, b.layer, a.distance)
        }
        for item in blended { append(item) }
        isSmooth = instances.isEmpty
    }

    private static func batches(of items: inout [MeshItem], _ instances: inout [MeshInstance]) -> [MeshBatch] {
        // Like to like; the nearest first, so that what it hides need not be shaded.
        items.sort { ($0.key.value, $0.distance) < ($1.key.value, $1.distance) }
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
        case (.lines(let loose), let last):
            var start = lines.count
            if case .lines(let range, item.isOverEverything)? = last {
                start = range.lowerBound
                blendedBatches.removeLast()
            }
            lines += looseLines[loose]
            blendedBatches.append(.lines(start..<lines.count, isOverEverything: item.isOverEverything))
        case (.text(let loose), let last):
            var start = text.count
            if case .text(let range, item.isOverEverything)? = last {
                start = range.lowerBound
                blendedBatches.removeLast()
            }
            text += looseText[loose]
            blendedBatches.append(.text(start..<text.count, isOverEverything: item.isOverEverything))
        }
    }
}
