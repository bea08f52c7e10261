import Codes
import Geometry
import Imaging

// The code reader is a separate WebAssembly module, so that a page without codes does not load it.

/// The result of the last call.
enum LastReport {
    nonisolated(unsafe) static var report = CodeReport()
}

/// Allocates a number of bytes, which `codes_free` must free.
@_expose(wasm, "codes_allocate")
@_cdecl("codes_allocate")
public func codesAllocate(_ byteCount: Int32) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer.allocate(byteCount: max(1, Int(byteCount)), alignment: 16)
}

/// Frees memory of `codes_allocate`.
@_expose(wasm, "codes_free")
@_cdecl("codes_free")
public func codesFree(_ memory: UnsafeMutableRawPointer?) { memory?.deallocate() }

/// Reads the codes of an image of four bytes per pixel and returns their number.
///
/// `kinds` is 1 for QR codes, 2 for AprilTags, 3 for both. `lens` holds the side of the codes in metres, two focal
/// lengths and the principal point in pixels; a side of 0 omits poses.
@_expose(wasm, "codes_detect")
@_cdecl("codes_detect")
public func codesDetect(
    _ pixels: UnsafePointer<UInt8>,
    _ width: Int32,
    _ height: Int32,
    _ kinds: Int32,
    _ lens: UnsafePointer<Double>
) -> Int32 {
    let count = Int(width) * Int(height)
    guard width > 0, height > 0, count <= 1 << 28 else { return 0 }
    var gray = GrayImage(width: Int(width), height: Int(height))
    gray.pixels.withUnsafeMutableBufferPointer { gray in
        if let base = gray.baseAddress { GrayConversion.convert(color: pixels, count: count, gray: base) }
    }
    var detector = CodeDetector()
    detector.options.kinds = CodeKinds(rawValue: UInt8(truncatingIfNeeded: kinds))
    let camera = CameraModel(
        width: Int(width),
        height: Int(height),
        focalLengthPixels: Vector2(lens[1], lens[2]),
        principalPointPixels: Vector2(lens[3], lens[4])
    )
    var report = CodeReport()
    let codes = detector.detect(in: gray)
    for code in codes { report.add(code, code.pose(sideMetres: lens[0], camera: camera)) }
    LastReport.report = report
    return Int32(codes.count)
}

/// Copies the numbers of the last result, 40 per code, into memory of the host.
@_expose(wasm, "codes_numbers")
@_cdecl("codes_numbers")
public func codesNumbers(_ memory: UnsafeMutablePointer<Double>) {
    for (i, number) in LastReport.report.numbers.enumerated() { memory[i] = number }
}

/// The number of bytes of all contents of the last result.
@_expose(wasm, "codes_byte_count")
@_cdecl("codes_byte_count")
public func codesByteCount() -> Int32 { Int32(LastReport.report.bytes.count) }

/// Copies the contents of the last result, one after the other, into memory of the host.
@_expose(wasm, "codes_bytes")
@_cdecl("codes_bytes")
public func codesBytes(_ memory: UnsafeMutablePointer<UInt8>) {
    for (i, byte) in LastReport.report.bytes.enumerated() { memory[i] = byte }
}
