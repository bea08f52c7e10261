import Foundation

/// Computes the light on every face, once: lamps with soft shadows, and ambient light with darker corners.
struct LightBaker {
    let scene: RenderScene
    private let ambient = SIMD4<Float>(0.36, 0.35, 0.34, 0)

    /// Lights all faces.
    func bake() {
        var offset = 0
        for body in scene.bodies where body.shape == .box || body.shape == .shell {
            for face in body.firstFace..<body.firstFace + 6 {
                let size = scene.faces[face].size
                scene.faces[face].lightOffset = offset
                scene.faces[face].lightWidth = nodes(size.x)
                scene.faces[face].lightHeight = nodes(size.y)
                offset += scene.faces[face].lightWidth * scene.faces[face].lightHeight
            }
        }
        scene.light = [SIMD4<Float>](repeating: .zero, count: offset)
        scene.light.withUnsafeMutableBufferPointer { buffer in
            nonisolated(unsafe) let light = buffer
            let occluders = occluders
            DispatchQueue.concurrentPerform(iterations: scene.bodies.count * 6) { job in
                bakeFace(body: job / 6, face: job % 6, occluders, into: light)
            }
        }
        bakeCubes()
    }

    /// The number of nodes of a light map along a side, metres; furniture has finer maps, because small objects cast
    /// small shadows on it.
    private func nodes(_ length: Float) -> Int {
        let spacing: Float = length > 1.9 ? 0.05 : 0.02
        return max(2, Int((length / spacing).rounded(.up)) + 1)
    }

    /// The bodies that keep light away.
    private var occluders: [RenderBody] { scene.bodies.filter { !scene.faces[$0.firstFace].isGlowing } }

    private func bakeFace(
        body index: Int,
        face: Int,
        _ occluders: [RenderBody],
        into light: UnsafeMutableBufferPointer<SIMD4<Float>>
    ) {
        let body = scene.bodies[index]
        guard body.shape == .box || body.shape == .shell else { return }
        let look = scene.faces[body.firstFace + face]
        let outward: Float = body.shape == .shell ? -1 : 1
        let side = body.world(BoxFace.normal(face))
        let normal = side * outward
        // What is entirely behind the face keeps no light away from it.
        let middle = body.centre + side * body.half[face / 2]
        let occluders = occluders.filter { $0.height(above: middle, normal) > 1e-4 }
        for row in 0..<look.lightHeight {
            for column in 0..<look.lightWidth {
                var coordinate = SIMD2(
                    look.size.x * Float(column) / Float(look.lightWidth - 1),
                    look.size.y * Float(row) / Float(look.lightHeight - 1)
                )
                // Not exactly at the edge, because a neighbouring surface would hide everything there.
                let margin = 0.1 * look.size / SIMD2(Float(look.lightWidth - 1), Float(look.lightHeight - 1))
                coordinate.clamp(lowerBound: margin, upperBound: look.size - margin)
                let local = BoxFace.point(face, coordinate: coordinate, half: body.half)
                let point = body.centre + body.world(local) + normal * 2e-3
                light[look.lightOffset + row * look.lightWidth + column] = irradiance(
                    at: point,
                    normal: normal,
                    seed: UInt32(row &* 8191 &+ column),
                    occluders
                )
            }
        }
    }

    private func bakeCubes() {
        for index in scene.bodies.indices
        where scene.bodies[index].shape == .ball || scene.bodies[index].shape == .cylinder {
            let body = scene.bodies[index]
            scene.bodies[index].cube = cube(at: body.centre, reach: body.half + SIMD3(repeating: 4e-3))
        }
    }

    /// The light from six directions on something with half lengths `reach` around a point.
    func cube(at point: SIMD3<Float>, reach: SIMD3<Float>) -> AmbientCube {
        let occluders = occluders
        func light(_ x: Float, _ y: Float, _ z: Float) -> SIMD4<Float> {
            let (normal, seed) = (SIMD3(x, y, z), UInt32(13 + 3 * x + 5 * y + 7 * z))
            return irradiance(at: point + normal * reach, normal: normal, seed: seed, occluders)
        }
        return AmbientCube(
            west: light(-1, 0, 0),
            east: light(1, 0, 0),
            south: light(0, -1, 0),
            north: light(0, 1, 0),
            below: light(0, 0, -1),
            above: light(0, 0, 1)
        )
    }

    /// The linear irradiance on a small face at a point, about 1 in a well lit position.
    private func irradiance(
        at point: SIMD3<Float>,
        normal: SIMD3<Float>,
        seed: UInt32,
        _ occluders: [RenderBody]
    ) -> SIMD4<Float> {
        var sum = ambient * openness(at: point, normal: normal, seed: seed, occluders)
        for lamp in scene.lamps { sum += lampLight(lamp, at: point, normal: normal, seed: seed, occluders) }
        return sum
    }

    private func random(_ index: UInt32, _ seed: UInt32) -> Float { Noise(seed: seed).random(Int(index)) }

    private func lampLight(
        _ lamp: SimulatedScene.Lamp,
        at point: SIMD3<Float>,
        normal: SIMD3<Float>,
        seed: UInt32,
        _ occluders: [RenderBody]
    ) -> SIMD4<Float> {
        let (centre, halfU, halfV) = (SIMD3<Float>(lamp.centre), SIMD3<Float>(lamp.halfU), SIMD3<Float>(lamp.halfV))
        let side = SIMD3<Float>(
            halfU.y * halfV.z - halfU.z * halfV.y,
            halfU.z * halfV.x - halfU.x * halfV.z,
            halfU.x * halfV.y - halfU.y * halfV.x
        )
        let area = 4 * (side * side).sum().squareRoot()
        var total: Float = 0
        for packet in 0..<2 {
            var (x, y, z) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
            for lane in 0..<8 {
                let cell = packet * 8 + lane
                let u = (Float(cell % 4) + random(UInt32(cell), seed)) / 2 - 1
                let v = (Float(cell / 4) + random(UInt32(cell + 40), seed)) / 2 - 1
                let d = centre + halfU * u + halfV * v - point
                (x[lane], y[lane], z[lane]) = (d.x, d.y, d.z)
            }
            let facing = x * normal.x + y * normal.y + z * normal.z
            guard facing.max() > 0 else { continue }
            let clear = distances(from: point, x, y, z, occluders, withShell: false) .>= 0.985
            let squared = x * x + y * y + z * z
            let length = squared.squareRoot()
            var leaving = SIMD8<Float>(repeating: 1)
            if lamp.isDirected {
                let out = side / (side * side).sum().squareRoot()
                leaving = -(x * out.x + y * out.y + z * out.z) / length
                leaving.replace(with: 0, where: leaving .< 0)
            }
            let value = facing * leaving / (squared * length + 0.02)
            let counted = SIMD8<Float>.zero.replacing(with: value, where: clear .& (facing .> 0))
            total += counted.sum()
        }
        let power = lamp.power * (total * area / 16 / .pi)
        return SIMD4(power.x, power.y, power.z, 0)
    }

    /// The part of the room that is visible from a point, 0…1.
    private func openness(
        at point: SIMD3<Float>,
        normal: SIMD3<Float>,
        seed: UInt32,
        _ occluders: [RenderBody]
    ) -> Float {
        let helper: SIMD3<Float> = abs(normal.z) > 0.7 ? SIMD3(1, 0, 0) : SIMD3(0, 0, 1)
        var tangent = SIMD3(
            normal.y * helper.z - normal.z * helper.y,
            normal.z * helper.x - normal.x * helper.z,
            normal.x * helper.y - normal.y * helper.x
        )
        tangent /= (tangent * tangent).sum().squareRoot()
        let other = SIMD3(
            normal.y * tangent.z - normal.z * tangent.y,
            normal.z * tangent.x - normal.x * tangent.z,
            normal.x * tangent.y - normal.y * tangent.x
        )
        var total: Float = 0
        for packet in 0..<4 {
            var (x, y, z) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
            for lane in 0..<8 {
                let cell = UInt32(packet * 8 + lane)
                let angle = 2 * Float.pi * (Float(cell % 8) + random(cell + 80, seed)) / 8
                let reach = (Float(cell / 8) + random(cell + 160, seed)) / 4
                let radius = reach.squareRoot()
                let d =
                    (tangent * Self.cosine(angle) + other * Self.cosine(angle - .pi / 2)) * radius + normal
                    * (1 - reach).squareRoot()
                (x[lane], y[lane], z[lane]) = (d.x, d.y, d.z)
            }
            let t = distances(from: point, x, y, z, occluders, withShell: true)
            let open = t / (t + 0.35)
            total += open.sum()
        }
        return total / 32 * 1.25
    }

    private static func cosine(_ angle: Float) -> Float { Float(cos(Double(angle))) }

    private func distances(
        from point: SIMD3<Float>,
        _ x: SIMD8<Float>,
        _ y: SIMD8<Float>,
        _ z: SIMD8<Float>,
        _ occluders: [RenderBody],
        withShell: Bool
    ) -> SIMD8<Float> {
        var best = SIMD8<Float>(repeating: withShell ? PacketIntersection.far : 1)
        for body in occluders where withShell || body.shape != .shell {
            let origin = body.local(point - body.centre)
            let t = PacketIntersection.distance(
                body.shape,
                half: body.half,
                origin: origin,
                x: x * body.row0.x + y * body.row0.y + z * body.row0.z,
                y: x * body.row1.x + y * body.row1.y + z * body.row1.z,
                z: x * body.row2.x + y * body.row2.y + z * body.row2.z
            )
            best.replace(with: t, where: t .< best)
        }
        return best
    }
}
