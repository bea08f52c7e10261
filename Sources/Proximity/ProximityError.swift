/// A failure of ranging, monitoring or calibration.
public enum ProximityError: Error, Equatable, Sendable {
    /// More regions than one application may monitor; holds the limit.
    case tooManyRegions(limit: Int)
    /// A region with a minor but no major number.
    case minorWithoutMajor(region: String)
    /// A calibration that is not reliable; holds the reason.
    case calibrationFailed(CalibrationError)
}

extension ProximityError: CustomStringConvertible {
    /// What happened and what to do.
    public var description: String {
        switch self {
        case .tooManyRegions(let limit):
            "\(limit) regions are monitored already, which is the limit; stop one first or use wider regions"
        case .minorWithoutMajor(let region):
            "region \(region) has a minor number but no major; give both, or the UUID alone"
        case .calibrationFailed(let error): error.description
        }
    }
}
