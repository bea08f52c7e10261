import Imaging
import RealModule

extension ColorImage {
    /// An image computed by a function of the position, 0…1 each way.
    public init(width: Int, height: Int, color: (Float, Float) -> SIMD3<Float>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let value = color((Float(x) + 0.5) / Float(width), (Float(y) + 0.5) / Float(height))
                let clamped = (value.clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(.toNearestOrEven)
                bytes += [UInt8(clamped.x), UInt8(clamped.y), UInt8(clamped.z), 255]
            }
        }
        self.init(width: width, height: height, bytes: bytes)
    }

    /// A pale wall over an oak table, out of focus.
    public static func table(width: Int, height: Int) -> ColorImage {
        ColorImage(width: width, height: height) { x, y in
            let edge = min(1, max(0, (y - 0.2) * 12))
            let wall = SIMD3<Float>(0.80, 0.80, 0.78) * (0.86 + 0.2 * (1 - x))
            let depth = (y - 0.2) / 0.8
            let grain = Float.sin(x * 23 / (0.35 + depth) + Float.sin(y * 9) * 0.8) * 0.014
            let table = SIMD3<Float>(0.70, 0.58, 0.45) * (0.82 + 0.22 * (1 - x) * (1 - depth) + grain)
            return wall * (1 - edge) + table * edge
        }
    }

    /// Tiles with dark joints, to see a lens bend them.
    public static func tiles(width: Int, height: Int) -> ColorImage {
        ColorImage(width: width, height: height) { x, y in
            let u = (x * 16).truncatingRemainder(dividingBy: 1)
            let v = (y * 12).truncatingRemainder(dividingBy: 1)
            let isJoint = u < 0.06 || v < 0.06
            return isJoint ? SIMD3(0.45, 0.44, 0.43) : SIMD3(0.78, 0.77, 0.75) * (0.8 + 0.25 * (1 - y))
        }
    }

    /// A poster: a sun over hills.
    public static func poster(width: Int, height: Int) -> ColorImage {
        ColorImage(width: width, height: height) { x, y in
            let toSun = ((x - 0.62) * (x - 0.62) + (y - 0.36) * (y - 0.36) * 0.5625).squareRoot()
            let near = 0.72 + 0.08 * Float.sin(x * 5)
            let far = 0.58 + 0.07 * Float.sin(x * 7 + 2)
            if y > near { return SIMD3(0.10, 0.24, 0.30) }
            if y > far { return SIMD3(0.18, 0.42, 0.46) }
            if toSun < 0.13 { return SIMD3(1.0, 0.80, 0.36) }
            return SIMD3(0.98, 0.55, 0.38) * (1 - y * 0.25) + SIMD3(0.0, 0.1, 0.2) * y
        }
    }

    /// Normals of a woven cloth.
    public static func weave(width: Int, height: Int) -> ColorImage {
        ColorImage(width: width, height: height) { x, y in
            let bumps = SIMD3<Float>(.cos(x * 50.265), .cos(y * 50.265), 2.2)
            let length = (bumps * bumps).sum().squareRoot()
            return bumps / length * 0.5 + 0.5
        }
    }

    /// Roughness in green and metalness in blue: polished stripes.
    public static func stripes(width: Int, height: Int) -> ColorImage {
        ColorImage(width: width, height: height) { x, y in
            let isPolished = (x * 8).truncatingRemainder(dividingBy: 1) < 0.5
            return isPolished ? SIMD3(0, 0.25, 1) : SIMD3(0, 1, 0)
        }
    }
}
