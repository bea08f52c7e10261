/// The pixels of a gray or colour image, borrowed for a call.
struct ImagePixels {
    let pixels: UnsafePointer<UInt8>
    let width: Int
    let height: Int
    /// 1 for gray, 4 for red, green, blue, alpha.
    let channels: Int
}
