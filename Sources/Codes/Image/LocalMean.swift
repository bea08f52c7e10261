/// The mean gray around each pixel of an image.
enum LocalMean {
    /// The mean of the square of `2 * reach + 1` pixels around each pixel, clipped at the image's border.
    static func means(of pixels: [UInt8], width: Int, height: Int, reach: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: width * height)
        // The sum of each column over the rows of the square, moved down row by row.
        var columns = [Int32](repeating: 0, count: width)
        for y in 0..<min(reach, height) {
            for x in 0..<width { columns[x] += Int32(pixels[y * width + x]) }
        }
        for y in 0..<height {
            if y + reach < height {
                for x in 0..<width { columns[x] += Int32(pixels[(y + reach) * width + x]) }
            }
            if y > reach {
                for x in 0..<width { columns[x] -= Int32(pixels[(y - reach - 1) * width + x]) }
            }
            let rows = Int32(min(height - 1, y + reach) - max(0, y - reach) + 1)
            var sum: Int32 = 0
            for x in 0..<min(reach, width) { sum += columns[x] }
            for x in 0..<width {
                if x + reach < width { sum += columns[x + reach] }
                if x > reach { sum -= columns[x - reach - 1] }
                let count = Int32(min(width - 1, x + reach) - max(0, x - reach) + 1) * rows
                result[y * width + x] = UInt8(sum / count)
            }
        }
        return result
    }
}
