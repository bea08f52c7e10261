import RealModule

/// A colour by its sRGB components, each in 0…1, without opacity.
public struct Color: Equatable, Sendable {
    /// The sRGB-encoded red, green and blue components.
    public var components: SIMD3<Double>

    /// A colour of three sRGB components in 0…1.
    public init(red: Double, green: Double, blue: Double) {
        components = SIMD3(red, green, blue)
    }

    /// A gray.
    public init(white: Double) {
        self.init(red: white, green: white, blue: white)
    }

    /// A colour as on web pages: `0xRRGGBB`.
    public init(hex: UInt32) {
        self.init(
            red: Double((hex >> 16) & 255) / 255,
            green: Double((hex >> 8) & 255) / 255,
            blue: Double(hex & 255) / 255
        )
    }

    /// The linear-light components, by the sRGB curve.
    public var linear: SIMD3<Double> {
        SIMD3(Self.linear(components.x), Self.linear(components.y), Self.linear(components.z))
    }

    /// A colour from three linear-light components in 0…1, by the inverse of the sRGB curve.
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

    /// Mixes with another colour; `fraction` 0 gives this one, 1 the other.
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
    /// A clear green, for found and ready objects.
    public static let sky = Color(hex: 0x2F9BFF)
    /// A warm yellow, for waiting and warnings.
    public static let mint = Color(hex: 0x22C58B)
    /// A warm red, for marks that must be noticed.
    public static let amber = Color(hex: 0xFFB224)
    /// A warm red, for marks that must not be missed.
    public static let coral = Color(hex: 0xFF5A52)
    /// A soft violet.
    public static let iris = Color(hex: 0x8B6CFF)
    /// A warm light gray, like plaster.
    public static let plaster = Color(hex: 0xEDE9E3)
    /// The colours for drawing, in the order of the menu.
    public static let strokes: [Color] = [.coral, .amber, .mint, .sky, .iris, .white, .ink]
}
