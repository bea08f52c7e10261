import Geometry
import SceneGraph

extension Renderer {
    /// Walks the scene and sorts out what is to be drawn.
    func collect(_ scene: borrowing Scene, _ viewpoint: Viewpoint) {
        list.removeAll()
        meshes.beginPicture()
        rig = LightRig()
        casterBounds = nil
        let clipFromWorld = viewpoint.clipFromCamera * ClipMatrix(viewpoint.worldFromCamera.inverse)
        let view = View(
            frustum: ViewFrustum(clipFromWorld),
            eye: viewpoint.worldFromCamera.translation,
            focalLength: viewpoint.focalLengthInView
        )
        scene.forEachVisible(from: viewpoint.worldFromCamera) { handle, node, worldFromNode in
            if let light = node.light { rig.add(light, worldFromNode: worldFromNode) }
            guard let geometry = node.geometry, node.material.opacity > 0 else { return }
            add(handle, node, geometry, worldFromNode, view)
        }
        rig.finish(scene.roomLight)
    }

    /// Who looks.
    struct View {
        var frustum: ViewFrustum
        var eye: Vector3
        var focalLength: Double
    }

    private func add(
        _ handle: NodeHandle,
        _ node: borrowing Node,
        _ geometry: NodeGeometry,
        _ worldFromNode: AffineTransform,
        _ view: View
    ) {
        guard let bounds = geometry.bounds?.transformed(by: worldFromNode) else { return }
        let center = bounds.center
        let isSeen = view.frustum.meetsSphere(center: center, radius: bounds.radius)
        let distance = (center - view.eye).length
        var item = DrawList.BlendedItem(
            order: node.renderingOrder,
            layer: 0,
            distance: distance,
            isOverEverything: !node.material.isHiddenBehindObjects,
            content: .text(0..<0)
        )
        switch geometry {
        case .polyline(let line):
            guard isSeen else { return }
            let scale = worldFromNode.largestScale
            item.content = .lines(
                list.addLoose(line, material: node.material, worldFromNode: worldFromNode, scale: scale)
            )
            item.layer = 1
        case .points(let cloud):
            guard isSeen else { return }
            item.content = .lines(list.addLoose(cloud, material: node.material, worldFromNode: worldFromNode))
            item.layer = 1
        case .text(let label):
            guard isSeen else { return }
            let quads = list.addLoose(
                label,
                material: node.material,
                worldFromNode: worldFromNode,
                glyphs: &glyphs,
                &statistics
            )
            item.content = .text(quads)
            item.layer = 2
        default:
            let pixelsPerMetre = worldFromNode.largestScale / max(distance, 0.05) * view.focalLength
            guard var mesh = meshItem(handle, geometry, node.material, worldFromNode, pixelsPerMetre) else { return }
            mesh.distance = distance
            if node.castsShadow, node.material.role == .visible, node.material.opacity > 0.4 {
                addCaster(mesh, geometry, worldFromNode, bounds, pixelsPerMetre)
            }
            guard isSeen else { return }
            statistics.nodes += 1
            place(mesh, node.material, &item)
            return
        }
        statistics.nodes += 1
        list.blended.append(item)
    }

    private func place(_ mesh: DrawList.MeshItem, _ material: Material, _ item: inout DrawList.BlendedItem) {
        switch material.role {
        case .occluder: list.occluders.append(mesh)
        case .shadowCatcher: list.catchers.append(mesh)
        case .visible:
            if material.opacity >= 1, material.pattern == .none, material.isHiddenBehindObjects {
                list.opaque.append(mesh)
            } else {
                item.content = .mesh(mesh)
                list.blended.append(item)
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
