import Testing

@testable import PusherProtocol

@Suite struct EncryptionTests {
    let channel = EncryptedChannel(channel: "private-encrypted-x", masterKey: Array(0..<32))

    @Test func `the shared secret is the published one`() {
        #expect(channel.sharedSecret == "6WW+JhQkrDHUfm5BytoU8ryaUq0zo82MTvUPheddo/Y=")
    }

    @Test func `a sealed payload is the published one`() throws {
        let sealed = channel.seal(Array(#"{"a":1}"#.utf8), nonce: Array(repeating: 0, count: 24))
        #expect(sealed["ciphertext"]?.string == "UhiLRoKuyDF7I8s/0ivalJ+xgAq/TfU=")
        #expect(try channel.open(sealed) == Array(#"{"a":1}"#.utf8))
    }

    @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1000])
    func `what is sealed opens again, and nothing else does`(length: Int) throws {
        let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let nonce = (0..<24).map { UInt8($0) }
        let sealed = SecretBox.seal(message, key: channel.secret, nonce: nonce)
        #expect(try SecretBox.open(sealed, key: channel.secret, nonce: nonce) == message)
        for index in stride(from: 0, to: sealed.count, by: 7) {
            var forged = sealed
            forged[index] ^= 1
            #expect(throws: ProtocolError.cannotDecrypt) {
                try SecretBox.open(forged, key: channel.secret, nonce: nonce)
            }
        }
        #expect(throws: ProtocolError.cannotDecrypt) {
            try SecretBox.open(Array(sealed.dropLast()), key: channel.secret, nonce: nonce)
        }
    }

    /// RFC 8439, section 2.5.2 and appendix A.3 (vectors 7 to 9: the carries at the modulus).
    @Test(arguments: [
        (
            "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b",
            "43727970746f6772617068696320466f72756d2052657365617263682047726f7570",
            "a8061dc1305136c6c22b8baf0c0127a9"
        ),
        (
            "01000000000000000000000000000000" + "00000000000000000000000000000000",
            "ffffffffffffffffffffffffffffffff" + "f0ffffffffffffffffffffffffffffff"
                + "11000000000000000000000000000000",
            "05000000000000000000000000000000"
        ),
        (
            "01000000000000000000000000000000" + "00000000000000000000000000000000",
            "ffffffffffffffffffffffffffffffff" + "fbfefefefefefefefefefefefefefefe"
                + "01010101010101010101010101010101",
            "00000000000000000000000000000000"
        ),
        (
            "02000000000000000000000000000000" + "00000000000000000000000000000000", "fdffffffffffffffffffffffffffffff",
            "faffffffffffffffffffffffffffffff"
        ),
    ])
    func `the authenticator gives the RFC's tags`(key: String, message: String, tag: String) {
        #expect(Poly1305.tag(bytes(message), key: bytes(key)) == bytes(tag))
    }

    func bytes(_ text: String) -> [UInt8] {
        let digits = text.utf8.compactMap(hexadecimalValue)
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    @Test func `bad payloads and secrets are refused`() throws {
        for text in [
            "{}", #"{"nonce":"","ciphertext":""}"#, #"{"nonce":"!","ciphertext":"AAAA"}"#, "[]", #"{"nonce":"AAAA"}"#,
        ] {
            let payload = try Fixture.json(text)
            #expect(throws: ProtocolError.cannotDecrypt) { try channel.open(payload) }
        }
        #expect(throws: ProtocolError.cannotDecrypt) { try EncryptedChannel(sharedSecret: "AAAA") }
        #expect(throws: ProtocolError.cannotDecrypt) { try EncryptedChannel(sharedSecret: "not base64") }
        #expect(try EncryptedChannel(sharedSecret: channel.sharedSecret) == channel)
    }

    @Test func `Base64 goes both ways`() {
        for length in 0..<10 {
            let bytes = (0..<length).map { UInt8($0 * 25) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
        #expect(Base64.encode(Array("foobar".utf8)) == "Zm9vYmFy")
        #expect(Base64.encode(Array("foob".utf8)) == "Zm9vYg==")
        #expect(Base64.decode("Zm9") == nil)
    }
}
