import Crypto

/// The signed parts of a request to the HTTP interface: method, path and query parameters.
public struct SignedRequest: Sendable {
    /// The method in capitals.
    public let method: String
    /// The path without the query.
    public let path: String
    /// The query parameters, values not URL-escaped.
    public let parameters: [(name: String, value: String)]

    /// A request as received.
    public init(method: String, path: String, parameters: [(name: String, value: String)]) {
        self.method = method
        self.path = path
        self.parameters = parameters
    }

    /// The value of a query parameter.
    public subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// Verifies version, key, clock, body and signature; throws the status of the answer.
    public func verify(
        _ credentials: Credentials,
        body: [UInt8],
        nowSeconds: Int64,
        skew: Int64 = 600
    )
        throws(ProtocolError)
    {
        guard self["auth_key"] == credentials.key else { throw Self.unauthorized("unknown auth_key") }
        guard self["auth_version"] == "1.0" else { throw Self.unauthorized("auth_version must be 1.0") }
        guard let time = self["auth_timestamp"].flatMap({ Int64($0) }),
            (nowSeconds - skew...nowSeconds + skew).contains(time)
        else { throw Self.unauthorized("auth_timestamp missing or more than \(skew) s off") }
        let digest = Self.digest(of: body)
        if let given = self["body_md5"] {
            guard given == digest else { throw Self.unauthorized("body_md5 does not fit the body") }
        } else if !body.isEmpty {
            throw Self.unauthorized("body_md5 missing")
        }
        guard let signature = self["auth_signature"], credentials.isValid(signature, of: [UInt8](textToSign.utf8))
        else {
            throw Self.unauthorized("auth_signature does not fit")
        }
    }

    /// The query of a request signed now, in order, with `auth_signature` last.
    public static func signed(
        method: String,
        path: String,
        parameters: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        credentials: Credentials,
        nowSeconds: Int64
    ) -> [(name: String, value: String)] {
        var all = parameters
        all.append(("auth_key", credentials.key))
        all.append(("auth_timestamp", String(nowSeconds)))
        all.append(("auth_version", "1.0"))
        if !body.isEmpty { all.append(("body_md5", digest(of: body))) }
        let request = SignedRequest(method: method, path: path, parameters: all)
        all.append(("auth_signature", credentials.signature(of: request.textToSign)))
        return all
    }

    /// Method, path and sorted parameters, as both sides sign them.
    var textToSign: String {
        let signed = parameters.filter { $0.name != "auth_signature" }.map { ($0.name.lowercased(), $0.value) }
        let query = signed.sorted { $0.0 < $1.0 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        return "\(method)\n\(path)\n\(query)"
    }

    /// Lower-case hexadecimal MD5 of a body.
    static func digest(of body: [UInt8]) -> String {
        String(decoding: hexadecimal(Insecure.MD5.hash(data: body)), as: UTF8.self)
    }

    private static func unauthorized(_ reason: String) -> ProtocolError {
        .refusedRequest(status: 401, reason: reason)
    }
}
