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
