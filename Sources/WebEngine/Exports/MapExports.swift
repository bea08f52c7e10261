// The session's map as bytes, and a session that starts in a saved map.

import WorldTracking

/// The current map, with the user's anchors; `sightline_answer_length` returns the number of bytes.
@_expose(wasm, "sightline_session_save_map")
@_cdecl("sightline_session_save_map")
public func sightlineSessionSaveMap(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    return session.answer.bytes(session.session.world.savedMap.encoded())
}

/// Starts in a saved map, before the first image (see `MapResultCode`).
@_expose(wasm, "sightline_session_load_map")
@_cdecl("sightline_session_load_map")
public func sightlineSessionLoadMap(
    _ handle: UnsafeMutableRawPointer,
    _ bytes: UnsafePointer<UInt8>,
    _ count: Int32
) -> Int32 {
    do throws(WorldMapError) {
        let buffer = UnsafeBufferPointer(start: bytes, count: Int(max(0, count)))
        engineSession(handle).session.world.load(try WorldMap(decoding: Array(buffer)))
        return MapResultCode.done.rawValue
    } catch {
        let code: MapResultCode =
            switch error {
            case .isNoMap: .noMap
            case .unknownVersion: .unknownVersion
            case .cutOff, .badValue: .damaged
            }
        return code.rawValue
    }
}
