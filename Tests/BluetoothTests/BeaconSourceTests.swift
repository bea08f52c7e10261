import Testing

@testable import Bluetooth

@Suite struct BeaconSourceTests {
    @Test func `Sources are read as they are written on the command line`() throws {
        #expect(try BeaconSource("hci0") == .adapter(0))
        #expect(try BeaconSource("tcp:localhost:9000") == .tcp(host: "localhost", port: 9000))
        #expect(try BeaconSource("tcp:[::1]:9000") == .tcp(host: "::1", port: 9000))
        #expect(try BeaconSource("walk.btsnoop") == .capture(path: "walk.btsnoop"))
        for text in ["hci0", "tcp:localhost:9000", "tcp:[::1]:9000", "walk.btsnoop"] {
            #expect(try BeaconSource(text).description == text)
        }
        for text in ["", "hci", "tcp:9000", "tcp::9", "tcp:host:99999", "radio"] {
            #expect(throws: BluetoothError.unknownSource(text)) { try BeaconSource(text) }
        }
    }

    @Test func `A port where nobody listens is an error that says what to do`() {
        #expect {
            try DescriptorTransport.connect(host: "127.0.0.1", port: 1)
        } throws: { error in
            "\(error)".contains("no controller answers at 127.0.0.1:1") && (error as? BluetoothError)?.isPassing == true
        }
    }

    @Test func `An adapter that is not there is an error that says what to do`() {
        #expect {
            try DescriptorTransport.open(adapter: 15)
        } throws: { error in
            let text = "\(error)"
            return text.contains("plug one in") || text.contains("there is no adapter hci15")
                || text.contains("no Bluetooth sockets") || text.contains("setcap")
        }
    }
}
