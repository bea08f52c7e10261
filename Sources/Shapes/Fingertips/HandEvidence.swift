import Geometry
import Imaging

/// What tells the hand of a fingertip from other regions of a first image.
package struct HandEvidence {
    /// How clearly the region ends in a fingertip at the tapped point; 0 where it does not.
    package let tipness: Float
    /// The region's share of the image, at most a twentieth.
    package let size: Float
    /// The share of the region whose neighbourhood of half a finger is in the region too.
    package let solidity: Float
    /// The region's pixels at the image's border, per side of a square as large as the region.
    package let border: Float

    /// Weights beside that of `tipness`, fitted by `hands.py` on seeds that docs/library/shapes.md names.
    struct Tuning: Sendable {
        /// What a region counts for being large: a part of a hand ends in the fingertip too.
        ///
        /// Unit: 1. Range: 11…44. Origin: fitted by hands.py.
        var size: Float = 22
        /// What it counts for being solid: a joint between bricks or the border of a shadow is not.
        ///
        /// Unit: 1. Range: 0.8…3.2. Origin: fitted by hands.py.
        var solidity: Float = 1.6
        /// What it loses for lying along the image's border: an arm enters narrowly, but ground goes on.
        ///
        /// Unit: 1. Range: 0.08…0.32. Origin: fitted by hands.py.
        var border: Float = 0.16
    }

    private static let tuning = Tuning()

    /// The similarity to a hand.
    package var score: Float {
        tipness + Self.tuning.size * size + Self.tuning.solidity * solidity - Self.tuning.border * border
    }
}

extension FingertipTracker {
    /// All regions of a first image that are tried as the hand, as masks of the map's size, with their evidence.
    package static func handCandidates(
        image: ColorImage,
        box: ImageBox
    )
        -> [(evidence: HandEvidence, mask: [UInt8])]
    {
        var found: [(evidence: HandEvidence, mask: [UInt8])] = []
        var hand = HandModel(imageWidth: image.width, imageHeight: image.height)
        image.bytes.withUnsafeBufferPointer { bytes in
            guard box.isPlausible, let base = bytes.baseAddress else { return }
            hand.start(
                ImagePixels(pixels: base, width: image.width, height: image.height, channels: 4),
                tip: SIMD2(Float(box.centre.x), Float(box.centre.y)) / Float(hand.map.factor),
                boxSize: SIMD2(Float(box.width), Float(box.height))
            ) { found.append(($0, $1.hand)) }
        }
        return found
    }
}
