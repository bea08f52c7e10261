import Foundation

/// Paints what is printed: posters and pages.
enum PrintPainter {
    private static let paper = SIMD3<Float>(0.95, 0.93, 0.88)
    private static let inks: [SIMD3<Float>] = [
        SIMD3(0.88, 0.32, 0.18), SIMD3(0.13, 0.22, 0.36), SIMD3(0.95, 0.72, 0.22), SIMD3(0.2, 0.5, 0.5),
        SIMD3(0.1, 0.1, 0.11),
    ]

    /// A poster of one of seven designs.
    static func poster(_ number: Int) -> SurfaceTexture {
        let design = [concert, mountains, grid, map, words, collage, screen][((number % 7) + 7) % 7]
        return SurfaceTexture(width: 512, height: 512, size: .zero, paint: design)
    }

    /// A sheet of text with headings and a drawing; the number changes the content.
    static func page(_ number: Int) -> SurfaceTexture {
        let noise = Noise(seed: 101 &+ UInt32(truncatingIfNeeded: number) &* 977)
        return SurfaceTexture(width: 512, height: 512, size: .zero) { u, v in
            let ink = SIMD3<Float>(0.14, 0.14, 0.17)
            guard u > 0.09, u < 0.91, v > 0.07, v < 0.93 else { return paper }
            if v < 0.13 { return u < 0.55 && letters(u, v, rows: 17, noise, 0.25) ? ink : paper }
            let figure = noise.random(1) > 0.5
            if v > 0.5, v < 0.76, figure == (u > 0.5) { return drawing(u, v, noise) }
            return letters(u, v, rows: 44, noise, 0.4) ? ink * 1.6 : paper
        }
    }

    /// Whether a letter is printed at a position: words of random length in rows.
    private static func letters(_ u: Float, _ v: Float, rows: Float, _ noise: Noise, _ spaces: Float) -> Bool {
        let row = Int(v * rows)
        let within = v * rows - Float(row)
        guard within > 0.22, within < 0.72 else { return false }
        let column = Int(u * rows * 2.6)
        if noise.random(column / 2, row) < spaces * 0.5 { return false }
        if u > 0.7 + 0.3 * noise.random(row, 9) { return false }
        let stroke = u * rows * 2.6 - Float(column)
        let shape = noise.random(column, row &* 7 &+ Int(within * 4))
        return stroke > 0.15 && shape > 0.4
    }

    private static func drawing(_ u: Float, _ v: Float, _ noise: Noise) -> SIMD3<Float> {
        let color = inks[Int(noise.random(5) * 4.99)]
        let (x, y) = (u - (u > 0.5 ? 0.7 : 0.3), v - 0.63)
        let radius = (x * x + y * y).squareRoot()
        if abs(radius - 0.1) < 0.008 { return SIMD3(0.12, 0.12, 0.14) }
        if radius < 0.06 { return color }
        if abs(x - y) < 0.006 || abs(x + y) < 0.006 { return SIMD3(0.3, 0.3, 0.32) }
        return SIMD3(0.88, 0.87, 0.83)
    }

    /// Circles and bars.
    private static func concert(_ u: Float, _ v: Float) -> SIMD3<Float> {
        let noise = Noise(seed: 131)
        if u < 0.03 || u > 0.97 || v < 0.025 || v > 0.975 { return paper }
        for index in 0..<7 {
            let centre = SIMD2(0.15 + 0.7 * noise.random(index, 1), 0.12 + 0.5 * noise.random(index, 2))
            let offset = SIMD2(u, v * 1.35) - centre * SIMD2(1, 1.35)
            let radius = (offset * offset).sum().squareRoot()
            let size = 0.05 + 0.17 * noise.random(index, 3)
            if radius < size { return (Int(radius * 42) % 2 == 0 || index % 2 == 0) ? inks[index % 5] : paper }
        }
        if v > 0.74, v < 0.84, letters(u, v, rows: 9, Noise(seed: 7), 0.2) { return inks[4] }
        if v > 0.86, v < 0.94, letters(u, v, rows: 40, Noise(seed: 8), 0.3) { return inks[4] }
        return SIMD3(0.93, 0.86, 0.72)
    }

    /// Ranges of hills under a sun.
    private static func mountains(_ u: Float, _ v: Float) -> SIMD3<Float> {
        let noise = Noise(seed: 151)
        if u < 0.025 || u > 0.975 || v < 0.035 || v > 0.965 { return SIMD3(0.97, 0.96, 0.94) }
        let sky = TexturePainter.mix(SIMD3(0.98, 0.78, 0.5), SIMD3(0.55, 0.72, 0.82), 1 - v)
        var color = sky
        let sun = SIMD2(u - 0.68, (v - 0.3) * 0.72)
        if (sun * sun).sum() < 0.008 { color = SIMD3(0.99, 0.93, 0.75) }
        for layer in 0..<5 {
            let rise = noise.fractal(u * 0.999, Float(layer) * 0.13, cells: SIMD2(4 + 2 * layer, 8), octaves: 6)
            let edge = 0.28 + 0.13 * Float(layer) + 0.32 * (0.5 - rise)
            guard v > edge else { continue }
            let depth = Float(layer) / 4
            color = TexturePainter.mix(SIMD3(0.5, 0.56, 0.62), SIMD3(0.1, 0.17, 0.15), depth)
            let rock = noise.fractal(u, v, cells: SIMD2(40, 30), octaves: 3)
            color *= 0.8 + 0.45 * rock
            if layer < 2, v < edge + 0.05 * rock { color = SIMD3(0.95, 0.96, 0.97) }
        }
        return color
    }

    /// A grid of shapes, as a calendar or a pattern.
    private static func grid(_ u: Float, _ v: Float) -> SIMD3<Float> {
        let noise = Noise(seed: 171)
        let (column, row) = (Int(u * 5), Int(v * 7))
        let (x, y) = (u * 5 - Float(column) - 0.5, v * 7 - Float(row) - 0.5)
        let cell = row * 5 + column
        let back = noise.random(cell, 1) > 0.5 ? paper : inks[Int(noise.random(cell, 2) * 4.99)]
        let front = inks[Int(noise.random(cell, 3) * 4.99)]
        if max(abs(x), abs(y)) > 0.46 { return SIMD3(0.9, 0.9, 0.88) }
        switch Int(noise.random(cell, 4) * 4.99) {
        case 0: return (x * x + y * y) < 0.12 ? front : back
        case 1: return x > y ? front : back
        case 2: return abs(x) + abs(y) < 0.36 ? front : back
        case 3: return (x + 0.46) * (x + 0.46) + (y + 0.46) * (y + 0.46) < 0.7 ? front : back
        default: return Int((x + 1) * 10) % 2 == 0 ? front : back
        }
    }

    /// A town's map: blocks, streets, a river, names.
    private static func map(_ u: Float, _ v: Float) -> SIMD3<Float> {
        let noise = Noise(seed: 191)
        if u < 0.03 || u > 0.97 || v < 0.025 || v > 0.975 { return paper }
        if v > 0.88 { return letters(u, v, rows: 22, Noise(seed: 12), 0.2) ? inks[4] : paper }
        let bend = noise.fractal(u, v, cells: SIMD2(3, 3), octaves: 2)
        if abs(v - 0.35 - 0.4 * (bend - 0.3) - 0.15 * u) < 0.03 { return SIMD3(0.55, 0.72, 0.82) }
        let (x, y) = (u * 13 + bend * 2, v * 16 + bend * 3)
        let (column, row) = (Int(x), Int(y))
        let (fx, fy) = (x - Float(column), y - Float(row))
        let street: Float = column % 4 == 0 ? 0.22 : 0.09
        if fx < street || fy < 0.1 {
            return column % 4 == 0 && fx < street ? SIMD3(0.96, 0.8, 0.4) : SIMD3(0.99, 0.99, 0.97)
        }
        let kind = noise.random(column, row)
        if kind > 0.85 { return SIMD3(0.68, 0.8, 0.58) }
        if fx > 0.3, fx < 0.3 + 0.5 * noise.random(column, row + 50), fy > 0.3, fy < 0.8, kind < 0.55 {
            return SIMD3(0.55, 0.48, 0.45)
        }
        return SIMD3(0.87, 0.83, 0.77)
    }

    /// Large words over small ones.
    private static func words(_ u: Float, _ v: Float) -> SIMD3<Float> {
        let ground = inks[1]
        if v < 0.62 {
            let warm = SIMD3<Float>(0.95, 0.72, 0.22)
            return u > 0.06 && u < 0.94 && v > 0.05 && letters(u, v, rows: 6, Noise(seed: 15), 0.1) ? warm : ground
        }
        if v < 0.66 { return inks[0] }
        return u > 0.08 && u < 0.9 && v < 0.95 && letters(u, v, rows: 36, Noise(seed: 16), 0.35) ? paper : ground
    }

    /// Torn papers over one another.
    private static func collage(_ u: Float, _ v: Float) -> SIMD3<Float> {
        let noise = Noise(seed: 211)
        var color = SIMD3<Float>(0.8, 0.7, 0.55) * (0.85 + 0.25 * noise.fractal(u, v, cells: SIMD2(30, 30), octaves: 3))
        for index in 0..<14 {
            let centre = SIMD2(noise.random(index, 1), noise.random(index, 2))
            let angle = 3 * noise.random(index, 3)
            let offset = SIMD2(u, v) - centre
            let turned = SIMD2(
                offset.x * cos(angle) - offset.y * sin(angle),
                offset.x * sin(angle) + offset.y * cos(angle)
            )
            let half = SIMD2(0.06 + 0.16 * noise.random(index, 4), 0.05 + 0.13 * noise.random(index, 5))
            guard abs(turned.x) < half.x, abs(turned.y) < half.y else { continue }
            let ink = index % 3 == 0 ? paper : inks[index % 5]
            let printed = index % 2 == 0 && letters(turned.x + 0.5, turned.y + 0.5, rows: 30, Noise(seed: 17), 0.3)
            color = printed ? SIMD3(0.12, 0.12, 0.13) : ink
        }
        return color
    }

    /// A screen with a start page.
    private static func screen(_ u: Float, _ v: Float) -> SIMD3<Float> {
        if u < 0.02 || u > 0.98 || v < 0.03 || v > 0.97 { return SIMD3(0.05, 0.05, 0.06) }
        if v < 0.12 {
            return letters(u, v, rows: 22, Noise(seed: 18), 0.5) ? SIMD3(0.9, 0.9, 0.92) : SIMD3(0.12, 0.16, 0.24)
        }
        let (column, row) = (Int(u * 4), Int((v - 0.12) / 0.29))
        let (x, y) = (u * 4 - Float(column), (v - 0.12) / 0.29 - Float(row))
        guard x > 0.08, x < 0.92, y > 0.1, y < 0.9 else { return SIMD3(0.9, 0.92, 0.95) }
        if y > 0.7 { return letters(u, v, rows: 44, Noise(seed: 19), 0.3) ? SIMD3(0.2, 0.2, 0.25) : SIMD3(1, 1, 1) }
        let noise = Noise(seed: UInt32(truncatingIfNeeded: 220 + row * 4 + column))
        let shade = noise.fractal(u, v, cells: SIMD2(12, 12), octaves: 4)
        return TexturePainter.mix(inks[(column + row * 2) % 5], paper, (shade - 0.35) * 1.8)
    }
}
