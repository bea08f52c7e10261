import Geometry
import Imaging

extension DepthMap {
    /// The colours at the centres of the map's pixels: red, green, blue and 255.
    ///
    /// `lens` is that of the keyframe; the image has the keyframe's view in any size.
    package func colors(of image: ColorImage, lens: CameraModel) -> [SIMD4<UInt8>] {
        let scale = Vector2(Double(image.width) / Double(lens.width), Double(image.height) / Double(lens.height))
        var colors: [SIMD4<UInt8>] = []
        colors.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width {
                let point = self.lens.normalized(ofPixel: Vector2(Double(x) + 0.5, Double(y) + 0.5))
                let pixel = lens.pixel(ofNormalized: point) * scale
                let column = min(max(Int(pixel.x), 0), image.width - 1)
                let row = min(max(Int(pixel.y), 0), image.height - 1)
                let first = 4 * (row * image.width + column)
                colors.append(SIMD4(image.bytes[first], image.bytes[first + 1], image.bytes[first + 2], 255))
            }
        }
        return colors
    }
}
