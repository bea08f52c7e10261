import Odometry

/// One constant of the odometry, multiplied by a factor: `pixelSigma*2`.
struct Change {
    let constant: OdometryConfiguration.Constant
    let factor: Double

    /// A change by its text; nil if the name or the factor is not known.
    init?(_ text: String) {
        let parts = text.split(separator: "*")
        guard parts.count == 2, let constant = OdometryConfiguration.Constant(rawValue: String(parts[0])),
            let factor = Double(parts[1]), factor > 0
        else { return nil }
        (self.constant, self.factor) = (constant, factor)
    }

    /// The configuration with the constant changed.
    func applied(to configuration: OdometryConfiguration) -> OdometryConfiguration {
        var changed = configuration
        changed.multiply(constant, by: factor)
        return changed
    }
}
