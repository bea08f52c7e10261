import Foundation

/// Says in a few words what a JSON decoder found.
enum JSONFault {
    static func reason(of error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "`\(key.stringValue)` is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "`\(context.codingPath.map(\.stringValue).joined(separator: "."))` is of another type"
        case DecodingError.dataCorrupted: "this is not JSON, or it breaks off"
        default: "\(error)"
        }
    }
}
