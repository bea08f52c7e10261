import CGLES
import Geometry
import SceneGraph

extension Renderer {
    /// Draws a scene as seen from a viewpoint; what is drawn into memory can be read after.
    public func draw(
        _ scene: borrowing Scene,
        from viewpoint: Viewpoint,
        background: Background = .picture,
        onto destination: Destination = .memory
    ) throws(RenderingError) {
        statistics = RenderingStatistics()
        try prepareTarget(viewpoint.viewSize, destination)
        let onlooker = Onlooker(viewpoint)
        collect(scene, viewpoint, onlooker)
        send(viewpoint, onlooker)
        if list.isSmooth { return try drawSmooth(scene, viewpoint, background) }
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        try bindSamples()
        clear(background)
        shadows.bindMap(level: shadowLevel)
        catchers.bind()
        try drawShapes(list.occluderBatches, as: .occluder, of: scene)
        try drawShapes(list.opaqueBatches, as: .opaque, of: scene)
        let areShadowsBeneath = canLayShadowsBeneath(background)
        if !areShadowsBeneath { try drawShapes(list.catcherBatches, as: .catcher, of: scene) }
        try drawBlended(scene)
        target?.resolve()
        beginBeneath()
        if areShadowsBeneath { try drawShapes(list.catcherBatches, as: .beneath, of: scene) }
        if background == .picture { picture.draw(viewpoint, &statistics) }
    }

    /// Draws what smooths its own edges and hides nothing, from the back to the front: it needs neither samples nor depth.
    private func drawSmooth(
        _ scene: borrowing Scene,
        _ viewpoint: Viewpoint,
        _ background: Background
    ) throws(RenderingError) {
        target?.bindPlain()
        if background != .picture || !picture.fills(viewpoint) { clear(background) }
        glDisable(GLenum(GL_BLEND))
        if background == .picture { picture.draw(viewpoint, &statistics) }
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        try drawBlended(scene)
    }

    private func bindSamples() throws(RenderingError) {
        do throws(RenderingError) {
            try target?.bind()
        } catch {
            target = nil
            throw error
        }
    }

    private func prepareTarget(_ size: SIMD2<Int>, _ destination: Destination) throws(RenderingError) {
        if let target, target.width == size.x, target.height == size.y, target.samples == samples,
            target.destination == destination
        {
            return
        }
        guard size.x > 0, size.y > 0 else { throw .sizeRefused(width: size.x, height: size.y) }
        target?.delete()
        target = nil
        target = try RenderTarget(width: size.x, height: size.y, samples: samples, destination: destination)
    }

    private func clear(_ background: Background) {
        var color = SIMD4<Float>(0, 0, 0, 1)
        switch background {
        case .picture: color.w = picture.hasPicture ? 0 : 1
        case .color(let chosen): color = SIMD4(SIMD3<Float>(chosen.components), 1)
        case .transparent: color.w = 0
        }
        glColorMask(1, 1, 1, 1)
        glDepthMask(1)
        glDisable(GLenum(GL_BLEND))
        glClearColor(color.x, color.y, color.z, color.w)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT) | GLbitfield(GL_DEPTH_BUFFER_BIT))
    }

    /// Sends the instances and the shared numbers, and draws the shadow map.
    private func send(_ viewpoint: Viewpoint, _ onlooker: Onlooker) {
        let fit = shadowFit()
        let cells = catcherCells(fit)
        list.arrange()
        instances.send(list.instances, &statistics)
        lines.send(list.lines, &statistics)
        labels.send(list.text, &statistics)
        glyphTexture.send(&glyphs, &statistics)
        let frame = FrameUniforms(viewpoint, onlooker, rig: rig, fit: fit)
        shadowLevel = Int(frame.clipDepth.z)
        uniforms.send(frame.floats, &statistics)
        glBindBufferBase(GLenum(GL_UNIFORM_BUFFER), 0, uniforms.name)
        instances.bind()
        shadows.prepare()
        if let fit, let shadow = rig.shadow {
            let spread = shadow.softness / 2 / fit.width
            shadows.draw(list.casterBatches, side: shadow.mapSize, spread: spread, meshes: meshes, &statistics)
            shadows.bindMap()
            catchers.draw(cells, &statistics)
        }
    }

    /// Gives every catcher that the light reaches a cell for its shadow; the others are left out.
    private func catcherCells(_ fit: ShadowFit?) -> [CatcherMap.Cell] {
        guard let fit else {
            list.catchers.removeAll()
            return []
        }
        var planes: [SIMD4<Float>] = []
        list.catchers = list.catchers.filter { item in
            let i = item.instance
            let origin = Vector3(Double(i.row0.w), Double(i.row1.w), Double(i.row2.w))
            let normal = Vector3(Double(i.row0.y), Double(i.row1.y), Double(i.row2.y))
            guard let plane = fit.depth(ofSurfaceThrough: origin, normal: normal) else { return false }
            planes.append(plane)
            return true
        }
        let places = CatcherMap.places(count: planes.count)
        for i in planes.indices { list.catchers[i].instance.surface = places[i] }
        return planes.indices.map { CatcherMap.Cell(place: places[$0], plane: planes[$0]) }
    }

    private func shadowFit() -> ShadowFit? {
        guard let shadow = rig.shadow, let bounds = casterBounds, !list.casters.isEmpty else { return nil }
        return ShadowFit(around: bounds, towardsLight: rig.towardsLight, shadow: shadow)
    }

    private func drawShapes(
        _ batches: [DrawList.MeshBatch],
        as style: MeshPass.Style,
        of scene: borrowing Scene
    ) throws(RenderingError) {
        instances.bind()
        try shapes.draw(batches, as: style, of: scene, meshes: meshes, textures: &textures, &statistics)
    }

    private func drawBlended(_ scene: borrowing Scene) throws(RenderingError) {
        for batch in list.blendedBatches {
            switch batch {
            case .meshes(let batch): try drawShapes([batch], as: .blended, of: scene)
            case .lines(let range, let isOverEverything):
                lines.draw(range, isOverEverything: isOverEverything || list.isSmooth, &statistics)
            case .text(let range, let isOverEverything):
                let isOverAll = isOverEverything || list.isSmooth
                labels.draw(range, isOverEverything: isOverAll, letters: glyphTexture.name, &statistics)
            }
        }
    }
}

extension FrameUniforms {
    /// The numbers of one picture.
    init(_ viewpoint: Viewpoint, _ onlooker: Onlooker, rig: LightRig, fit: ShadowFit?) {
        clipFromWorld = onlooker.clipFromWorld
        shadowFromWorld = fit?.mapFromWorld ?? onlooker.clipFromWorld
        eye = SIMD4(Vector4(onlooker.eye, onlooker.focalLength))
        towardsLight = SIMD4(Vector4(rig.towardsLight, rig.shadow?.strength ?? 0))
        lightColor = SIMD4(Vector4(rig.color, fit == nil ? 0 : 1))
        skyColor = SIMD4(Vector4(rig.sky, 0))
        groundColor = SIMD4(Vector4(rig.ground, 0))
        let size = Vector2(Double(viewpoint.viewSize.x), Double(viewpoint.viewSize.y))
        view = SIMD4(Vector4(size.x, size.y, 1 / size.x, 1 / size.y))
        let side = Double(rig.shadow?.mapSize ?? 1)
        let width = fit?.width ?? 1
        let softness = (rig.shadow?.softness ?? 0) / 2
        shadow = SIMD4(Vector4(1 / side, softness / width, fit?.depth ?? 1, width))
        let (near, far) = (viewpoint.depthRange.lowerBound, viewpoint.depthRange.upperBound)
        let level = ShadowShader.level(ofPixels: ShadowShader.radii[0] * softness / width * side).rounded(.down)
        clipDepth = SIMD4(Vector4((far + near) / (far - near), 2 * far * near / (far - near), level, 0))
    }
}
