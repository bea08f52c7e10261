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
}
