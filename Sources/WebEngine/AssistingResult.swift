import Experiences

/// How a message of the call was taken, as a number for the host.
enum AssistingResult {
    static let done: Int32 = 0
    static let unknownFrame: Int32 = 1
    static let badValue: Int32 = 2
    static let unknownAnnotation: Int32 = 3
    static let tooMany: Int32 = 4

    /// The number of what happened.
    static func of(_ action: () throws(AnnotationError) -> Void) -> Int32 {
        do {
            try action()
            return done
        } catch {
            switch error {
            case .unknownFrame: return unknownFrame
            case .badValue: return badValue
            case .unknownAnnotation: return unknownAnnotation
            case .tooMany: return tooMany
            }
        }
    }
}
