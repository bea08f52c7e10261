import Imaging

/// The sharpness, brightness and change of a recording's images.
struct ImageStatistics: Equatable {
    /// The variance of each image's Laplacian: high for fine detail, low for blur.
    ///
    /// Source: Pech-Pacheco et al., "Diatom autofocusing in brightfield microscopy", 2000.
    private(set) var sharpness: [Double] = []
    /// The mean shade of each image, 0…255.
    private(set) var brightness: [Double] = []
    /// Images that equal the one before, pixel by pixel.
    private(set) var repeated = 0
    private var last: GrayImage?

    /// Adds the next image.
    mutating func add(_ image: GrayImage) {
        if let last, last == image { repeated += 1 }
        last = image
        sharpness.append(Self.laplacianVariance(image))
        brightness.append(Double(image.pixels.reduce(0) { $0 + Int($1) }) / Double(image.pixels.count))
    }

    /// The median brightness; 0 without images.
    var medianBrightness: Double { brightness.isEmpty ? 0 : brightness.sorted()[brightness.count / 2] }

    /// The sharpness that a tenth of the images reach; 0 without images.
    var bestSharpness: Double { sharpness.isEmpty ? 0 : sharpness.sorted()[sharpness.count * 9 / 10] }

    /// The share of images whose sharpness is below a part of the best.
    func blurredShare(below part: Double) -> Double {
        guard !sharpness.isEmpty else { return 0 }
        return Double(sharpness.count { $0 < part * bestSharpness }) / Double(sharpness.count)
    }

    private static func laplacianVariance(_ image: GrayImage) -> Double {
        let (width, height) = (image.width, image.height)
        guard width > 2, height > 2 else { return 0 }
        var (sum, squares) = (0, 0)
        image.pixels.withUnsafeBufferPointer { pixels in
            for y in 1..<(height - 1) {
                for x in 1..<(width - 1) {
                    let at = y * width + x
                    let value =
                        4 * Int(pixels[at]) - Int(pixels[at - 1]) - Int(pixels[at + 1]) - Int(pixels[at - width])
                        - Int(pixels[at + width])
                    sum += value
                    squares += value * value
                }
            }
        }
        let count = Double((width - 2) * (height - 2))
        let mean = Double(sum) / count
        return Double(squares) / count - mean * mean
    }
}
