// Memory that the host writes.

/// The version of the exports and records.
@_expose(wasm, "sightline_version")
@_cdecl("sightline_version")
public func sightlineVersion() -> Int32 { interfaceVersion }

/// Allocates a number of bytes, aligned to 16; `sightline_free` must free them.
@_expose(wasm, "sightline_allocate")
@_cdecl("sightline_allocate")
public func sightlineAllocate(_ byteCount: Int32) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer.allocate(byteCount: max(1, Int(byteCount)), alignment: 16)
}

/// Frees memory of `sightline_allocate`.
@_expose(wasm, "sightline_free")
@_cdecl("sightline_free")
public func sightlineFree(_ memory: UnsafeMutableRawPointer?) { memory?.deallocate() }

extension String {
    /// The text of UTF-8 bytes, truncated to a number of bytes at a whole character; invalid characters are replaced.
    init(cutting bytes: UnsafePointer<UInt8>, count: Int32, most: Int) {
        var end = Swift.min(most, Swift.max(0, Int(count)))
        // A byte 10xxxxxx continues the character before it, which has four bytes at most.
        if Int(count) > end { for _ in 0..<3 where end > 0 && bytes[end] & 0xC0 == 0x80 { end -= 1 } }
        self.init(decoding: UnsafeBufferPointer(start: bytes, count: end), as: UTF8.self)
    }
}
