import CQREncode

/// A QR code of a text (ISO/IEC 18004), made by libqrencode.
package struct QRCode: Equatable, Sendable {
    /// Modules along a side.
    package let side: Int
    /// By rows, true for dark.
    private let modules: [Bool]

    /// The smallest code for a text, readable with 15 % damage; nil if the text is empty or too long.
    package init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        guard side > 0, let data = code.pointee.data else { return nil }
        self.side = side
        modules = (0..<side * side).map { data[$0] & 1 == 1 }
    }

    /// Whether a module is dark; those around the square are light.
    package func isDark(row: Int, column: Int) -> Bool {
        (0..<side).contains(row) && (0..<side).contains(column) && modules[row * side + column]
    }
}

extension QRCode {
    /// The light margin for readers, modules.
    private static var margin: Int { 2 }

    /// Lines for a terminal, two modules per character; black on white by escape sequences, independent of the
    /// terminal's colours.
    package var terminalLines: [String] {
        stride(from: -Self.margin, to: side + Self.margin, by: 2).map { row in
            let line = (-Self.margin..<side + Self.margin).map { column in
                switch (isDark(row: row, column: column), isDark(row: row + 1, column: column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[38;5;16;48;5;231m\(line.joined())\u{1B}[0m"
        }
    }

    /// A drawing of one path on a white background, as wide as its container.
    package var svg: String {
        let whole = side + 2 * Self.margin
        var path = ""
        for row in 0..<side {
            for column in 0..<side where isDark(row: row, column: column) {
                path += "M\(column + Self.margin) \(row + Self.margin)h1v1h-1z"
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(whole) \(whole)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(whole)v\(whole)H0z"/><path d="\(path)"/></svg>
            """
    }
}
