import Foundation

/// A stream that a person may be looking at.
struct Terminal: Sendable {
    /// Where progress and complaints go.
    static let standardError = Terminal(descriptor: 2)
    /// Where results go.
    static let standardOutput = Terminal(descriptor: 1)

    private let descriptor: Int32
    /// Whether the stream is a terminal that understands colours.
    let isInteractive: Bool

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        let environment = ProcessInfo.processInfo.environment
        isInteractive = isatty(descriptor) == 1 && environment["TERM"] != "dumb"
    }

    /// A colour, where the stream shows it and `NO_COLOR` is not set.
    enum Style: String {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
        case dim = "2"
        case bold = "1"
    }

    /// The text in a style, or plain where the stream is a file.
    func styled(_ text: String, _ style: Style) -> String {
        let allowed = isInteractive && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
        return allowed ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Writes text as it is.
    func write(_ text: String) {
        FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(Data(text.utf8))
    }

    /// Says what went wrong.
    func complain(_ text: String) {
        write(styled("error:", .red) + " " + text + "\n")
    }
}
