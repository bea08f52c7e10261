import CGLES
import SceneGraph

/// Draws shapes of triangles: hidden ones, plain ones, see-through ones, and the shadows on real surfaces.
struct MeshPass {
    /// What the shapes are drawn as.
    enum Style {
        case occluder
        case opaque
        case catcher
        /// A catcher's shadow under all that is drawn.
        case beneath
        case blended
    }

    /// Whether things are hidden behind the surface in the texture of `OcclusionPass`.
    var isOccluded = false
    private let depthProgram: ShaderProgram
    private var catcherProgram: OccludableProgram
    /// By what they can, one bit each; made when first needed.
    private var programs: [ShaderProgram?] = Array(repeating: nil, count: 256)

    init() throws(RenderingError) {
        let vertex = [FrameShader.header, MeshShader.toCamera, MeshShader.vertex]
        depthProgram = try ShaderProgram(vertex: vertex, fragment: [FrameShader.header, MeshShader.depthFragment])
        catcherProgram = try OccludableProgram(
            vertex: [ShadowCatcherShader.vertex],
            fragment: [ShadowCatcherShader.fragment],
            samplers: [("shadows", ShadowCatcherMap.unit)]
        )
    }

    mutating func draw(
        _ batches: [DrawList.MeshBatch],
        as style: Style,
        of scene: borrowing Scene,
        meshes: MeshStore,
        textures: inout TextureStore,
        _ statistics: inout RenderingStatistics
    ) throws(RenderingError) {
        guard !batches.isEmpty else { return }
        setState(style)
        for batch in batches {
            try use(batch.key, style)
            bindMaps(batch.key, scene, &textures, &statistics)
            setState(of: batch.key, style)
            meshes[batch.key.mesh]?.draw(batch.range, &statistics)
        }
        glColorMask(1, 1, 1, 1)
        glDisable(GLenum(GL_POLYGON_OFFSET_FILL))
    }

    private func setState(_ style: Style) {
        let isSolid = style == .opaque || style == .occluder
        if style == .beneath { glDisable(GLenum(GL_DEPTH_TEST)) } else { glEnable(GLenum(GL_DEPTH_TEST)) }
        glDepthMask(isSolid ? 1 : 0)
        if isSolid { glDisable(GLenum(GL_BLEND)) } else { glEnable(GLenum(GL_BLEND)) }
        let isDrawn: GLboolean = style == .occluder ? 0 : 1
        glColorMask(isDrawn, isDrawn, isDrawn, isDrawn)
        if style == .catcher {
            // A catcher often lies just in the occluder of the same table.
            glEnable(GLenum(GL_POLYGON_OFFSET_FILL))
            glPolygonOffset(-1, -4)
        }
    }

    private func setState(of key: MeshKey, _ style: Style) {
        glDepthFunc(GLenum(key.isOverEverything ? GL_ALWAYS : GL_LEQUAL))
        if key.isDoubleSided || style == .catcher || style == .beneath {
            glDisable(GLenum(GL_CULL_FACE))
        } else {
            glEnable(GLenum(GL_CULL_FACE))
            glCullFace(GLenum(GL_BACK))
        }
    }

    private mutating func use(_ key: MeshKey, _ style: Style) throws(RenderingError) {
        switch style {
        case .occluder: depthProgram.use()
        case .catcher, .beneath: try catcherProgram.use(isOccluded: isOccluded)
        case .opaque: try program(of: key, isSeeThrough: false).use()
        case .blended: try program(of: key, isSeeThrough: true).use()
        }
    }

    private mutating func program(of key: MeshKey, isSeeThrough: Bool) throws(RenderingError) -> ShaderProgram {
        let needs = [
            key.diffuseMap != nil, key.normalMap != nil, key.specularMap != nil, key.isMirroring, isSeeThrough,
            key.isConstant, key.isBlinn, isOccluded && !key.isOverEverything,
        ]
        let number = needs.indices.reduce(0) { $0 | (needs[$1] ? 1 << $1 : 0) }
        if let program = programs[number] { return program }
        let defines: [StaticString] = [
            MeshShader.withDiffuseMap, MeshShader.withNormalMap, MeshShader.withSpecularMap, MeshShader.withMirror,
            MeshShader.withSeeThrough, MeshShader.withConstantColor, MeshShader.withBlinnLight,
            OcclusionShader.isWanted,
        ]
        let used = defines.indices.filter { number >> $0 & 1 == 1 }.map { defines[$0] }
        let body: [StaticString] = [
            FrameShader.color, ShadowShader.light, OcclusionShader.visible, MeshShader.inputs, MeshShader.patterns,
            MeshShader.normals, MeshShader.lighting, MeshShader.constantColor, MeshShader.fragment,
        ]
        let program = try ShaderProgram(
            vertex: [FrameShader.header, MeshShader.toCamera, MeshShader.vertex],
            fragment: [FrameShader.header] + used + body,
            samplers: Self.samplers
        )
        programs[number] = program
        return program
    }

    private func bindMaps(
        _ key: MeshKey,
        _ scene: borrowing Scene,
        _ textures: inout TextureStore,
        _ statistics: inout RenderingStatistics
    ) {
        for (unit, map) in [key.diffuseMap, key.normalMap, key.specularMap].enumerated() {
            guard let map else { continue }
            glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
            let name = textures.name(of: map, in: scene, &statistics)
            glBindTexture(GLenum(GL_TEXTURE_2D), name)
        }
        glActiveTexture(GLenum(GL_TEXTURE0))
    }

    private static var samplers: [(StaticString, Int32)] {
        [
            ("diffuseMap", 0), ("normalMap", 1), ("specularMap", 2), ("shadowMap", ShadowPass.unit),
            ("surroundings", OcclusionPass.unit),
        ]
    }
}
