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

    /// A colour of three components in 0…1 that are proportional to light, by the inverse of the sRGB curve.
    public init(linear: SIMD3<Double>) {
        self.init(
            red: Self.encoded(linear.x),
            green: Self.encoded(linear.y),
            blue: Self.encoded(linear.z)
        )
    }

    private static func encoded(_ value: Double) -> Double {
        value <= 0.0031308 ? value * 12.92 : 1.055 * Double.pow(value, 1 / 2.4) - 0.055
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

extension Color {
    /// Pure white.
    public static let white = Color(white: 1)
    /// Pure black.
    public static let black = Color(white: 0)
    /// The product's dark ink, for panels behind text.
    public static let ink = Color(hex: 0x11151C)
    /// The product's main accent, a clear sky blue.
    public static let sky = Color(hex: 0x2F9BFF)
    /// A fresh green, for what is found and ready.
    public static let mint = Color(hex: 0x22C58B)
    /// A warm yellow, for what waits or warns.
    public static let amber = Color(hex: 0xFFB224)
    /// A warm red, for marks that must not be missed.
    public static let coral = Color(hex: 0xFF5A52)
    /// A soft violet.
    public static let iris = Color(hex: 0x8B6CFF)
    /// A warm light gray, like plaster.
    public static let plaster = Color(hex: 0xEDE9E3)
    /// The colours a person draws with, in the order a menu shows them.
    public static let strokes: [Color] = [.coral, .amber, .mint, .sky, .iris, .white, .ink]
}
