import Imaging

extension LightEstimate {
    /// The estimate of a picture, from every eighth pixel of every eighth row.
    init(of picture: GrayImage) {
        var sum = 0
        var count = 0
        for y in stride(from: 0, to: picture.height, by: 8) {
            for x in stride(from: 0, to: picture.width, by: 8) {
                sum += Int(picture[x, y])
                count += 1
            }
        }
        let mean = Double(sum) / Double(max(count, 1)) / 255
        self.init(ambientIntensity: mean / 0.46 * 1_000, meanShade: mean)
    }
}
