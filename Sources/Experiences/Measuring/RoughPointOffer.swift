import Geometry

/// Remembers the aim and the tap that only warned, so that a second tap at the same spot takes a rough point.
struct RoughPointOffer: Sendable {
    private struct TimedAim: Sendable {
        var ray: Ray
        var nanoseconds: Int64
    }

    /// How far the aim may turn between the two taps, radians.
    private static let sameAimAngle = 0.06
    /// How long the first tap counts, nanoseconds.
    private static let lifetimeNanoseconds: Int64 = 8_000_000_000

    private var aim: TimedAim?
    private var warned: TimedAim?

    /// The ray of the aim in the last frame.
    var aimRay: Ray? { aim?.ray }

    /// Whether the aim is where the first tap was, and that tap still counts.
    var isOpen: Bool {
        guard let warned, let aim else { return false }
        return aim.nanoseconds - warned.nanoseconds < Self.lifetimeNanoseconds
            && dot(aim.ray.direction, warned.ray.direction) > .cosine(of: Self.sameAimAngle)
    }

    /// Takes the aim of a frame; nil if the frame has no camera.
    mutating func setAim(_ ray: Ray?, nanoseconds: Int64) {
        aim = ray.map { TimedAim(ray: $0, nanoseconds: nanoseconds) }
    }

    /// Opens the offer with a tap at the aim.
    mutating func open() { warned = aim }

    /// Ends the offer.
    mutating func close() { warned = nil }
}
