// Memory for the host to write into.

/// The version of the exports and records.
@_expose(wasm, "sightline_version")
@_cdecl("sightline_version")
public func sightlineVersion() -> Int32 { interfaceVersion }

/// Memory of a number of bytes, aligned to 16; to be given back by `sightline_free`.
@_expose(wasm, "sightline_allocate")
@_cdecl("sightline_allocate")
public func sightlineAllocate(_ byteCount: Int32) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer.allocate(byteCount: max(1, Int(byteCount)), alignment: 16)
}

/// Gives memory of `sightline_allocate` back.
@_expose(wasm, "sightline_free")
@_cdecl("sightline_free")
public func sightlineFree(_ memory: UnsafeMutableRawPointer?) { memory?.deallocate() }
