/// Numbers as text with a fixed number of decimals, without the standard library's printer, which is large in
/// WebAssembly.
public enum DecimalText {
    /// A number with a number of decimals, rounded half away from zero; "–" if it is not finite or has more than
    /// fifteen digits.
    public static func string(_ value: Double, decimals: Int) -> String {
        var power = 1.0
        for _ in 0..<decimals { power *= 10 }
        let scaled = (value.magnitude * power).rounded()
        guard scaled.isFinite, scaled < 1e15 else { return "–" }
        var digits = Int64(scaled)
        var text = ""
        var place = 0
        repeat {
            if place == decimals, place > 0 { text = "." + text }
            text = digit(digits % 10) + text
            digits /= 10
            place += 1
        } while digits > 0 || place <= decimals
        return value < 0 && scaled > 0 ? "-" + text : text
    }

    private static func digit(_ value: Int64) -> String {
        String(Unicode.Scalar(UInt8(truncatingIfNeeded: 48 + value)))
    }
}
