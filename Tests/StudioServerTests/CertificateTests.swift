import Foundation
import Testing
import X509

@testable import StudioServer

@Suite struct CertificateTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "certificates-\(UUID().uuidString)")
    let machine = MachineNames(
        names: ["workbench", "workbench.local"],
        addresses: ["192.168.1.20", "fd00::20"].compactMap(MachineAddress.init)
    )

    private func permissions(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)[.posixPermissions] as? Int
    }

    private func server() throws -> Certificate {
        try Certificate(pemEncoded: String(contentsOf: folder.appending(path: "server.pem"), encoding: .utf8))
    }

    @Test("The first use makes a root and a certificate for every name and address; the next keeps them")
    func madeOnce() throws {
        let folder = CertificateFolder(folder: folder)
        let first = try folder.prepare(for: machine)
        #expect(first.isNewRoot && first.isNewCertificate)
        let names = try #require(try server().extensions.subjectAlternativeNames)
        for name in ["localhost", "workbench", "workbench.local"] { #expect(names.contains(.dnsName(name))) }
        #expect(names.filter { if case .ipAddress = $0 { true } else { false } }.count == 4)
        #expect(try permissions("server-key.pem") == 0o600)
        #expect(try permissions("root-key.pem") == 0o600)
        let second = try folder.prepare(for: machine)
        #expect(!second.isNewRoot && !second.isNewCertificate)
        #expect(second.root == first.root)
    }

    @Test("A new address renews the certificate under the same root; a new name renews the root too")
    func renewedByNames() throws {
        let folder = CertificateFolder(folder: folder)
        let first = try folder.prepare(for: machine)
        var moved = machine
        moved.addresses.append(try #require(MachineAddress("10.0.0.7")))
        let second = try folder.prepare(for: moved)
        #expect(!second.isNewRoot && second.isNewCertificate)
        #expect(second.root == first.root)
        let third = try folder.prepare(for: MachineNames(names: ["bench-2"], addresses: []))
        #expect(third.isNewRoot && third.isNewCertificate)
    }

    @Test("A certificate near its end is renewed, and the root before it could outlive its own")
    func renewedByAge() throws {
        let folder = CertificateFolder(folder: folder)
        let begin = Date()
        _ = try folder.prepare(for: machine, now: begin)
        let nearEnd = try folder.prepare(for: machine, now: begin + 390 * 86_400)
        #expect(!nearEnd.isNewRoot && nearEnd.isNewCertificate)
        let yearsOn = try folder.prepare(for: machine, now: begin + 3400 * 86_400)
        #expect(yearsOn.isNewRoot && yearsOn.isNewCertificate)
    }

    @Test("Damaged files are made anew")
    func repaired() throws {
        let kept = CertificateFolder(folder: folder)
        _ = try kept.prepare(for: machine)
        try Data("no certificate".utf8).write(to: folder.appending(path: "server.pem"))
        #expect(try kept.prepare(for: machine).isNewCertificate)
        try Data("no key".utf8).write(to: folder.appending(path: "root-key.pem"))
        #expect(try kept.prepare(for: machine).isNewRoot)
    }

    @Test("Those who trust the root trust the certificate, and the root vouches for no strange name or address")
    func verified() async throws {
        let now = Date()
        let authority = try CertificateAuthority(names: machine.names, now: now)
        func holds(_ issued: IssuedCertificate) async -> Bool {
            var verifier = Verifier(rootCertificates: CertificateStore([authority.root.certificate])) {
                RFC5280Policy(fixedValidationTime: now)
            }
            let outcome = await verifier.validate(
                leaf: issued.certificate,
                intermediates: CertificateStore([authority.root.certificate])
            )
            if case .validCertificate = outcome { return true }
            return false
        }
        #expect(await holds(try authority.issue(for: machine, now: now)))
        let stranger = MachineNames(names: ["bank.example"], addresses: [])
        #expect(!(await holds(try authority.issue(for: stranger, now: now))))
        let public4 = MachineNames(names: [], addresses: [try #require(MachineAddress("93.184.216.34"))])
        #expect(!(await holds(try authority.issue(for: public4, now: now))))
    }

    @Test(
        "Addresses are told apart: this machine, local networks, the internet",
        arguments: [
            ("127.0.0.1", true, true), ("::1", true, true), ("192.168.178.3", false, true), ("172.31.0.1", false, true),
            ("172.32.0.1", false, false), ("10.1.2.3", false, true), ("fe80::1%eth0", false, true),
            ("fd12::1", false, true),
            ("8.8.8.8", false, false), ("2001:db8::1", false, false),
        ]
    )
    func ranges(text: String, isLoopback: Bool, isLocal: Bool) throws {
        let address = try #require(MachineAddress(text))
        #expect(address.isLoopback == isLoopback)
        #expect(address.isLocal == isLocal)
    }

    @Test("What is no address is none", arguments: ["", "localhost", "1.2.3", "300.1.1.1"])
    func noAddress(text: String) { #expect(MachineAddress(text) == nil) }
}
