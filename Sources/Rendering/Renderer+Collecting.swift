import Geometry
import SceneGraph

extension Renderer {
    /// Walks the scene and sorts out what is to be drawn.
    func collect(_ scene: borrowing Scene, _ viewpoint: Viewpoint, _ onlooker: Onlooker) {
        list.removeAll()
        meshes.beginPicture()
        rig = LightRig()
        casterBounds = nil
        scene.forEachVisible(from: viewpoint.worldFromCamera) { handle, node, worldFromNode in
            if let light = node.light { rig.add(light, worldFromNode: worldFromNode) }
            guard let geometry = node.geometry, node.material.opacity > 0 else { return }
            add(handle, node, geometry, worldFromNode, onlooker)
        }
        rig.finish(scene.roomLight)
    }

    private func add(
        _ handle: NodeHandle,
        _ node: borrowing Node,
        _ geometry: NodeGeometry,
        _ worldFromNode: AffineTransform,
        _ onlooker: Onlooker
    ) {
        guard let (bounds, distance, isSeen) = onlooker.sight(of: geometry, worldFromNode) else { return }
        if list.addFlat(geometry, of: node, worldFromNode, distance: distance, isSeen: isSeen, &glyphs) {
            statistics.nodes += isSeen ? 1 : 0
            return
        }
        let pixelsPerMetre = worldFromNode.largestScale / max(distance, 0.05) * onlooker.focalLength
        guard var mesh = meshItem(handle, geometry, node.material, worldFromNode, pixelsPerMetre) else { return }
        mesh.distance = distance
        if node.castsShadow, node.material.role == .visible, node.material.opacity > 0.4 {
            addCaster(mesh, geometry, worldFromNode, bounds, pixelsPerMetre)
        }
        guard isSeen else { return }
        statistics.nodes += 1
        place(mesh, node)
    }

    private func place(_ mesh: DrawList.MeshItem, _ node: borrowing Node) {
        let material = node.material
        switch material.role {
        case .occluder: list.occluders.append(mesh)
        case .shadowCatcher: list.catchers.append(mesh)
        case .visible:
            if material.opacity >= 1, material.pattern == .none, material.isHiddenBehindObjects {
                list.opaque.append(mesh)
            } else {
                list.blended.append(
                    DrawList.BlendedItem(node, layer: 0, distance: mesh.distance, content: .mesh(mesh))
                )
            }
        }
    }

    private func addCaster(
        _ mesh: DrawList.MeshItem,
        _ geometry: NodeGeometry,
        _ worldFromNode: AffineTransform,
        _ bounds: BoundingBox,
        _ pixelsPerMetre: Double
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
        list.casters.append(caster)
        casterBounds = casterBounds?.union(bounds) ?? bounds
    }

    private func meshItem(
        _ handle: NodeHandle,
        _ geometry: NodeGeometry,
        _ material: Material,
        _ worldFromNode: AffineTransform,
        _ pixelsPerMetre: Double
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
}
