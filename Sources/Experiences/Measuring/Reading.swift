import Geometry
import WorldTracking

/// A measured value with its standard deviation.
public struct Reading: Equatable, Sendable {
    /// The unit that a value has.
    public enum Quantity: Int32, Equatable, Sendable {
        /// Metres.
        case length = 0
        /// Square metres.
        case area = 1
        /// Radians.
        case angle = 2
        /// Cubic metres.
        case volume = 3

        /// The SI unit of a value.
        public var unitName: StaticString {
            switch self {
            case .length: "m"
            case .area: "m²"
            case .angle: "rad"
            case .volume: "m³"
            }
        }
    }

    /// What it is.
    public var quantity: Quantity
    /// How much, in SI units.
    public var value: Double
    /// One standard deviation.
    public var sigma: Double

    /// As a person reads it.
    public func text(_ unit: LengthUnit) -> String {
        switch quantity {
        case .length: unit.text(value, sigma: sigma)
        case .area: unit.areaText(value, sigma: sigma)
        case .volume: unit.volumeText(value, sigma: sigma)
        case .angle:
            DecimalText.string(value * 180 / .pi, decimals: 1) + " ± "
                + DecimalText.string(sigma * 180 / .pi, decimals: 1)
                + "°"
        }
    }

    /// How far a label stands above the thing that it describes, as a fraction of the distance from the camera.
    private static let lift = 0.03

    /// Where the label of a point stands: above it in the image, so that a short line is not hidden.
    static func labelPoint(over point: Vector3, seenBy camera: Camera) -> Vector3 {
        let axes = camera.worldFromCamera.rotation
        let (sky, forward) = (Vector3(0, 1, 0), axes * Vector3(0, 0, -1))
        // Up as the image shows it, however the device is held; seen from straight above it is the image's own up.
        let up = (sky - forward * dot(sky, forward) + axes * sky * 0.2).normalized
        return point + up * (lift * (point - camera.positionInWorld).length)
    }
}
