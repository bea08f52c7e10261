/// The coding of colours as luma and two chroma values.
public struct ColorCoding: Equatable, Sendable {
    /// Whether luma has the range 0…255 and chroma 128 ± 127; 16…235 and 128 ± 112 otherwise.
    public var isFullRange: Bool
    /// Whether luma has the weights of ITU-R BT.709, as in large images; of BT.601 otherwise.
    public var isHighDefinition: Bool

    /// Creates a coding.
    public init(isFullRange: Bool = false, isHighDefinition: Bool = false) {
        self.isFullRange = isFullRange
        self.isHighDefinition = isHighDefinition
    }

    /// The luma of black.
    public var black: Float { isFullRange ? 0 : 16 }

    /// The codes of a colour (red, green, blue, 0…1): luma above black's, and the blue and red chroma relative to 128.
    public func codes(of color: SIMD3<Float>) -> SIMD3<Float> {
        let (red, blue): (Float, Float) = isHighDefinition ? (0.2126, 0.0722) : (0.299, 0.114)
        let luma = red * color.x + (1 - red - blue) * color.y + blue * color.z
        let differences = SIMD2((color.z - luma) / (2 - 2 * blue), (color.x - luma) / (2 - 2 * red))
        let (height, width): (Float, Float) = isFullRange ? (255, 255) : (219, 224)
        return SIMD3(luma * height, differences.x * width, differences.y * width)
    }
}
