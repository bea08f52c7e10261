import Geometry

/// The way from a reference view's pixels and inverse depths to a partner's pixels, at one of the two sizes.
///
/// For a pixel p of the reference (column and row from 0) and an inverse depth ρ (1/m, along the optical axis) the partner
/// shows the point at h.xy / h.z with h = M (p, 1) + ρ T; T changes with the row under a rolling shutter.
struct ViewPair {
    let partner: QuadImage
    private let partnerHeight: Float
    /// M's columns.
    private let column0: SIMD3<Float>
    private let column1: SIMD3<Float>
    private let column2: SIMD3<Float>
    /// T at the middle rows.
    private let middle: SIMD3<Float>
    /// How T changes with the time of the reference's row and of the partner's row.
    private let byReferenceTime: SIMD3<Float>
    private let byPartnerTime: SIMD3<Float>
    private let referenceReadout: Float
    private let partnerReadout: Float
    private let middleColumn: Float
    private let referenceHeight: Float
    /// From one optical centre to the other, metres.
    let baseline: Double

    /// A pair whose poses are the views' own, or with another transform between them.
    init(
        _ reference: DepthView,
        _ partner: DepthView,
        isFine: Bool,
        partnerFromReference transform: RigidTransform<OpticalSpace, OpticalSpace>? = nil
    ) {
        self.partner = isFine ? partner.fine : partner.coarse
        let partnerFromReference = transform ?? reference.transform(to: partner)
        let scale = isFine ? 2.0 : 1.0
        let target = Self.matrix(partner.lens.scaled(by: scale))
        let source = reference.lens.scaled(by: scale)
        let rotation = partnerFromReference.rotation.matrix
        let m = target * rotation * Self.inverseMatrix(source)
        column0 = SIMD3(m.column0)
        column1 = SIMD3(m.column1)
        // Pixels count from 0 at their centres.
        column2 = SIMD3(m * Vector3(0.5, 0.5, 1))
        middle = SIMD3(target * partnerFromReference.translation)
        byReferenceTime = SIMD3(target * (rotation * reference.velocityInOptical))
        byPartnerTime = SIMD3(target * partner.velocityInOptical)
        referenceReadout = Float(reference.readoutTime)
        partnerReadout = Float(partner.readoutTime)
        middleColumn = Float(source.width) / 2
        referenceHeight = Float(source.height)
        partnerHeight = Float(self.partner.height)
        baseline = partnerFromReference.translation.length
    }

    /// A lens's matrix, so that the first pixel's centre is at 0.
    private static func matrix(_ lens: CameraModel) -> Matrix3 {
        Matrix3(
            rows: Vector3(lens.focalLengthPixels.x, 0, lens.principalPointPixels.x - 0.5),
            Vector3(0, lens.focalLengthPixels.y, lens.principalPointPixels.y - 0.5),
            Vector3(0, 0, 1)
        )
    }

    private static func inverseMatrix(_ lens: CameraModel) -> Matrix3 {
        let (f, c) = (lens.focalLengthPixels, lens.principalPointPixels)
        return Matrix3(rows: Vector3(1 / f.x, 0, -c.x / f.x), Vector3(0, 1 / f.y, -c.y / f.y), Vector3(0, 0, 1))
    }

    /// M (0, row, 1).
    @inline(__always)
    func base(row: Int) -> SIMD3<Float> { column2 + column1 * Float(row) }

    /// M (1, 0, 0).
    @inline(__always)
    var step: SIMD3<Float> { column0 }

    /// T for a row, for points about an inverse depth.
    func translation(row: Int, inverseDepth: Float) -> SIMD3<Float> {
        guard referenceReadout > 0 || partnerReadout > 0 else { return middle }
        let h = base(row: row) + column0 * middleColumn + middle * inverseDepth
        let partnerRow = h.z > 1e-3 ? h.y / h.z : 0
        let partnerShare = min(max((partnerRow + 0.5) / partnerHeight, 0), 1) - 0.5
        let share = (Float(row) + 0.5) / referenceHeight - 0.5
        return middle + byReferenceTime * (share * referenceReadout) - byPartnerTime * (partnerShare * partnerReadout)
    }

    /// The partner's pixel of a place in the reference, and the depth there, as a multiple of the depth here.
    ///
    /// `translation` is ρ T of the place's row.
    @inline(__always)
    func place(
        _ column: Float,
        _ row: Float,
        _ translation: SIMD3<Float>
    ) -> (pixel: SIMD2<Float>, depthRatio: Float)? {
        let h = column2 + column1 * row + column0 * column + translation
        return h.z > 1e-3 ? (SIMD2(h.x, h.y) / h.z, h.z) : nil
    }

    /// The same of a pixel at an inverse depth, without the rolling shutter's movement.
    func place(column: Int, row: Int, inverseDepth: Float) -> (pixel: SIMD2<Float>, depthRatio: Float)? {
        place(Float(column), Float(row), middle * inverseDepth)
    }
}
