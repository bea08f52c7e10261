/// A painted surface with its mipmap levels; four bytes per texel, the last unused.
struct SurfaceTexture: Sendable {
    /// The finest level's size, texels; powers of two.
    let width: Int
    let height: Int
    /// How much of a surface one copy covers, metres; zero if it is stretched over a face.
    let size: SIMD2<Float>
    private(set) var texels: [SIMD4<UInt8>]
    /// The offset, width and height of each level.
    private(set) var levels: [(offset: Int, width: Int, height: Int)] = []

    /// Paints a texture: `paint` gives the colour as displayed, 0…1, at a point of the unit square with v downwards.
    init(width: Int, height: Int, size: SIMD2<Float>, paint: (Float, Float) -> SIMD3<Float>) {
        self.width = width
        self.height = height
        self.size = size
        texels = []
        texels.reserveCapacity(width * height * 4 / 3 + 16)
        for y in 0..<height {
            for x in 0..<width {
                let color = paint((Float(x) + 0.5) / Float(width), (Float(y) + 0.5) / Float(height))
                texels.append(Self.packed(color))
            }
        }
        addLevels()
    }

    private static func packed(_ color: SIMD3<Float>) -> SIMD4<UInt8> {
        let bytes = (color.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1)) * 255).rounded(.toNearestOrEven)
        return SIMD4(UInt8(bytes.x), UInt8(bytes.y), UInt8(bytes.z), 255)
    }

    private mutating func addLevels() {
        levels = [(0, width, height)]
        while let last = levels.last, last.width > 1 || last.height > 1 {
            let (w, h) = (max(1, last.width / 2), max(1, last.height / 2))
            let offset = texels.count
            for y in 0..<h {
                for x in 0..<w {
                    var sum = SIMD4<UInt16>.zero
                    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                        let sx = min(last.width - 1, 2 * x + dx)
                        let sy = min(last.height - 1, 2 * y + dy)
                        sum &+= SIMD4<UInt16>(truncatingIfNeeded: texels[last.offset + sy * last.width + sx])
                    }
                    texels.append(SIMD4<UInt8>(truncatingIfNeeded: (sum &+ 2) &>> 2))
                }
            }
            levels.append((offset, w, h))
        }
    }
}
