import PusherProtocol

/// Random names and secrets that cannot be guessed.
enum RandomText {
    /// A number of random bytes of the system's generator, as lower-case hexadecimal digits.
    static func hexadecimal(bytes: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        return String((0..<2 * bytes).map { _ in digits[Int.random(in: 0..<16, using: &generator)] })
    }
}

/// The digest of a token, which a store keeps in its place; each kind of token has its own.
enum TokenDigest: String {
    case beaconReceiver = "sightline beacons receiver"
    case beaconTag = "sightline beacons tag"

    /// A token's digest.
    ///
    /// Tokens are long and random, so that a plain keyed digest does not reveal them.
    func callAsFunction(_ token: String) -> String { Credentials(key: "", secret: rawValue).signature(of: token) }
}
