/// Random names and secrets that cannot be guessed.
enum RandomText {
    /// A number of random bytes of the system's generator, as lower-case hexadecimal digits.
    static func hexadecimal(bytes: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        return String((0..<2 * bytes).map { _ in digits[Int.random(in: 0..<16, using: &generator)] })
    }
}
