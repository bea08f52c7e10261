/// Why an action could not be carried out.
package enum ActionError: Error, CustomStringConvertible {
    /// The program could not be started.
    case notStarted(program: String, reason: String)
    /// The program ended with another status than 0.
    case ended(program: String, status: Int32)
    /// The program took longer than a minute and was stopped.
    case tooLong(program: String)
    /// The server answered, but not with success.
    case answered(address: String, status: Int)
    /// The server could not be reached.
    case unreachable(address: String, reason: String)
    /// The action is incomplete, or not possible here.
    case unusable(String)

    /// What went wrong, for a person.
    package var description: String {
        switch self {
        case .notStarted(let program, let reason): "\(program) could not be started: \(reason)"
        case .ended(let program, let status): "\(program) ended with \(status)"
        case .tooLong(let program): "\(program) was stopped after a minute"
        case .answered(let address, let status): "\(address) answered \(status)"
        case .unreachable(let address, let reason): "\(address) cannot be reached: \(reason)"
        case .unusable(let reason): reason
        }
    }
}
