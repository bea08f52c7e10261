import Foundation

/// The radiance of a surface towards the camera: its paint times the incident light.
struct SurfaceShader {
    // What of the scene every ray needs; read through the scene's object, each access would be checked at run time.
    private let faces: [RenderFace]
    private let textures: [RenderTexture]
    private let texels: [SIMD4<UInt8>]
    private let lightMap: [SIMD4<Float>]
    /// The focal length, pixels.
    private let focalLength: Float
    private let shadows: [(SIMD3<Float>, Float)]
    /// How far below a part of the hand its shadow is seen, metres.
    private static let shadowDepth: Float = 0.15
    /// The box that holds the hand's shadow.
    private var shadowLow = SIMD3<Float>(repeating: .infinity)
    private var shadowHigh = SIMD3<Float>(repeating: -.infinity)

    init(scene: RenderScene, moving: (bodies: [RenderBody], faces: [RenderFace]), focalLength: Float) {
        faces = scene.faces + moving.faces
        (textures, texels, lightMap) = (scene.textures, scene.texels, scene.light)
        self.focalLength = focalLength
        shadows = moving.bodies.filter { $0.shape == .ball }.map { ($0.centre, $0.half.x) }
        for (centre, radius) in shadows {
            let reach = 2.01 * (radius * 1.6 + Self.shadowDepth * 0.6)
            shadowLow = pointwiseMin(shadowLow, centre - SIMD3(reach, reach, Self.shadowDepth + 1e-3))
            shadowHigh = pointwiseMax(shadowHigh, centre + SIMD3(reach, reach, 0))
        }
    }

    /// The radiance of the point where a ray meets a body; origin in the body's axes, direction in the world's.
    @inline(__always)
    func light(
        _ body: RenderBody,
        _ index: Int,
        origin: SIMD3<Float>,
        eye: SIMD3<Float>,
        direction: SIMD3<Float>,
        distance: Float
    ) -> SIMD4<Float> {
        let d = body.local(direction)
        let point = origin + d * distance
        let length = (direction * direction).sum().squareRoot()
        switch body.shape {
        case .box, .shell: return boxLight(body, point, d, eye + direction * distance, distance, length)
        case .ball, .cylinder: return roundLight(body, point, distance)
        }
    }

    @inline(__always)
    private func boxLight(
        _ body: RenderBody,
        _ point: SIMD3<Float>,
        _ d: SIMD3<Float>,
        _ inWorld: SIMD3<Float>,
        _ distance: Float,
        _ length: Float
    ) -> SIMD4<Float> {
        let part = point / body.half
        let (x, y, z) = (abs(part.x), abs(part.y), abs(part.z))
        let axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2
        let number = axis * 2 + (part[axis] > 0 ? 1 : 0)
        let look = faces[body.firstFace + number]
        if look.isGlowing { return look.tint * 2.4 }
        let coordinate = BoxFace.coordinate(number, point: point, half: body.half)
        // A pixel's footprint is longer on a slanted surface; the mean of both widths is a compromise.
        let slant = max(abs(d[axis]) / length, 0.08)
        let footprint = distance * length / focalLength / slant.squareRoot()
        var color = sample(look, coordinate, footprint) * light(look, coordinate)
        if !shadows.isEmpty, number == 5 { color *= handShadow(inWorld) }
        return color
    }

    @inline(__always)
    private func roundLight(_ body: RenderBody, _ point: SIMD3<Float>, _ distance: Float) -> SIMD4<Float> {
        var number = 0
        let normal: SIMD3<Float>
        let coordinate: SIMD2<Float>
        let angle = Float(atan2(Double(point.y), Double(point.x)))
        if body.shape == .cylinder {
            if abs(point.z) > body.half.z * 0.9995 {
                number = point.z > 0 ? 5 : 4
                normal = SIMD3(0, 0, point.z > 0 ? 1 : -1)
                coordinate = SIMD2(point.x + body.half.x, point.y + body.half.x)
            } else {
                normal = SIMD3(point.x, point.y, 0) / body.half.x
                coordinate = SIMD2((angle + .pi) * body.half.x, body.half.z - point.z)
            }
        } else {
            normal = point / body.half.x
            coordinate = SIMD2((angle + .pi) * body.half.x, (1 - normal.z) * body.half.x)
        }
        let look = faces[body.firstFace + number]
        if look.isGlowing { return look.tint * 2 }
        let footprint = distance / focalLength
        return sample(look, coordinate, footprint) * body.cube.light(body.world(normal))
    }

    /// The soft shadow of the hand on the surface below it, 0…1.
    private func handShadow(_ point: SIMD3<Float>) -> Float {
        guard point.x > shadowLow.x, point.y > shadowLow.y, point.z > shadowLow.z, point.x < shadowHigh.x,
            point.y < shadowHigh.y, point.z < shadowHigh.z
        else { return 1 }
        var clear: Float = 1
        for (centre, radius) in shadows {
            let offset = point - centre
            let height = centre.z - point.z
            guard height > 0, height < Self.shadowDepth else { continue }
            let reach = radius * 1.6 + height * 0.6
            let flat = offset.x * offset.x + offset.y * offset.y
            guard flat < reach * reach * 4 else { continue }
            let strength = 0.3 * radius * radius / (reach * reach) * 2.2
            clear *= 1 - min(0.5, strength * Float(exp(Double(-flat / (reach * reach)))))
        }
        return clear
    }

    /// The light map at a point of a face, interpolated between its nodes.
    @inline(__always)
    private func light(_ look: RenderFace, _ coordinate: SIMD2<Float>) -> SIMD4<Float> {
        let u = max(0, min(coordinate.x / look.size.x, 1)) * Float(look.lightWidth - 1)
        let v = max(0, min(coordinate.y / look.size.y, 1)) * Float(look.lightHeight - 1)
        let (x, y) = (min(Int(u), look.lightWidth - 2), min(Int(v), look.lightHeight - 2))
        let (fx, fy) = (u - Float(x), v - Float(y))
        return lightMap.withUnsafeBufferPointer { light in
            let at = look.lightOffset + y * look.lightWidth + x
            let top = light[at] + (light[at + 1] - light[at]) * fx
            let low = light[at + look.lightWidth] + (light[at + look.lightWidth + 1] - light[at + look.lightWidth]) * fx
            return top + (low - top) * fy
        }
    }

    /// The linear paint at a point of a face, from the level whose texels are half as wide as a pixel's footprint,
    /// metres.
    @inline(__always)
    private func sample(_ look: RenderFace, _ coordinate: SIMD2<Float>, _ footprint: Float) -> SIMD4<Float> {
        let texture = textures[look.texture]
        let wide = footprint * look.texelsPerMetre * 0.6
        // The exponent of a float is its logarithm rounded down.
        let detail = wide > 1 ? Int(wide.exponent) : 0
        let level = min(detail, texture.levelCount - 1)
        let near = bilinear(texture, level, coordinate * look.scale)
        guard wide > 1, level + 1 < texture.levelCount else { return near * near * look.tint }
        let part = wide / Float(1 << detail) - 1
        let mixed = near + (bilinear(texture, level + 1, coordinate * look.scale) - near) * part
        return mixed * mixed * look.tint
    }

    @inline(__always)
    private func bilinear(_ texture: RenderTexture, _ level: Int, _ uv: SIMD2<Float>) -> SIMD4<Float> {
        let (offset, width, height) = texture.level(level)
        let u = (uv.x - uv.x.rounded(.down)) * Float(width) - 0.5
        let v = (uv.y - uv.y.rounded(.down)) * Float(height) - 0.5
        let (fu, fv) = (u.rounded(.down), v.rounded(.down))
        let x0 = (Int(fu) + width) & (width - 1)
        let y0 = (Int(fv) + height) & (height - 1)
        let x1 = (x0 + 1) & (width - 1)
        let y1 = (y0 + 1) & (height - 1)
        return texels.withUnsafeBufferPointer { texels in
            let a = Self.color(texels[offset + y0 * width + x0])
            let b = Self.color(texels[offset + y0 * width + x1])
            let c = Self.color(texels[offset + y1 * width + x0])
            let e = Self.color(texels[offset + y1 * width + x1])
            let top = a + (b - a) * (u - fu)
            let low = c + (e - c) * (u - fu)
            return (top + (low - top) * (v - fv)) * (1 / 255)
        }
    }

    @inline(__always)
    private static func color(_ texel: SIMD4<UInt8>) -> SIMD4<Float> {
        SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: texel))
    }
}
