import Geometry

/// The keyframes, the last map and the surfaces, and the memory of what was asked for last.
package enum Current {
    nonisolated(unsafe) static var maps = KeyframeMaps()
    nonisolated(unsafe) static var estimate: KeyframeMaps.Estimate?
    nonisolated(unsafe) package internal(set) static var mesh = WorldMesh()
    /// How often all was forgotten.
    nonisolated(unsafe) package private(set) static var resetCount = 0
    nonisolated(unsafe) static var result: UnsafeMutableRawBufferPointer = .allocate(byteCount: 0, alignment: 16)

    /// Forgets all keyframes and surfaces.
    static func reset() {
        maps = KeyframeMaps()
        estimate = nil
        mesh = WorldMesh()
        resetCount += 1
    }

    /// The memory of a result with a number of bytes.
    package static func resultMemory(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
        if result.count != byteCount {
            result.deallocate()
            result = .allocate(byteCount: byteCount, alignment: 16)
        }
        return result
    }
}
