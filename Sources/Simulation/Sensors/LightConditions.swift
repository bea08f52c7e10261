import Geometry

/// What light, exposure control and a touched lens do to images.
public struct LightConditions: Equatable, Sendable {
    /// How often the lamps become brighter and darker per second, twice the mains frequency; 0 for daylight.
    public var flickerFrequency = 0.0
    /// The largest change of the lamps' light, relative.
    public var flickerDepth = 0.4
    /// The largest sudden change of the exposure, relative.
    public var exposureStep = 0.0
    /// The largest sudden change of the tone curve's exponent, relative.
    public var toneStep = 0.0
    /// The mean time from one sudden change to the next, seconds.
    public var stepInterval = 3.0
    /// The share of light that a smudge on the lens spreads at its middle.
    public var smudge = 0.0

    /// Light that stays as it is, and a clean lens.
    public init() {}

    init(flicker: Double = 0, exposureStep: Double = 0, toneStep: Double = 0, smudge: Double = 0) {
        (flickerFrequency, self.exposureStep) = (flicker, exposureStep)
        (self.toneStep, self.smudge) = (toneStep, smudge)
    }

    /// The brightness of the lamps over the exposure that has its middle at a time, relative to their mean.
    func brightness(at time: Double, exposureTime: Double) -> Double {
        guard flickerFrequency > 0 else { return 1 }
        let half = .pi * flickerFrequency * exposureTime
        // The mean of a cosine over the exposure: no flicker is left if it takes whole periods.
        let kept = half > 1e-9 ? Double.sine(of: half) / half : 1
        return 1 + flickerDepth * kept * .cosine(of: 2 * .pi * flickerFrequency * time)
    }
}
