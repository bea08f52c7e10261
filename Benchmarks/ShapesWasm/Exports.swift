import Geometry
import Imaging
import Shapes

// The quadrilateral detector alone as WebAssembly, for Benchmarks/shapes/rectangles.mjs.

/// Memory for one image.
@_expose(wasm, "picture")
@_cdecl("picture")
public func picture(_ byteCount: Int32) -> UnsafeMutablePointer<UInt8> { .allocate(capacity: Int(byteCount)) }

/// Detects the best quadrilateral in a gray image; returns the number found, its corners (x, y) in `corners`.
@_expose(wasm, "detect")
@_cdecl("detect")
public func detect(
    _ pixels: UnsafePointer<UInt8>,
    _ width: Int32,
    _ height: Int32,
    _ corners: UnsafeMutablePointer<Double>
) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: pixels, count: Int(width * height)))
    let found = Detection.detector.detect(in: GrayImage(width: Int(width), height: Int(height), pixels: bytes))
    guard let best = found.first else { return 0 }
    for index in 0..<4 {
        corners[2 * index] = best[index].x
        corners[2 * index + 1] = best[index].y
    }
    return Int32(found.count)
}

/// The one detector of the module, with the options that people know.
enum Detection {
    nonisolated(unsafe) static let detector = QuadrilateralDetector()
}
