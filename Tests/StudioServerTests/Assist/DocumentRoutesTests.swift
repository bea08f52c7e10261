import Foundation
import Testing

@testable import StudioServer

/// Pages of documents of a call; a small program stands in for pdftoppm.
@Suite struct DocumentRoutesTests {
    private static let document = Data("%PDF-1.4 and so on".utf8)
    /// It draws page 1 as the first bytes of a PNG, followed by its arguments; it knows no other page.
    private static let drawing = #"[ "$3" = 1 ] || exit 99; printf '\211PNG\r\n\032\n%s' "$*"; cat"#

    @Test func `A member has a page of a document drawn`() async throws {
        try await CallerOfPrograms.run("pdftoppm", Self.drawing) { caller in
            let pass = try await caller.join("pump-7")
            let page = try await caller.send(Self.document, to: "pump-7/page?number=1", pass: pass)
            #expect(page.status == 200)
            let drawn = String(decoding: page.body.dropFirst(8), as: UTF8.self)
            #expect(drawn == "-png -f 1 -l 1 -scale-to 1536 -%PDF-1.4 and so on")
            let missing = try await caller.send(Self.document, to: "pump-7/page?number=2", pass: pass)
            #expect(missing.status == 404 && missing.code == "unknown_page")
        }
    }

    @Test func `What is no document, no page's number or too large is refused, and so is a stranger`() async throws {
        try await CallerOfPrograms.run("pdftoppm", Self.drawing) { caller in
            let pass = try await caller.join("pump-7")
            func code(_ bytes: Data, _ number: String = "1", pass: String) async throws -> String {
                try await caller.send(bytes, to: "pump-7/page?number=\(number)", pass: pass).code
            }
            #expect(try await code(Data("<html>".utf8), pass: pass) == "unsupported_type")
            #expect(try await code(Self.document + Data(count: 16 << 20), pass: pass) == "too_large")
            for number in ["0", "-1", "10000", "1%20-o", "x"] {
                #expect(try await code(Self.document, number, pass: pass) == "unknown_page", "\(number)")
            }
            for shown in ["", "x", try await caller.join("pump-8")] {
                let answer = try await caller.send(Self.document, to: "pump-7/page", pass: shown)
                #expect([401, 403].contains(answer.status))
            }
        }
    }

    @Test func `A page that takes too long, fails or writes too much is told, as is a missing program`() async throws {
        let script = """
            case "$3" in 2) exec sleep 3000;; 3) exit 1;; 4) exec head -c 17000000 /dev/zero;; 5) echo nothing;; esac
            """
        try await CallerOfPrograms.run("pdftoppm", script, seconds: 1) { caller in
            let pass = try await caller.join("pump-7")
            var codes: [String] = []
            for number in 2...5 {
                codes.append(try await caller.send(Self.document, to: "pump-7/page?number=\(number)", pass: pass).code)
            }
            #expect(codes == ["too_long", "unreadable", "unreadable", "unreadable"])
        }
        try await CallerOfPrograms.run("pdftoppm", nil) { caller in
            let pass = try await caller.join("pump-7")
            let answer = try await caller.send(Self.document, to: "pump-7/page", pass: pass)
            #expect(answer.status == 503 && answer.code == "pages_unavailable")
        }
    }

    @Test func `Pages and pictures have one allowance, and one turn in a room`() async throws {
        var limits = StudioLimits()
        limits.memberReadings = Rate(perSecond: 0.001, burst: 1)
        try await CallerOfPrograms.run("pdftoppm", Self.drawing, limits: limits) { caller in
            let pass = try await caller.join("pump-7")
            #expect(try await caller.send(Self.document, to: "pump-7/page", pass: pass).status == 200)
            #expect(try await caller.send(Self.document, to: "pump-7/page", pass: pass).status == 429)
            #expect(try await caller.read(Self.document, in: "pump-7", pass: pass).status == 429)
        }
    }
}
