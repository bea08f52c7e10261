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
