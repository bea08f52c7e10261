import Geometry
import Imaging

/// A lens in the format of a command's option: focal lengths and principal point in pixels, then up to four
/// coefficients of the radial-tangential model.
struct LensText {
    private let numbers: [Double]

    /// Parses `fx,fy,cx,cy[,k1,k2[,p1,p2]]`; nil if it is anything else.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        let numbers = parts.compactMap { $0 }
        guard numbers.count == parts.count, [4, 6, 8].contains(numbers.count), numbers.allSatisfy(\.isFinite) else {
            return nil
        }
        self.numbers = numbers + [0, 0, 0, 0]
    }

    /// The lens for an image.
    func camera(for image: GrayImage) -> CameraModel {
        CameraModel(
            width: image.width,
            height: image.height,
            focalLengthPixels: Vector2(numbers[0], numbers[1]),
            principalPointPixels: Vector2(numbers[2], numbers[3]),
            distortion: .radialTangential(k1: numbers[4], k2: numbers[5], p1: numbers[6], p2: numbers[7])
        )
    }
}
