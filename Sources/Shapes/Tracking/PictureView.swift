/// The pixels of a gray or colour picture, borrowed for a call.
struct PictureView {
    let pixels: UnsafePointer<UInt8>
    let width: Int
    let height: Int
    /// 1 for gray, 4 for red, green, blue, alpha.
    let channels: Int
}
