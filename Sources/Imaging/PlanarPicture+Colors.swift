extension PlanarPicture {
    /// Fills this image, whose colours lie in planes and are coded by BT.601 within 16…235, from pixels of red, green,
    /// blue and alpha.
    public func fill(fromColors colors: UnsafePointer<UInt8>) {
        precondition(chromaStep == 1 && coding == ColorCoding(), "planes of the usual coding")
        for y in stride(from: 0, to: height, by: 2) {
            for x in stride(from: 0, to: width, by: 2) {
                var sum = SIMD4<Int32>.zero
                for place in [y * width + x, y * width + x + 1, (y + 1) * width + x, (y + 1) * width + x + 1] {
                    let color = SIMD4<Int32>(truncatingIfNeeded: Self.pixel(colors, place))
                    luma[place] = UInt8(truncatingIfNeeded: ((color &* SIMD4(66, 129, 25, 0)).wrappedSum() + 4224) >> 8)
                    sum &+= color
                }
                let place = y / 2 * (width / 2) + x / 2
                blue[place] = Self.difference(sum, SIMD4(-38, -74, 112, 0))
                red[place] = Self.difference(sum, SIMD4(112, -94, -18, 0))
            }
        }
    }

    @inline(__always)
    private static func pixel(_ colors: UnsafePointer<UInt8>, _ place: Int) -> SIMD4<UInt8> {
        let pixel = colors + 4 * place
        return SIMD4(pixel[0], pixel[1], pixel[2], pixel[3])
    }

    /// Of the sum of four pixels.
    @inline(__always)
    private static func difference(_ sum: SIMD4<Int32>, _ weights: SIMD4<Int32>) -> UInt8 {
        UInt8(truncatingIfNeeded: ((sum &* weights).wrappedSum() + 131584) >> 10)
    }
}
