import Geometry

/// Smooths the tremor of a hand at rest and follows a moving hand.
///
/// G. Casiez, N. Roussel, D. Vogel, "1 € Filter: A simple speed-based low-pass filter for noisy input in interactive
/// systems", CHI 2012.
struct TipFilter {
    /// The cutoff frequency at rest, Hz.
    var restCutoff = 3.0
    /// The growth of the cutoff frequency with speed, Hz per pixel per second.
    var speedCutoff = 0.05
    private var last: (pixel: Vector2, speed: Vector2, seconds: Double)?

    /// The smoothed pixel; after a gap of a third of a second the filter restarts.
    mutating func calmed(_ pixel: Vector2, seconds: Double) -> Vector2 {
        guard let last, seconds > last.seconds, seconds - last.seconds < 0.33 else {
            self.last = (pixel, .zero, seconds)
            return pixel
        }
        let step = seconds - last.seconds
        let speed = last.speed + ((pixel - last.pixel) / step - last.speed) * Self.share(1, step)
        let cutoff = restCutoff + speedCutoff * speed.length
        let calm = last.pixel + (pixel - last.pixel) * Self.share(cutoff, step)
        self.last = (calm, speed, seconds)
        return calm
    }

    mutating func reset() { last = nil }

    private static func share(_ cutoff: Double, _ step: Double) -> Double {
        let turn = 2 * Double.pi * cutoff * step
        return turn / (turn + 1)
    }
}
