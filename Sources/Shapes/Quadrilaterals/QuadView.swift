/// A picture that is searched: as it is, and made smaller for the search for lines.
struct QuadView {
    let working: UnsafePointer<UInt8>
    let full: UnsafePointer<UInt8>
    let width: Int
    let height: Int
    /// How many pixels of the full picture one of the working picture is wide.
    let scale: Int

    var workingWidth: Int { width / scale }
    var workingHeight: Int { height / scale }
    /// Of the working picture.
    var size: SIMD2<Float> { SIMD2(Float(workingWidth), Float(workingHeight)) }
}
