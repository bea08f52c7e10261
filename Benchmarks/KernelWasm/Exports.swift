import Features
import Geometry
import Imaging

// The vision front end alone as WebAssembly, for Benchmarks/kernels.mjs.

/// Memory for one image.
@_expose(wasm, "picture")
@_cdecl("picture")
public func picture(_ byteCount: Int32) -> UnsafeMutablePointer<UInt8> { .allocate(capacity: Int(byteCount)) }

/// Tracks features into an image; `numbers` are the camera's eight (fx, fy, cx, cy, k1, k2, p1, p2) and the rotation's
/// four (x, y, z, w).
@_expose(wasm, "track")
@_cdecl("track")
public func track(
    _ pixels: UnsafePointer<UInt8>,
    _ width: Int32,
    _ height: Int32,
    _ numbers: UnsafePointer<Double>
) -> Int32 {
    let camera = CameraModel(
        width: Int(width),
        height: Int(height),
        focalLengthPixels: Vector2(numbers[0], numbers[1]),
        principalPointPixels: Vector2(numbers[2], numbers[3]),
        distortion: .radialTangential(k1: numbers[4], k2: numbers[5], p1: numbers[6], p2: numbers[7])
    )
    Front.tracker.track(
        pixels: pixels,
        width: Int(width),
        height: Int(height),
        bytesPerRow: Int(width),
        camera: camera,
        currentFromPrevious: Rotation(x: numbers[8], y: numbers[9], z: numbers[10], w: numbers[11])
    )
    return Int32(Front.tracker.features.count)
}

/// The one tracker of the module.
enum Front {
    nonisolated(unsafe) static let tracker = FeatureTracker()
}
