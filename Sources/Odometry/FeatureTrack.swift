/// A feature and the clones that saw it.
struct FeatureTrack: Equatable {
    /// The tracker's identifier; −1 in a free place.
    var identifier: Int32 = -1
    /// The number of the last picture it was seen in.
    var lastPicture: Int32 = 0
    /// The clones whose pictures show it, a bit a slot.
    var seenBy: UInt32 = 0
    /// The landmark's slot, or −1.
    var landmark = -1
    /// The slot of the plane it lies on, or −1.
    var plane = -1
    /// Number of pictures it has been followed through.
    var age: Int32 = 0
    /// Where it is in the last picture, pixels.
    var pixel = SIMD2<Float>.zero
    /// The last place found for it, relative to the anchor then; for the landmarks shown.
    var seenCount: Int { seenBy.nonzeroBitCount }
}
