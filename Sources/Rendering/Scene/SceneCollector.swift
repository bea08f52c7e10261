import Geometry
import SceneGraph

/// Walks a scene and collects what one image shows: its meshes, lines, labels and lights.
struct SceneCollector {
    /// What is drawn.
    private(set) var list = DrawList()
    /// The lights added up.
    private(set) var rig = LightRig()
    /// The letters in use.
    private(set) var glyphs = GlyphSheet()
    private(set) var meshes = MeshStore()

    /// Collects what a view of a scene shows; meshes that are new are sent to the graphics memory.
    mutating func collect(
        _ scene: borrowing Scene,
        _ viewpoint: Viewpoint,
        _ view: ViewTransform,
        _ statistics: inout RenderingStatistics
    ) {
        list.removeAll()
        meshes.beginImage()
        rig = LightRig()
        scene.forEachVisible(from: viewpoint.worldFromCamera) { handle, node, worldFromNode in
            if let light = node.light { rig.add(light, worldFromNode: worldFromNode) }
            guard let geometry = node.geometry, node.material.opacity > 0 else { return }
            add(handle, node, geometry, worldFromNode, view, &statistics)
        }
        rig.finish(scene.roomLight)
    }

    private mutating func add(
        _ handle: NodeHandle,
        _ node: borrowing Node,
        _ geometry: NodeGeometry,
        _ worldFromNode: AffineTransform,
        _ view: ViewTransform,
        _ statistics: inout RenderingStatistics
    ) {
        guard let (bounds, distance, isSeen) = view.visibility(of: geometry, worldFromNode) else { return }
        if list.addFlat(geometry, of: node, worldFromNode, distance: distance, isSeen: isSeen, &glyphs) {
            statistics.nodes += isSeen ? 1 : 0
            return
        }
        let pixelsPerMetre = worldFromNode.largestScale / max(distance, 0.05) * view.focalLength
        guard var mesh = meshItem(handle, geometry, node.material, worldFromNode, pixelsPerMetre, &statistics) else {
            return
        }
        mesh.distance = distance
        if node.castsShadow, node.material.role == .visible, node.material.opacity > 0.4 {
            addCaster(mesh, geometry, worldFromNode, bounds, pixelsPerMetre, &statistics)
        }
        guard isSeen else { return }
        statistics.nodes += 1
        list.add(mesh, of: node)
    }

    private mutating func addCaster(
        _ mesh: DrawList.MeshItem,
        _ geometry: NodeGeometry,
        _ worldFromNode: AffineTransform,
        _ bounds: BoundingBox,
        _ pixelsPerMetre: Double,
        _ statistics: inout RenderingStatistics
    ) {
        guard mesh.instance.pattern.x == 0 else { return }
        var caster = mesh
        let primitive = geometry.primitive
        let kind = primitive?.kind
        let number = primitive.map {
            let detail = MeshDetail(of: $0.kind, radiusPixels: Double($0.radius) * pixelsPerMetre)
            return meshes.number(of: $0.kind, detail: detail == .tiny ? .tiny : .coarse, &statistics)
        }
        // Of a closed shape the sides towards the light are enough; what may be open, or is mirrored, shows both.
        var material = Material()
        material.isDoubleSided = kind == nil || kind == .plane || worldFromNode.linear.determinant <= 0
        caster.key = MeshKey(mesh: number ?? mesh.key.mesh, material: material)
        list.addCaster(caster, bounds: bounds)
    }

    private mutating func meshItem(
        _ handle: NodeHandle,
        _ geometry: NodeGeometry,
        _ material: Material,
        _ worldFromNode: AffineTransform,
        _ pixelsPerMetre: Double,
        _ statistics: inout RenderingStatistics
    ) -> DrawList.MeshItem? {
        let number: Int
        var extent = SIMD3<Float>(1, 1, 1)
        var radius: Float = 0
        if let primitive = geometry.primitive {
            (extent, radius) = (primitive.extent, primitive.radius)
            let detail = MeshDetail(of: primitive.kind, radiusPixels: Double(radius) * pixelsPerMetre)
            number = meshes.number(of: primitive.kind, detail: detail, &statistics)
        } else if let own = meshes.number(of: geometry, node: handle, &statistics) {
            number = own
            radius = -1
        } else {
            return nil
        }
        let instance = MeshInstance(
            worldFromNode: worldFromNode,
            extent: extent,
            radius: radius,
            material: material
        )
        return DrawList.MeshItem(key: MeshKey(mesh: number, material: material), instance: instance, distance: 0)
    }

    /// The shadow map's part of space; nil if nothing casts a shadow.
    func shadowFit() -> ShadowFit? {
        guard let shadow = rig.shadow, let bounds = list.casterBounds else { return nil }
        return ShadowFit(around: bounds, towardsLight: rig.towardsLight, shadow: shadow)
    }

    /// Sorts the list for drawing; the cells of the surfaces that catch shadows.
    mutating func arrange(_ fit: ShadowFit?) -> [ShadowCatcherMap.Cell] {
        let cells = list.layOutCatchers(fit)
        list.arrange()
        return cells
    }

    /// Sends the letters that are new to their texture.
    mutating func sendGlyphs(to texture: GlyphTexture, _ statistics: inout RenderingStatistics) {
        texture.send(&glyphs, &statistics)
    }

    /// Deletes the meshes of the graphics memory.
    func delete() { meshes.delete() }
}

extension MeshDetail {
    /// How finely a primitive need be made for its outline to keep within about half a pixel of the true one; within
    /// one where a box's edges are hardly to be seen.
    ///
    /// What is round counts, not the whole: the radius of a ball or a cylinder, of a box that of its edges' arcs, in
    /// pixels.
    fileprivate init(of primitive: Primitive, radiusPixels: Double) {
        let (tiny, coarse, medium) = primitive == .roundedBox ? (3.5, 6.0, 19.0) : (20.0, 40.0, 75.0)
        self = radiusPixels < tiny ? .tiny : radiusPixels < coarse ? .coarse : radiusPixels < medium ? .medium : .fine
    }
}
