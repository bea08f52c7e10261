import ArgumentParser
import Geometry

/// The rotation that makes a recording's images upright.
enum ImageTurn: String, ExpressibleByArgument, CaseIterable {
    case none
    case clockwise
    case half
    case counterclockwise

    var quarterTurn: QuarterTurn {
        switch self {
        case .none: .none
        case .clockwise: .clockwise
        case .half: .half
        case .counterclockwise: .counterclockwise
        }
    }

    /// The size of a lens's rotated image, both sides even.
    func size(of lens: CameraModel) -> PixelSize {
        let (width, height) = (lens.width & ~1, lens.height & ~1)
        return self == .none || self == .half
            ? PixelSize(width: width, height: height) : PixelSize(width: height, height: width)
    }
}
