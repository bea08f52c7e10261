/// A position on a line with the running sums of the line's profile; two of them give the stretch between.
struct LinePosition {
    /// The position, then running sums: length in the image, edge that becomes brighter and darker, texture ahead and
    /// behind.
    private var sums: SIMD8<Float>

    /// No position: the length of every stretch to it is NaN.
    static var none: LinePosition { LinePosition(sums: SIMD8(repeating: .nan)) }

    private init(sums: SIMD8<Float>) { self.sums = sums }

    /// The position at a parameter of a line.
    init(at t: Float, _ profile: SupportProfile) {
        let at = profile.sample(at: t)
        let edge = SIMD2(Float(Int(profile.brighter[at])), Float(Int(profile.darker[at]))) * SupportProfile.step
        let texture =
            SIMD2(Float(Int(profile.textureAhead[at])), Float(Int(profile.textureBehind[at]))) * SupportProfile.step
        sums = SIMD8(t, Float(at) * SupportProfile.step, edge.x, edge.y, texture.x, texture.y, 0, 0)
    }

    var parameter: Float { sums[0] }

    /// The stretch between two positions on one line.
    @inline(__always)
    func stretch(to other: LinePosition) -> LineStretch {
        let difference = sums - other.sums
        return LineStretch(sums: difference.replacing(with: -difference, where: difference .< 0))
    }
}
