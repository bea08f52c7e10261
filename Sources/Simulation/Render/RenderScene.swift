import Foundation
import Geometry

/// A scene with painted textures and computed light, ready to be drawn from any pose.
final class RenderScene: @unchecked Sendable {
    // Written during initialisation, only read afterwards.
    var bodies: [RenderBody] = []
    var faces: [RenderFace] = []
    /// The position of each texture in `texels`.
    private(set) var textures: [RenderTexture] = []
    /// The texels of all textures, one after another.
    private(set) var texels: [SIMD4<UInt8>] = []
    var light: [SIMD4<Float>] = []
    let lamps: [SimulatedScene.Lamp]
    private var textureOf: [SurfaceMaterial.Kind: Int] = [:]

    /// Paints and lights a scene.
    init(_ scene: SimulatedScene) {
        lamps = scene.lamps
        paint(scene.bodies)
        for body in scene.bodies { add(body) }
        LightBaker(scene: self).bake()
    }

    private func paint(_ sceneBodies: [SceneBody]) {
        let kinds = Set(sceneBodies.flatMap(\.materials).map(\.kind) + [.skin, .fabric])
        let ordered = Array(kinds)
        let painted = UnsafeMutableBufferPointer<SurfaceTexture?>.allocate(capacity: ordered.count)
        painted.initialize(repeating: nil)
        defer { painted.deallocate() }
        nonisolated(unsafe) let target = painted
        DispatchQueue.concurrentPerform(iterations: ordered.count) { index in
            target[index] = TexturePainter.texture(ordered[index])
        }
        for texture in painted.compactMap(\.self) {
            textures.append(RenderTexture(texture, offset: texels.count))
            texels += texture.texels
        }
        painted.deinitialize()
        for (index, kind) in ordered.enumerated() { textureOf[kind] = index }
    }

    private func add(_ body: SceneBody) {
        var render = RenderBody(body, firstFace: faces.count)
        render.firstFace = faces.count
        for face in 0..<6 { faces.append(makeFace(face, body)) }
        bodies.append(render)
    }

    /// The parts of a moving body, with the light around `cube`'s position.
    func moving(_ parts: [SceneBody], cube: AmbientCube) -> (bodies: [RenderBody], faces: [RenderFace]) {
        var made: (bodies: [RenderBody], faces: [RenderFace]) = ([], [])
        for part in parts {
            var body = RenderBody(part, firstFace: faces.count + made.faces.count)
            body.cube = cube
            body.isMoving = true
            made.bodies.append(body)
            for face in 0..<6 { made.faces.append(makeFace(face, part)) }
        }
        return made
    }

    private func makeFace(_ index: Int, _ body: SceneBody) -> RenderFace {
        let material = body.materials[index]
        let number = textureOf[material.kind] ?? 0
        let texture = textures[number]
        var size = BoxFace.size(index, half: SIMD3<Float>(body.halfSize))
        if body.shape == .cylinder { size = SIMD2(.pi * 2 * Float(body.halfSize.x), 2 * Float(body.halfSize.z)) }
        let covered = SIMD2<Float>(
            material.isFitted || texture.size.x == 0 ? size.x : texture.size.x,
            material.isFitted || texture.size.y == 0 ? size.y : texture.size.y
        )
        let tint = material.tint * material.tint
        return RenderFace(
            texture: number,
            tint: SIMD4(tint.x, tint.y, tint.z, 1),
            scale: 1 / covered,
            texelsPerMetre: max(Float(texture.width) / covered.x, Float(texture.height) / covered.y),
            isGlowing: material.kind == .glow,
            size: size
        )
    }
}
