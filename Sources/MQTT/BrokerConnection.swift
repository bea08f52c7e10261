import CMosquitto

/// A connection to an MQTT 3.1.1 broker that only publishes.
///
/// libmosquitto's own thread connects, sends, and reconnects after 1 to 60 s. Messages are dropped while the broker is
/// not reachable, so a publisher of state publishes all of it again in `onConnect`.
package final class BrokerConnection: @unchecked Sendable {
    // The library locks its client itself (mosquitto.h, "threads"); nothing here changes after `init`.
    private let client: OpaquePointer
    private let address: BrokerAddress
    private let onConnect: @Sendable (_ refusal: String?) -> Void

    /// Creates a connection that is not started; the broker publishes `will` if this client vanishes.
    ///
    /// `onConnect` is called on the library's thread after each connection, with the broker's reason if it refused.
    /// Throws `BrokerError.failed`.
    package init(
        to address: BrokerAddress,
        will: BrokerMessage,
        onConnect: @escaping @Sendable (_ refusal: String?) -> Void
    ) throws(BrokerError) {
        mosquitto_lib_init()
        guard let client = mosquitto_new(nil, true, nil) else { throw .failed("out of memory") }
        self.client = client
        self.address = address
        self.onConnect = onConnect
        mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
        mosquitto_connect_callback_set(client) { _, pointer, code in
            guard let pointer else { return }
            let connection = Unmanaged<BrokerConnection>.fromOpaque(pointer).takeUnretainedValue()
            connection.onConnect(code == 0 ? nil : String(cString: mosquitto_connack_string(code)))
        }
        do {
            try Self.check(mosquitto_reconnect_delay_set(client, 1, 60, true))
            try Self.check(
                mosquitto_will_set(client, will.topic, Int32(will.payload.utf8.count), will.payload, 1, will.isRetained)
            )
            if address.user != nil {
                try Self.check(mosquitto_username_pw_set(client, address.user, address.password))
            }
            if address.isEncrypted { try Self.check(mosquitto_tls_set(client, nil, "/etc/ssl/certs", nil, nil, nil)) }
        } catch {
            mosquitto_destroy(client)
            throw error
        }
    }

    deinit { mosquitto_destroy(client) }

    /// Starts to connect, and retries until it succeeds.
    ///
    /// Throws `BrokerError.failed`.
    package func start() throws(BrokerError) {
        let status = mosquitto_connect_async(client, address.host, Int32(address.port), 30)
        // A broker that is not reachable now may become reachable: the thread continues to try.
        if status == MOSQ_ERR_INVAL.code || status == MOSQ_ERR_NOMEM.code { try Self.check(status) }
        try Self.check(mosquitto_loop_start(client))
    }

    /// Sends a message if the broker is connected.
    package func publish(_ message: BrokerMessage) {
        _ = mosquitto_publish(
            client,
            nil,
            message.topic,
            Int32(message.payload.utf8.count),
            message.payload,
            0,
            message.isRetained
        )
    }

    /// Disconnects, so that the will is not published, and ends the thread.
    package func stop() {
        mosquitto_disconnect(client)
        mosquitto_loop_stop(client, false)
    }

    private static func check(_ status: Int32) throws(BrokerError) {
        guard status == MOSQ_ERR_SUCCESS.code else { throw .failed(String(cString: mosquitto_strerror(status))) }
    }
}

extension mosq_err_t {
    fileprivate var code: Int32 { Int32(rawValue) }
}
