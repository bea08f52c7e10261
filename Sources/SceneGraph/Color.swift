import RealModule

/// A colour by its sRGB components, each in 0…1, without opacity.
public struct Color: Equatable, Sendable {
    /// The red, green and blue components as sRGB encodes them.
    public var components: SIMD3<Double>

    /// A colour of three sRGB components in 0…1.
    public init(red: Double, green: Double, blue: Double) {
        components = SIMD3(red, green, blue)
    }

    /// A gray.
    public init(white: Double) {
        self.init(red: white, green: white, blue: white)
    }

    /// A colour written as web pages do: `0xRRGGBB`.
    public init(hex: UInt32) {
        self.init(
            red: Double((hex >> 16) & 255) / 255,
            green: Double((hex >> 8) & 255) / 255,
            blue: Double(hex & 255) / 255
        )
    }

    /// The components proportional to light, by the sRGB curve.
    public var linear: SIMD3<Double> {
        SIMD3(Self.linear(components.x), Self.linear(components.y), Self.linear(components.z))
    }

    private static func linear(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : Double.pow((value + 0.055) / 1.055, 2.4)
    }

    /// Part of the way to another colour; `fraction` 0 is this one, 1 the other.
    public func mixed(with other: Color, fraction: Double) -> Color {
        let mix = components + (other.components - components) * fraction
        return Color(red: mix.x, green: mix.y, blue: mix.z)
    }
}
