extension UnsafeMutablePointer where Pointee == UInt8 {
    /// Copies bytes in one go, for Embedded Swift's `update(from:count:)` takes them one by one.
    ///
    /// The two must not overlap.
    @inlinable
    public func copyBytes(from source: UnsafePointer<UInt8>, count: Int) {
        UnsafeMutableRawPointer(self).copyMemory(from: source, byteCount: count)
    }
}
