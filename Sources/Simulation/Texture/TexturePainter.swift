import Foundation

/// Paints the materials.
enum TexturePainter {
    /// The texture of a kind of material; the same kind gives the same texture.
    static func texture(_ kind: SurfaceMaterial.Kind) -> SurfaceTexture {
        switch kind {
        case .plain: plain()
        case .plaster: plaster()
        case .planks: planks()
        case .wood: wood()
        case .fabric: fabric()
        case .rug: rug()
        case .print(let number): PrintPainter.poster(number)
        case .page(let number): PrintPainter.page(number)
        case .spines(let number): spines(number)
        case .leaves: leaves()
        case .skin: skin()
        case .glow: SurfaceTexture(width: 1, height: 1, size: SIMD2(1, 1)) { _, _ in SIMD3(1, 1, 1) }
        }
    }

    static func mix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ t: Float) -> SIMD3<Float> { a + (b - a) * t }

    /// Paint with almost no texture: hard to track.
    private static func plain() -> SurfaceTexture {
        let noise = Noise(seed: 11)
        return SurfaceTexture(width: 256, height: 256, size: SIMD2(1.1, 1.1)) { u, v in
            SIMD3(repeating: 0.97 + 0.03 * noise.fractal(u, v, cells: SIMD2(6, 6), octaves: 4))
        }
    }

    /// Rough plaster: a fine grain, soft clouds, a few specks and trowel marks.
    private static func plaster() -> SurfaceTexture {
        let noise = Noise(seed: 23)
        return SurfaceTexture(width: 1024, height: 1024, size: SIMD2(1.9, 1.9)) { u, v in
            let clouds = noise.fractal(u, v, cells: SIMD2(4, 4), octaves: 3)
            let grain = noise.fractal(u, v, cells: SIMD2(90, 90), octaves: 2)
            let marks = noise.fractal(u + 0.06 * clouds, v, cells: SIMD2(9, 30), octaves: 2)
            let speck = noise.value(u * 150, v * 150, period: SIMD2(150, 150))
            let dark: Float = speck > 0.965 ? 0.12 : 0
            return SIMD3(repeating: 0.86 + 0.07 * clouds + 0.08 * (grain - 0.5) + 0.06 * (marks - 0.5) - dark)
        }
    }

    /// Floor boards of oak, staggered, each of its own tone.
    private static func planks() -> SurfaceTexture {
        let noise = Noise(seed: 37)
        let boards: Float = 12
        return SurfaceTexture(width: 1024, height: 1024, size: SIMD2(1.9, 1.9)) { u, v in
            let row = Int(v * boards)
            let across = v * boards - Float(row)
            let shifted = u + noise.random(row, 3)
            let along = (shifted - shifted.rounded(.down)) * 2
            let board = row * 2 + Int(along)
            let tone = noise.random(board, 5)
            let grain = noise.fractal(u, v + tone * 0.37, cells: SIMD2(5, 110), octaves: 3)
            let pores = noise.fractal(u, v, cells: SIMD2(24, 320), octaves: 1)
            let gap = min(across, 1 - across) < 0.018 || abs(along - along.rounded()) < 0.004
            let light = mix(SIMD3(0.62, 0.45, 0.29), SIMD3(0.78, 0.61, 0.42), tone)
            let color = mix(light * 0.72, light * 1.1, 0.75 * grain + 0.25 * pores)
            return gap ? color * 0.45 : color
        }
    }

    /// Furniture wood: long grain with rings and a knot here and there.
    private static func wood() -> SurfaceTexture {
        let noise = Noise(seed: 41)
        return SurfaceTexture(width: 1024, height: 512, size: SIMD2(1.5, 0.75)) { u, v in
            let bend = noise.fractal(u, v, cells: SIMD2(3, 3), octaves: 2)
            let rings = (v * 16 + bend * 5.5)
            let ring = abs(rings - rings.rounded()) * 2
            let grain = noise.fractal(u, v, cells: SIMD2(8, 120), octaves: 3)
            let pores: Float = noise.value(u * 40, v * 260, period: SIMD2(40, 260)) > 0.86 ? 0.14 : 0
            let color = mix(SIMD3(0.50, 0.33, 0.20), SIMD3(0.74, 0.54, 0.35), 0.55 * ring + 0.45 * grain)
            return color * (1 - pores)
        }
    }

    /// Woven cloth.
    private static func fabric() -> SurfaceTexture {
        let noise = Noise(seed: 53)
        return SurfaceTexture(width: 512, height: 512, size: SIMD2(0.5, 0.5)) { u, v in
            let (x, y) = (u * 96, v * 96)
            let over = (Int(x) + Int(y)) % 2 == 0
            let (fx, fy) = (x - x.rounded(.down) - 0.5, y - y.rounded(.down) - 0.5)
            let thread = 1 - 1.1 * (over ? fx * fx : fy * fy)
            let wear = noise.fractal(u, v, cells: SIMD2(5, 5), octaves: 5)
            return SIMD3(repeating: (0.62 + 0.3 * thread) * (0.72 + 0.5 * wear))
        }
    }

    /// A carpet with a border and rows of lozenges.
    private static func rug() -> SurfaceTexture {
        let noise = Noise(seed: 59)
        let (cream, red): (SIMD3<Float>, SIMD3<Float>) = (SIMD3(0.86, 0.79, 0.66), SIMD3(0.55, 0.2, 0.18))
        let blue = SIMD3<Float>(0.16, 0.24, 0.36)
        return SurfaceTexture(width: 1024, height: 1024, size: .zero) { u, v in
            let edge = min(min(u, 1 - u) * 1.37, min(v, 1 - v))
            let wear = 0.78 + 0.3 * noise.fractal(u, v, cells: SIMD2(70, 50), octaves: 3)
            if edge < 0.03 { return cream * wear }
            if edge < 0.1 {
                let step = Int(u * 55) + Int(v * 40)
                return (step % 3 == 0 ? cream : blue) * wear
            }
            if edge < 0.115 { return cream * wear }
            let (a, b) = (u * 9 - (u * 9).rounded(.down) - 0.5, v * 6 - (v * 6).rounded(.down) - 0.5)
            let lozenge = abs(a) + abs(b)
            let color = lozenge < 0.13 ? cream : lozenge < 0.26 ? blue : lozenge < 0.34 ? cream : red
            return color * wear
        }
    }

    /// The backs of books side by side.
    private static func spines(_ number: Int) -> SurfaceTexture {
        let noise = Noise(seed: 61 &+ UInt32(truncatingIfNeeded: number) &* 7919)
        let inks: [SIMD3<Float>] = [
            SIMD3(0.16, 0.2, 0.3), SIMD3(0.62, 0.2, 0.16), SIMD3(0.85, 0.8, 0.68), SIMD3(0.2, 0.36, 0.3),
            SIMD3(0.75, 0.55, 0.2), SIMD3(0.32, 0.22, 0.3), SIMD3(0.6, 0.66, 0.7), SIMD3(0.12, 0.12, 0.13),
        ]
        return SurfaceTexture(width: 256, height: 512, size: SIMD2(0.26, 0)) { u, v in
            let position = u * 8 + 0.35 * noise.random(Int(u * 8), 1) - 0.17
            let book = Int(position)
            let across = position - Float(book)
            let color = inks[Int(noise.random(book, 2) * 7.99)]
            let ink: SIMD3<Float> = color.sum() > 1.5 ? SIMD3(0.15, 0.13, 0.12) : SIMD3(0.92, 0.87, 0.7)
            let shade = 1 - 1.4 * (across - 0.5) * (across - 0.5)
            if across < 0.06 { return color * 0.35 }
            if abs(v - 0.12) < 0.008 || abs(v - 0.86) < 0.008 { return ink * shade }
            let letters = v > 0.22 && v < 0.22 + 0.45 * noise.random(book, 4) && abs(across - 0.52) < 0.17
            if letters, noise.random(Int(v * 70), book) > 0.35 { return ink * shade }
            return color * shade
        }
    }

    private static func leaves() -> SurfaceTexture {
        let noise = Noise(seed: 67)
        return SurfaceTexture(width: 256, height: 256, size: SIMD2(0.25, 0.25)) { u, v in
            let patch = noise.fractal(u, v, cells: SIMD2(9, 9), octaves: 4)
            return mix(SIMD3(0.1, 0.22, 0.1), SIMD3(0.45, 0.66, 0.3), (patch - 0.3) * 2.2)
        }
    }

    private static func skin() -> SurfaceTexture {
        let noise = Noise(seed: 71)
        return SurfaceTexture(width: 128, height: 128, size: SIMD2(0.08, 0.08)) { u, v in
            let tone = noise.fractal(u, v, cells: SIMD2(6, 6), octaves: 4)
            return mix(SIMD3(0.66, 0.45, 0.35), SIMD3(0.82, 0.61, 0.5), tone)
        }
    }
}
