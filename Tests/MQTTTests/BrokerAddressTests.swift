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
}
