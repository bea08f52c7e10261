/// The unit in which a length is shown.
public enum LengthUnit: Equatable, Sendable {
    /// Centimetres, from one metre on metres.
    case metric
    /// Inches, from four feet on feet and inches.
    case imperial

    private static let metresAnInch = 0.0254

    /// A length in metres with its standard deviation, as a person reads it: "74.3 ± 0.4 cm".
    public func text(_ metres: Double, sigma: Double) -> String {
        switch self {
        case .metric where metres.magnitude < 0.9995:
            DecimalText.string(metres * 100, decimals: 1) + " ± " + DecimalText.string(sigma * 100, decimals: 1) + " cm"
        case .metric:
            DecimalText.string(metres, decimals: 3) + " ± " + DecimalText.string(sigma, decimals: 3) + " m"
        case .imperial:
            imperialText(metres) + " ± " + DecimalText.string(sigma / Self.metresAnInch, decimals: 1) + " in"
        }
    }

    private func imperialText(_ metres: Double) -> String {
        let inches = metres / Self.metresAnInch
        guard inches >= 48 else { return DecimalText.string(inches, decimals: 1) }
        let feet = (inches / 12).rounded(.down)
        return DecimalText.string(feet, decimals: 0) + " ft " + DecimalText.string(inches - 12 * feet, decimals: 1)
    }

    /// An area in square metres with its standard deviation.
    public func areaText(_ squareMetres: Double, sigma: Double) -> String {
        switch self {
        case .metric where squareMetres < 0.1:
            DecimalText.string(squareMetres * 1e4, decimals: 0) + " ± " + DecimalText.string(sigma * 1e4, decimals: 0)
                + " cm²"
        case .metric:
            DecimalText.string(squareMetres, decimals: 3) + " ± " + DecimalText.string(sigma, decimals: 3) + " m²"
        case .imperial:
            DecimalText.string(squareMetres * 10.7639, decimals: 2) + " ± "
                + DecimalText.string(sigma * 10.7639, decimals: 2) + " sq ft"
        }
    }

    /// A volume in cubic metres with its standard deviation.
    public func volumeText(_ cubicMetres: Double, sigma: Double) -> String {
        switch self {
        case .metric where cubicMetres < 1:
            DecimalText.string(cubicMetres * 1e3, decimals: 1) + " ± " + DecimalText.string(sigma * 1e3, decimals: 1)
                + " l"
        case .metric:
            DecimalText.string(cubicMetres, decimals: 3) + " ± " + DecimalText.string(sigma, decimals: 3) + " m³"
        case .imperial:
            DecimalText.string(cubicMetres * 35.3147, decimals: 2) + " ± "
                + DecimalText.string(sigma * 35.3147, decimals: 2) + " cu ft"
        }
    }
}
