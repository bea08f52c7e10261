// A session is an opaque handle; 0 means none. A handle must not be used after `sightline_session_free`.

import Odometry
import WorldTracking

/// Creates a session from a configuration record; 0 if the record is not valid for a camera.
@_expose(wasm, "sightline_session_new")
@_cdecl("sightline_session_new")
public func sightlineSessionNew(_ record: UnsafePointer<Double>) -> UnsafeMutableRawPointer? {
    guard let configuration = ConfigurationRecord.configuration(record) else { return nil }
    return Unmanaged.passRetained(EngineSession(configuration: configuration)).toOpaque()
}

/// Ends a session.
@_expose(wasm, "sightline_session_free")
@_cdecl("sightline_session_free")
public func sightlineSessionFree(_ handle: UnsafeMutableRawPointer) {
    Unmanaged<EngineSession>.fromOpaque(handle).release()
}

/// Memory of at least a number of bytes for the next image; valid until the next call.
@_expose(wasm, "sightline_session_image_memory")
@_cdecl("sightline_session_image_memory")
public func sightlineSessionImageMemory(
    _ handle: UnsafeMutableRawPointer,
    _ byteCount: Int32
) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    session.incoming.reserve(Int(byteCount))
    return session.incoming.bytes
}

/// Adds the image in the image memory: gray with one byte per pixel, red, green, blue, alpha with four; 0 if its size
/// is not valid.
@_expose(wasm, "sightline_session_add_image")
@_cdecl("sightline_session_add_image")
public func sightlineSessionAddImage(
    _ handle: UnsafeMutableRawPointer,
    _ timestampNanoseconds: Int64,
    _ width: Int32,
    _ height: Int32,
    _ bytesPerPixel: Int32
) -> Int32 {
    let taken = engineSession(handle).addImage(
        timestampNanoseconds: timestampNanoseconds,
        width: Int(width),
        height: Int(height),
        bytesPerPixel: Int(bytesPerPixel)
    )
    return taken ? 1 : 0
}

/// Adds the camera's luma in the image memory, one byte per pixel; 0 if its size is not valid.
///
/// `factor` × `factor` pixels of the camera become one of the tracked image; codes are 16…235 unless `isFullRange` is
/// 1.
@_expose(wasm, "sightline_session_add_luma")
@_cdecl("sightline_session_add_luma")
public func sightlineSessionAddLuma(
    _ handle: UnsafeMutableRawPointer,
    _ timestampNanoseconds: Int64,
    _ width: Int32,
    _ height: Int32,
    _ factor: Int32,
    _ isFullRange: Int32
) -> Int32 {
    let taken = engineSession(handle).addLuma(
        timestampNanoseconds: timestampNanoseconds,
        width: Int(width),
        height: Int(height),
        factor: Int(factor),
        isFullRange: isFullRange != 0
    )
    return taken ? 1 : 0
}

/// Adds inertial samples: records of 56 bytes, a 64-bit timestamp in nanoseconds, then angular velocity (rad/s) and
/// specific force (m/s²) as 64-bit floats.
@_expose(wasm, "sightline_session_add_inertial")
@_cdecl("sightline_session_add_inertial")
public func sightlineSessionAddInertial(_ handle: UnsafeMutableRawPointer, _ records: UnsafeRawPointer, _ count: Int32)
{
    engineSession(handle).addInertial(records, count: Int(count))
}

/// Processes the oldest waiting image that inertial samples cover.
///
/// Returns the frame's record (see `FrameRecord`), valid until the next call, or 0 if no image waits.
@_expose(wasm, "sightline_session_next_frame")
@_cdecl("sightline_session_next_frame")
public func sightlineSessionNextFrame(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Double>? {
    let session = engineSession(handle)
    return session.nextFrame() ? session.frame : nil
}

/// The end of the recording: waiting images may be processed with the available samples.
@_expose(wasm, "sightline_session_finish")
@_cdecl("sightline_session_finish")
public func sightlineSessionFinish(_ handle: UnsafeMutableRawPointer) { engineSession(handle).session.finish() }

/// The features of the last frame, one record each (see `FeatureRecord`); their number is in the frame's record.
@_expose(wasm, "sightline_session_features")
@_cdecl("sightline_session_features")
public func sightlineSessionFeatures(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt8> {
    engineSession(handle).features.bytes
}

/// The landmarks of the last frame, one record each (see `LandmarkRecord`); their number is in the frame's record.
@_expose(wasm, "sightline_session_landmarks")
@_cdecl("sightline_session_landmarks")
public func sightlineSessionLandmarks(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt8> {
    engineSession(handle).landmarks.bytes
}

/// The session of a handle.
package func engineSession(_ handle: UnsafeMutableRawPointer) -> EngineSession {
    Unmanaged<EngineSession>.fromOpaque(handle).takeUnretainedValue()
}
