// The session's configuration, changed while it runs.

import WorldTracking

/// Changes the configuration from now on: the planes to detect (the sum of 1 for horizontal, 2 for vertical, 4 for
/// tilted ones), whether anchors remain after a restart (1 or 0), whether a map is kept (1 or 0), and, in seconds, the
/// time limit of relocalisation and the longest gap between images; 0 if a number is not valid.
@_expose(wasm, "sightline_session_configure")
@_cdecl("sightline_session_configure")
public func sightlineSessionConfigure(
    _ handle: UnsafeMutableRawPointer,
    _ planes: Int32,
    _ keepsAnchors: Int32,
    _ remembersPlace: Int32,
    _ relocalizationTimeout: Double,
    _ interruptionAfter: Double
) -> Int32 {
    guard (0...7).contains(planes), relocalizationTimeout >= 0, interruptionAfter > 0 else { return 0 }
    let session = engineSession(handle)
    var configuration = session.session.world.configuration
    configuration.planeDetection = PlaneDetection(rawValue: UInt8(planes))
    configuration.keepsAnchorsOverRestart = keepsAnchors != 0
    configuration.remembersPlace = remembersPlace != 0
    configuration.relocalizationTimeout = relocalizationTimeout
    configuration.interruptionAfter = interruptionAfter
    session.run(configuration)
    return 1
}

/// Restarts the session in a new world; 1 also removes the user's anchors.
@_expose(wasm, "sightline_session_restart")
@_cdecl("sightline_session_restart")
public func sightlineSessionRestart(_ handle: UnsafeMutableRawPointer, _ removesAnchors: Int32) {
    let session = engineSession(handle)
    let options: RunOptions = removesAnchors != 0 ? [.resetTracking, .removeExistingAnchors] : .resetTracking
    session.run(session.session.world.configuration, options: options)
}
