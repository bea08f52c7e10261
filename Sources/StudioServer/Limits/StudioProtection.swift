import Foundation
import Hummingbird

/// The allowances of addresses and members, and the log of refusals.
struct StudioProtection: Sendable {
    /// The limits.
    let limits: StudioLimits
    /// The recent refusals.
    let refusals = RefusalLog()

    private let files: Allowances
    private let requests: Allowances
    private let signedRequests: Allowances
    private let bodyBytes: Allowances
    private let joins: Allowances
    private let wrongTokens: Allowances
    private let renewals: Allowances
    private let phoneReports: Allowances
    private let readings: Allowances
    private let memberReadings: Allowances

    /// Starts with full allowances.
    init(_ limits: StudioLimits = StudioLimits()) {
        func allowances(_ rate: Rate) -> Allowances { Allowances(rate, most: limits.addresses) }
        self.limits = limits
        files = allowances(limits.files)
        requests = allowances(limits.requests)
        signedRequests = allowances(limits.signedRequests)
        bodyBytes = allowances(limits.bodyBytes)
        joins = allowances(limits.joins)
        wrongTokens = allowances(limits.wrongTokens)
        renewals = allowances(limits.renewals)
        phoneReports = allowances(limits.phoneReports)
        readings = allowances(limits.readings)
        memberReadings = allowances(limits.memberReadings)
    }

    /// Counts a request; throws `StudioError` 429 if its address has sent too many and it is not the owner's.
    func checkRequest(_ request: Request, from address: String?, isOwner: () -> Bool) throws(StudioError) {
        guard let key = Self.key(of: address) else { return }
        let path = request.uri.path
        let allowances: Allowances
        if SignedRoutes.prefixes.contains(where: path.hasPrefix) {
            allowances = signedRequests
        } else if path.hasPrefix("/api/") {
            allowances = requests
        } else {
            allowances = files
        }
        let seconds = allowances.take(for: key)
        guard seconds > 0, !isOwner() else { return }
        throw Self.tooMany("too_many_requests", "This address sends too many requests.", seconds)
    }

    /// Counts bytes of a body; returns the seconds to wait before the next ones are read.
    func pause(forBytes count: Int, from address: String?) -> Double {
        guard let key = Self.key(of: address) else { return 0 }
        return bodyBytes.take(Double(count), for: key)
    }

    /// Throws `StudioError` 429 if an address has tried to join too often.
    func checkJoin(from address: String?) throws(StudioError) {
        guard let key = Self.key(of: address) else { return }
        try Self.check(joins.take(for: key), "too_many_joins", "This address has tried to join too often.")
    }

    /// Throws `StudioError` 429 if an address has shown too many wrong tokens.
    func noteWrongToken(from address: String?) throws(StudioError) {
        guard let key = Self.key(of: address) else { return }
        try Self.check(wrongTokens.take(for: key), "too_many_tokens", "This address has shown too many wrong tokens.")
    }

    /// Throws `StudioError` 429 if a member has asked for too many new access tokens.
    func checkRenewal(of member: String) throws(StudioError) {
        try Self.check(renewals.take(for: member), "too_many_renewals", "This member has renewed too often.")
    }

    /// Throws `StudioError` 429 if an address has sent too many reports of the phone test.
    func checkPhoneReport(from address: String?) throws(StudioError) {
        guard let key = Self.key(of: address) else { return }
        try Self.check(phoneReports.take(for: key), "too_many_phones", "This address has sent too many phone tests.")
    }

    /// Throws `StudioError` 429 if a member, or everyone at its address, has had the studio read too many pictures and pages.
    func checkReading(of member: String, from address: String?) throws(StudioError) {
        let code = "too_many_readings"
        let seconds = memberReadings.take(for: member)
        try Self.check(seconds, code, "This member has had too many pictures and pages read.")
        guard let key = Self.key(of: address) else { return }
        try Self.check(readings.take(for: key), code, "This address has had too many pictures and pages read.")
    }

    /// The refusal of a report when the table of phones is full, until the owner deletes some.
    static var tableFull: StudioError {
        tooMany("phones_full", "The table of phones is full: its owner can delete some.", 3600)
    }

    private static func check(_ seconds: Double, _ code: String, _ message: String) throws(StudioError) {
        guard seconds <= 0 else { throw tooMany(code, message, seconds) }
    }

    private static func tooMany(_ code: String, _ message: String, _ seconds: Double) -> StudioError {
        let whole = Int(seconds.rounded(.up))
        return StudioError(.tooManyRequests, code: code, "\(message) Try again in \(whole) s.", retryAfter: whole)
    }

    /// The key of an address: nil for the machine itself, and the network of a public address of version 6, because one
    /// machine can have many addresses in it.
    static func key(of address: String?) -> String? {
        guard let address else { return nil }
        // A socket of both versions writes an address of version 4 as ::ffff:10.0.0.7.
        let isMapped = address.lowercased().hasPrefix("::ffff:") && address.contains(".")
        // A proxy may state "unknown"; all those share one allowance.
        guard let machine = MachineAddress(isMapped ? String(address.dropFirst(7)) : address) else { return "unknown" }
        guard !machine.isLoopback else { return nil }
        guard machine.bytes.count == 16, !machine.isLocal else { return machine.text }
        return "\(machine.bytes.prefix(8).hexadecimal)/64"
    }
}

/// Refuses requests of addresses that send too many, reads their bodies no faster than allowed, and logs refusals here
/// and in later handlers.
struct ProtectionMiddleware: RouterMiddleware {
    typealias Context = StudioContext

    /// The refusals of forbidden attempts: by status, and by code if the status has other meanings.
    private static let statuses: Set<Int> = [401, 403, 415, 421, 429]
    private static let codes: Set<String> = ["host", "path"]

    let protection: StudioProtection
    let isOwner: @Sendable (Request) -> Bool

    func handle(
        _ request: Request,
        context: StudioContext,
        next: (Request, StudioContext) async throws -> Response
    ) async throws -> Response {
        let address = context.address(of: request)
        do {
            try protection.checkRequest(request, from: address) { isOwner(request) }
            return try await next(paced(request, from: address), context)
        } catch let fault as StudioError {
            if Self.statuses.contains(fault.status.code) || Self.codes.contains(fault.code) {
                protection.refusals.note(fault.code, from: address)
            }
            throw fault
        }
    }

    /// The request with a body that is read no faster than its address may send; the owner's has no limit.
    private func paced(_ request: Request, from address: String?) -> Request {
        guard StudioProtection.key(of: address) != nil, request.method != .get, request.method != .head,
            !isOwner(request)
        else { return request }
        var request = request
        let body = request.body
        request.body = RequestBody(asyncSequence: PacedBody(base: body, address: address, protection: protection))
        return request
    }
}

/// A body whose pieces come no faster than its address may send.
private struct PacedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let base: RequestBody
    let address: String?
    let protection: StudioProtection

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), address: address, protection: protection)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: RequestBody.AsyncIterator
        let address: String?
        let protection: StudioProtection

        mutating func next() async throws -> ByteBuffer? {
            guard let piece = try await base.next() else { return nil }
            while true {
                let seconds = protection.pause(forBytes: piece.readableBytes, from: address)
                guard seconds > 0 else { return piece }
                try await Task.sleep(for: .seconds(seconds))
            }
        }
    }
}
