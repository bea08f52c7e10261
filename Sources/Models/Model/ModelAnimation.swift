import Geometry
import SceneGraph

/// An animation of a model's nodes.
///
/// Khronos Group, "glTF 2.0 Specification", 2021, section 3.11 and appendix C.
public struct ModelAnimation: Sendable {
    /// The animated property of a node.
    enum Property: Sendable {
        case translation
        case rotation
        case scale
    }

    /// The interpolation between two times.
    enum Interpolation: Sendable {
        /// The value of the previous time.
        case step
        /// Linear, or along the shortest arc for rotations.
        case linear
        /// A cubic spline with tangents.
        case cubicSpline
    }

    /// One property of one node over time.
    struct Channel: Sendable {
        let node: Int
        let property: Property
        let interpolation: Interpolation
        /// Seconds, ascending.
        let times: [Float]
        /// One value per time; three for cubic splines: incoming tangent, value, outgoing tangent.
        let values: [SIMD4<Double>]
    }

    /// Its name, for people.
    public let name: String
    let channels: [Channel]

    /// Its duration, seconds.
    public var duration: Double { channels.reduce(0) { max($0, Double($1.times.last ?? 0)) } }

    /// Applies the animation at a time to nodes' transforms; times outside it are clamped.
    public func apply(at seconds: Double, to transforms: inout [Transform]) {
        for channel in channels {
            let value = channel.value(at: seconds)
            switch channel.property {
            case .translation: transforms[channel.node].translation = Vector3(value.x, value.y, value.z)
            case .scale: transforms[channel.node].scale = Vector3(value.x, value.y, value.z)
            case .rotation:
                transforms[channel.node].rotation = Rotation(x: value.x, y: value.y, z: value.z, w: value.w)
            }
        }
    }
}

extension ModelAnimation.Channel {
    /// The value at a time; rotations as x, y, z, w, not always of length 1.
    fileprivate func value(at seconds: Double) -> SIMD4<Double> {
        let next = firstTime(after: Float(seconds))
        guard next > 0 else { return keyValue(0) }
        guard next < times.count else { return keyValue(times.count - 1) }
        let span = Double(times[next] - times[next - 1])
        let fraction = (seconds - Double(times[next - 1])) / span
        switch interpolation {
        case .step: return keyValue(next - 1)
        case .linear where property == .rotation: return arc(keyValue(next - 1), keyValue(next), fraction)
        case .linear: return keyValue(next - 1) * (1 - fraction) + keyValue(next) * fraction
        case .cubicSpline: return curve(next, fraction, span: span)
        }
    }

    private func keyValue(_ i: Int) -> SIMD4<Double> { values[interpolation == .cubicSpline ? 3 * i + 1 : i] }

    /// The index of the first time after `seconds`, by bisection.
    private func firstTime(after seconds: Float) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] > seconds { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func arc(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ fraction: Double) -> SIMD4<Double> {
        let (from, to) = (Rotation(x: a.x, y: a.y, z: a.z, w: a.w), Rotation(x: b.x, y: b.y, z: b.z, w: b.w))
        let between = from.interpolated(to: to, fraction: fraction)
        return SIMD4(between.imaginary.x, between.imaginary.y, between.imaginary.z, between.real)
    }

    /// Appendix C.5.
    private func curve(_ next: Int, _ t: Double, span: Double) -> SIMD4<Double> {
        let (start, end) = (values[3 * next - 2], values[3 * next + 1])
        let (outgoing, incoming) = (values[3 * next - 1] * span, values[3 * next] * span)
        let (t2, t3) = (t * t, t * t * t)
        return start * (2 * t3 - 3 * t2 + 1) + outgoing * (t3 - 2 * t2 + t) + end * (3 * t2 - 2 * t3) + incoming
            * (t3 - t2)
    }
}
