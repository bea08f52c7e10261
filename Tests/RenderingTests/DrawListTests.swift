import Geometry
import SceneGraph
import Testing

@testable import Rendering

/// The order in which an image is drawn, beside a plain sorting of its nodes.
@Suite("The list of what is drawn")
struct DrawListTests {
    /// A flat object: how it is ordered, and the colour by which it is known again in the list.
    private struct Flat {
        let order: Int
        let distance: Double
        let isLabel: Bool
        let isOverEverything: Bool
        let color: UInt32

        var node: Node {
            var material = Material.constant(Color(hex: color))
            material.isHiddenBehindObjects = !isOverEverything
            let geometry: NodeGeometry =
                isLabel ? .text(TextLabel("i", panel: nil)) : .points(PointCloud([Vector3(0, 0, -distance)]))
            var node = Node(geometry: geometry, material: material)
            node.renderingOrder = order
            return node
        }
    }

    private static func flats(seed: UInt64) -> [Flat] {
        var random = SeededGenerator(seed: seed)
        return (0..<40).map { index in
            Flat(
                order: Int.random(in: -1...2, using: &random),
                distance: random.nextUniform() * 9,
                isLabel: Bool.random(using: &random),
                isOverEverything: Int.random(in: 0..<4, using: &random) == 0,
                color: UInt32(index + 1)
            )
        }
    }

    private static func list(_ flats: [Flat]) -> DrawList {
        var (list, glyphs) = (DrawList(), GlyphSheet())
        for flat in flats {
            let node = flat.node
            guard let geometry = node.geometry else { continue }
            let isTaken = list.addFlat(
                geometry,
                of: node,
                .identity,
                distance: flat.distance,
                isSeen: true,
                &glyphs
            )
            #expect(isTaken)
        }
        list.arrange()
        return list
    }

    /// The colours in the order in which they are drawn, each once.
    private static func colors(_ list: DrawList) -> [(color: UInt32, isOverEverything: Bool)] {
        var found: [(color: UInt32, isOverEverything: Bool)] = []
        func add(_ color: UInt32, _ isOverEverything: Bool) {
            if color > 0, found.last?.color != color { found.append((color, isOverEverything)) }
        }
        for batch in list.blendedBatches {
            switch batch {
            case .meshes: break
            case .lines(let range, let isOver):
                for point in list.lines[range] {
                    let (red, green, blue) = (point.color & 255, point.color >> 8 & 255, point.color >> 16 & 255)
                    add(red << 16 | green << 8 | blue, isOver)
                }
            case .text(let range, let isOver):
                for quad in list.text[range] {
                    let bytes = (SIMD3(quad.color.x, quad.color.y, quad.color.z) * 255).rounded(.toNearestOrEven)
                    add(UInt32(bytes.x) << 16 | UInt32(bytes.y) << 8 | UInt32(bytes.z), isOver)
                }
            }
        }
        return found
    }

    @Test(
        "lower orders come first, then lines before labels, then the farthest, however they came",
        arguments: [1, 2, 3] as [UInt64]
    )
    func blended(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let flats = Self.flats(seed: seed)
        let sorted = flats.sorted { a, b in
            (a.order, a.isLabel ? 1 : 0, b.distance) < (b.order, b.isLabel ? 1 : 0, a.distance)
        }
        for _ in 0..<3 {
            let found = Self.colors(Self.list(flats.shuffled(using: &random)))
            #expect(found.map(\.color) == sorted.map(\.color))
            #expect(found.map(\.isOverEverything) == sorted.map(\.isOverEverything))
        }
    }

    @Test("neighbours of one kind are one batch, and batches hold every point once")
    func batches() {
        let list = Self.list(Self.flats(seed: 4))
        #expect(list.isSmooth && list.instances.isEmpty)
        var (lines, text) = (0, 0)
        for batch in list.blendedBatches {
            switch batch {
            case .lines(let range, _):
                #expect(range.lowerBound == lines)
                lines = range.upperBound
            case .text(let range, _):
                #expect(range.lowerBound == text)
                text = range.upperBound
            case .meshes: Issue.record("there are no shapes")
            }
        }
        #expect(lines == list.lines.count && text == list.text.count)
        for (one, next) in zip(list.blendedBatches, list.blendedBatches.dropFirst()) {
            switch (one, next) {
            case (.lines(_, let a), .lines(_, let b)), (.text(_, let a), .text(_, let b)): #expect(a != b)
            default: break
            }
        }
    }

    private static func mesh(_ number: Int, _ material: Material, distance: Double) -> DrawList.MeshItem {
        let moved = AffineTransform(linear: .identity, translation: Vector3(0, 0, distance))
        let instance = MeshInstance(worldFromNode: moved, extent: .one, radius: 1, material: material)
        return DrawList.MeshItem(
            key: MeshKey(mesh: number, material: material),
            instance: instance,
            distance: distance
        )
    }

    @Test("shapes are drawn by their role, equal ones in one call and the nearest first")
    func shapes() {
        var random = SeededGenerator(seed: 5)
        var seeThrough = Material(.white)
        seeThrough.opacity = 0.5
        var patterned = Material(.white)
        patterned.pattern = .ring(width: 0.1)
        var above = Material(.white)
        above.isHiddenBehindObjects = false
        let materials = [
            Material(.white), .constant(.coral), .occluder, .shadowCatcher(), seeThrough, patterned, above,
        ]
        var list = DrawList()
        for index in 0..<70 {
            let material = materials[index % 7]
            let node = Node(geometry: .sphere(radius: 1), material: material)
            let item = Self.mesh(Int.random(in: 0..<3, using: &random), material, distance: random.nextUniform())
            list.add(item, of: node)
        }
        #expect(list.layOutCatchers(nil).isEmpty, "without a shadow nothing catches one")
        list.arrange()
        #expect(!list.isSmooth && list.instances.count == 60)
        #expect(list.catcherBatches.isEmpty)
        for (batches, count) in [(list.occluderBatches, 10), (list.opaqueBatches, 20)] {
            #expect(batches.reduce(0) { $0 + $1.range.count } == count)
            #expect(Set(batches.map(\.key.value)).count == batches.count, "two calls for equal shapes")
            for batch in batches {
                let distances = list.instances[batch.range].map(\.row2.w)
                #expect(distances == distances.sorted())
            }
        }
        let blended = list.blendedBatches.flatMap { batch -> [Float] in
            if case .meshes(let batch) = batch { list.instances[batch.range].map(\.row2.w) } else { [] }
        }
        #expect(blended.count == 30 && blended == blended.sorted(by: >), "the farthest first")
        list.removeAll()
        list.arrange()
        #expect(list.isSmooth && list.blendedBatches.isEmpty && list.opaqueBatches.isEmpty)
        #expect(list.casterBounds == nil)
    }

    @Test("a letter's field is the same wherever its outline lies, mirrored too, and needs numbers")
    func letterField() throws {
        let ring: [[SIMD2<Float>]] = [
            [SIMD2(0, 0), SIMD2(0.6, 0), SIMD2(0.6, 0.5), SIMD2(0, 0.5)],
            [SIMD2(0.2, 0.15), SIMD2(0.2, 0.35), SIMD2(0.4, 0.35), SIMD2(0.4, 0.15)],
        ]
        let field = try #require(SignedDistance(ring))
        // Steps that are no rounding in single precision.
        let moved = try #require(SignedDistance(ring.map { $0.map { $0 + SIMD2(8, -16) } }))
        #expect((moved.width, moved.height) == (field.width, field.height))
        #expect(zip(moved.bytes, field.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        let mirrored = try #require(SignedDistance(ring.map { $0.map { SIMD2(0.6 - $0.x, $0.y) } }))
        for y in 0..<field.height {
            let row = Array(field.bytes[y * field.width..<(y + 1) * field.width])
            let other = Array(mirrored.bytes[y * field.width..<(y + 1) * field.width])
            // The last column is cut where the outline's width is no whole number of pixels.
            #expect(row.contains { $0 > 128 } == other.contains { $0 > 128 })
        }
        #expect(SignedDistance([[SIMD2(.nan, .nan), SIMD2(.nan, 0)]]) == nil)
    }
}
