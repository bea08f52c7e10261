import Experiences

extension AnnotationResultCode {
    /// The result code of an action on annotations.
    static func of(_ action: () throws(AnnotationError) -> Void) -> Int32 {
        do {
            try action()
            return done.rawValue
        } catch {
            let code: AnnotationResultCode =
                switch error {
                case .unknownFrame: .unknownFrame
                case .badValue: .badValue
                case .unknownAnnotation: .unknownAnnotation
                case .tooMany: .tooMany
                case .noSurface: .noSurface
                }
            return code.rawValue
        }
    }
}
