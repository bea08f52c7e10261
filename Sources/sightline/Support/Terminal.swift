import Foundation

/// A standard stream that may be a terminal.
struct Terminal: Sendable {
    /// The stream for progress and errors.
    static let standardError = Terminal(descriptor: 2)
    /// The stream for results.
    static let standardOutput = Terminal(descriptor: 1)

    private let descriptor: Int32
    /// Whether the stream is a terminal with colours.
    let isInteractive: Bool

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        let environment = ProcessInfo.processInfo.environment
        isInteractive = isatty(descriptor) == 1 && environment["TERM"] != "dumb"
    }

    /// A colour, if the stream shows it and `NO_COLOR` is not set.
    enum Style: String {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
        case dim = "2"
        case bold = "1"
    }

    /// The text in a style, or plain if the stream is a file.
    func styled(_ text: String, _ style: Style) -> String {
        let allowed = isInteractive && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
        return allowed ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Writes text unchanged.
    func write(_ text: String) {
        FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(Data(text.utf8))
    }

    /// Writes an error message.
    func complain(_ text: String) {
        write(styled("error:", .red) + " " + text + "\n")
    }
}
