/// How much noise the followed points have, estimated along from how well they fit.
struct PixelNoise: Equatable {
    /// The standard deviation of a point's component, pixels.
    private(set) var sigma: Double
    private let start: Double

    init(start: Double) {
        self.start = start
        sigma = start
    }

    /// Takes up a normalised squared misfit (1 on average where `sigma` is right).
    mutating func learn(_ misfit: Double) {
    }
}
