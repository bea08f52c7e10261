/// What a volume holds and how it weighs.
///
/// Source of the method: B. Curless, M. Levoy, "A volumetric method for building complex models from range images",
/// 1996; M. Nießner et al., "Real-time 3D reconstruction at scale using voxel hashing", 2013.
package struct VolumeConfiguration: Sendable {
    /// The side of a voxel, metres; 0.01…0.08.
    package var voxelSize: Float = 0.02
    /// How far from a surface distances are kept, voxels; 3…8.
    ///
    /// By hand: four hold a step of one voxel of noise.
    package var truncationVoxels: Float = 4
    /// How many blocks of 8 × 8 × 8 voxels are kept at most, of 4 KiB each.
    package var maximumBlockCount = 20_000
    /// A depth is left out if its standard deviation is larger than this share of it; 0.02…0.1, by hand.
    package var maximumRelativeSigma: Float = 0.05
    /// A depth farther than this is left out, metres; 2…8: beyond it a hand-held baseline gives too little parallax.
    package var maximumDepth: Float = 5
    /// What a voxel's weight is limited to, so that what moved is replaced; 16…256, by hand.
    package var maximumWeight: Float = 64
    /// The weight from which a voxel counts as seen, 0.25…4.
    ///
    /// 1 is a standard deviation of half a voxel, 0.5 one of 0.7 voxels.
    package var minimumWeight: Float = 0.5

    /// How far from a surface distances are kept, metres.
    var truncation: Float { truncationVoxels * voxelSize }

    /// The usual configuration: voxels of 2 cm.
    package init() {}

    /// Lets a voxel count as seen from a standard deviation in metres on.
    package mutating func count(from sigma: Float) { minimumWeight = voxelSize * voxelSize * 0.25 / (sigma * sigma) }
}
