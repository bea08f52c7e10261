import Testing

@testable import MQTT

struct BrokerAddressTests {
    @Test func `an address has a host, and a port of its scheme if it names none`() throws {
        #expect(try BrokerAddress("hub.local").port == 1883)
        let address = try BrokerAddress("mqtts://ada:s%20cret@10.0.0.7")
        #expect((address.host, address.port, address.isEncrypted) == ("10.0.0.7", 8883, true))
        #expect((address.user, address.password) == ("ada", "s cret"))
        #expect(try BrokerAddress("mqtt://hub:1884/").port == 1884)
    }

    @Test(arguments: [
        "", "mqtt://", "http://hub", "mqtt://hub:0", "mqtt://hub:70000", "mqtt://hub/topic", "mqtt://hub?x=1",
    ])
    func `what is no broker's address is refused with its words`(text: String) {
        #expect(throws: BrokerError.invalidAddress(text)) { try BrokerAddress(text) }
    }

    @Test func `an address that was changed is refused, or has a host and a port`() {
        var changed: [String] = []
        for text in ["mqtts://ada:s%20cret@10.0.0.7:1884/", "mqtt://[fe80::1]:1883", "hub.local"] {
            for place in text.indices {
                for letter in ["", "@", ":", "/", "%", "%zz", "[", "]", " ", "\0", "é", "99999"] {
                    changed.append(text[..<place] + letter + text[place...])
                    changed.append(text[..<place] + letter + text[text.index(after: place)...])
                }
            }
        }
        let read = changed.compactMap { try? BrokerAddress($0) }
        #expect(read.count > 50 && read.count < changed.count)
        for address in read { #expect(!address.host.isEmpty && (1...65_535).contains(address.port)) }
    }
}
