/// The positions of a texture's levels among all texels.
struct RenderTexture {
    /// The finest level's size, texels; powers of two.
    let width: Int
    let height: Int
    /// How much of a surface one copy covers, metres; zero if it is stretched over a face.
    let size: SIMD2<Float>
    let levelCount: Int
    private let offsets: SIMD16<Int32>

    init(_ texture: SurfaceTexture, offset: Int) {
        (width, height, size) = (texture.width, texture.height, texture.size)
        levelCount = min(texture.levels.count, 16)
        var offsets = SIMD16<Int32>.zero
        for level in 0..<levelCount { offsets[level] = Int32(offset + texture.levels[level].offset) }
        self.offsets = offsets
    }

    /// A level's offset, width and height.
    @inline(__always)
    func level(_ index: Int) -> (offset: Int, width: Int, height: Int) {
        (Int(offsets[index]), max(1, width >> index), max(1, height >> index))
    }
}
