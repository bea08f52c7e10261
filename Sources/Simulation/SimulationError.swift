/// Why a simulation cannot be made.
public enum SimulationError: Error, Equatable, Sendable {
    /// The scene's text contains a line that is not valid.
    case badScene(file: String, line: Int, reason: String)
    /// The scene cannot be read.
    case unreadable(file: String, reason: String)
    /// The recording cannot be written.
    case unwritable(file: String, reason: String)
}

extension SimulationError: CustomStringConvertible {
    /// One line for a person, `file:line: reason`.
    public var description: String {
        switch self {
        case .badScene(let file, let line, let reason): "\(file):\(line): \(reason)"
        case .unreadable(let file, let reason): "\(file): cannot be read: \(reason)"
        case .unwritable(let file, let reason): "\(file): cannot be written: \(reason)"
        }
    }
}
