import Foundation
import Testing

@testable import StudioServer

/// The text of pictures of a call; a small program stands in for tesseract.
@Suite struct TextRoutesTests {
    /// A gray PNG of 8 × 8 pixels.
    private static let picture = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR4nGM4AQUMlDEACLEyAaio5RMAAAAASUVORK5CYII="
    )

    /// It lists two languages; of a picture it tells its arguments, its surroundings, and the picture's first line.
    private static let echo = """
        if [ "$1" = --list-langs ]; then printf 'List of 3:\\neng\\nfra\\nosd\\n'; exit; fi
        read -r head
        printf 'level\\tp\\tb\\tp\\tl\\tw\\tx\\ty\\tw\\th\\tconf\\ttext\\n'
        n=0; for word in "$*" "$(env | cut -d= -f1 | sort | tr '\\n' ' ')" "$head" "$(pwd)"; do
        n=$((n+1)); printf '5\\t1\\t1\\t1\\t%s\\t1\\t0\\t0\\t9\\t9\\t80\\t%s\\n' $n "$word"; done
        """

    @Test func `A member has a picture read, as gray pixels, by a program with few surroundings`() async throws {
        try await CallerOfPrograms.run("tesseract", Self.echo) { caller in
            let pass = try await caller.join("pump-7")
            let picture = try #require(Self.picture)
            #expect(try await caller.read(nil, in: "pump-7", pass: pass).lines == ["eng", "fra"])
            let query = "languages=fra%20eng&layout=block"
            let read = try await caller.read(picture, in: "pump-7", pass: pass, query: query)
            #expect(read.status == 200)
            #expect(read.lines.first == "stdin stdout -l fra+eng --psm 6 tsv")
            let form = try await caller.read(picture, in: "pump-7", pass: pass, query: "languages=fra+eng")
            #expect(form.lines.first == "stdin stdout -l fra+eng --psm 11 tsv")
            let names = Set(try #require(read.lines.dropFirst().first).split(separator: " ").map(String.init))
            let own = ["PATH", "LC_ALL", "OMP_THREAD_LIMIT", "TESSDATA_PREFIX"]
            // The rest is the shell's of the stand-in.
            #expect(names.isSubset(of: own + ["PWD", "OLDPWD", "SHLVL", "_"]))
            // A line without a letter or a digit, such as the folder "/", is none.
            #expect(read.lines.dropFirst(2) == ["P5"])
        }
    }

    @Test func `Nobody reads without a token of the room`() async throws {
        try await CallerOfPrograms.run("tesseract", Self.echo) { caller in
            let (pass, picture) = (try await caller.join("pump-8"), try #require(Self.picture))
            for (room, shown) in [("pump-7", ""), ("pump-7", "x"), ("pump-7", pass + "x"), ("pump-7", pass)] {
                for sent in [picture, nil] {
                    let answer = try await caller.read(sent, in: room, pass: shown)
                    #expect([401, 403].contains(answer.status) && answer.lines.isEmpty, "\(shown)")
                }
            }
        }
    }

    @Test func `What is no picture, or too large a one, is refused by its header`() async throws {
        try await CallerOfPrograms.run("tesseract", Self.echo) { caller in
            let (pass, picture) = (try await caller.join("pump-7"), try #require(Self.picture))
            func code(_ sent: Data, _ query: String = "languages=eng") async throws -> String {
                try await caller.read(sent, in: "pump-7", pass: pass, query: query).code
            }
            #expect(try await code(Data("<svg xmlns='x'/>".utf8)) == "unsupported_type")
            #expect(try await code(Data("GIF89a".utf8)) == "unsupported_type")
            #expect(try await code(picture.prefix(20)) == "broken_picture")
            var wide = picture
            wide.replaceSubrange(16..<24, with: [0, 0, 0x40, 0, 0, 0, 0x40, 0])
            #expect(try await code(wide) == "too_many_pixels")
            #expect(try await code(picture + Data(count: 16 << 20)) == "too_large")
            for names in ["", "deu", "eng%20eng%20fra%20eng", "--list-langs"] {
                #expect(try await code(picture, "languages=\(names)") == "unknown_language", "\(names)")
            }
            #expect(try await code(picture, "languages=eng&layout=6") == "unknown_layout")
        }
    }

    @Test func `A member's pictures, and those of an address, are counted`() async throws {
        var limits = StudioLimits()
        limits.memberReadings = Rate(perSecond: 0.001, burst: 2)
        try await CallerOfPrograms.run("tesseract", Self.echo, limits: limits) { caller in
            let (pass, picture) = (try await caller.join("pump-7"), try #require(Self.picture))
            var answers: [Int] = []
            for _ in 0..<4 { answers.append(try await caller.read(picture, in: "pump-7", pass: pass).status) }
            #expect(answers == [200, 200, 429, 429])
            let other = try await caller.join("pump-7", as: "Bo")
            #expect(try await caller.read(picture, in: "pump-7", pass: other).status == 200)
        }
    }

    @Test func `One picture is read at a time for a room, and few in all`() async throws {
        let gate = "while [ ! -e \"${0%/*}/gate\" ]; do sleep 0.1; done; read -r head"
        let held = Self.echo.replacing("read -r head", with: gate)
        var limits = StudioLimits()
        limits.programs = 2
        try await CallerOfPrograms.run("tesseract", held, limits: limits, seconds: 600) { caller in
            let picture = try #require(Self.picture)
            let first = try await caller.join("room-a")
            let last = try await caller.join("room-c")
            let asked = [
                ("room-a", first), ("room-a", first), ("room-b", try await caller.join("room-b")), ("room-c", last),
            ]
            // The first question lists the languages.
            _ = try await caller.read(nil, in: "room-a", pass: first)
            let codes = try await withThrowingTaskGroup(of: String.self) { group in
                for (room, pass) in asked {
                    group.addTask { try await caller.read(picture, in: room, pass: pass).code }
                }
                var codes: [String] = []
                while let code = try await group.next() {
                    codes.append(code)
                    // The others go on once two were refused.
                    if codes.count == 2 { try Data().write(to: caller.programs.appending(path: "gate")) }
                }
                return codes
            }
            #expect(codes == ["reading_busy", "reading_busy", "", ""])
            #expect(try await caller.read(picture, in: "room-c", pass: last).status == 200)
        }
    }

    @Test func `A program that takes too long or fails is told, and the room can read again`() async throws {
        let faults = #"read -r head; [ "$6" = 11 ] && exec sleep 3000; [ "$6" = 6 ] && exit 3"#
        try await CallerOfPrograms.run("tesseract", Self.echo.replacing("read -r head", with: faults), seconds: 1) {
            caller in
            let (pass, picture) = (try await caller.join("pump-7"), try #require(Self.picture))
            #expect(try await caller.read(picture, in: "pump-7", pass: pass).code == "too_long")
            let failed = try await caller.read(picture, in: "pump-7", pass: pass, query: "languages=eng&layout=block")
            #expect(failed.status == 422 && failed.code == "unreadable")
        }
    }

    @Test func `A studio without the program says so`() async throws {
        try await CallerOfPrograms.run("tesseract", nil) { caller in
            let (pass, picture) = (try await caller.join("pump-7"), try #require(Self.picture))
            #expect(try await caller.read(nil, in: "pump-7", pass: pass).lines.isEmpty)
            let answer = try await caller.read(picture, in: "pump-7", pass: pass)
            #expect(answer.status == 503 && answer.code == "text_unavailable")
        }
    }

    @Test func `Words of a line belong together, accidents of the picture do not`() {
        let table = """
            level\tpage\tblock\tpar\tline\tword\tleft\ttop\twidth\theight\tconf\ttext
            4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t
            5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t90\tPUMP
            5\t1\t1\t1\t1\t2\t0\t0\t9\t9\t70\tKX-4200
            5\t1\t1\t1\t2\t1\t0\t0\t9\t9\t60\t|
            5\t1\t2\t1\t1\t1\t0\t0\t9\t9\t4\tqj
            5\t1\t2\t1\t2\t1\t0\t0\t9\t9\t23.5\t50
            5\t1\t2
            """
        let lines = RecognizedText(table: table).lines
        #expect(lines.map(\.text) == ["PUMP KX-4200", "50"])
        #expect(lines.map { ($0.confidence * 1000).rounded() } == [800, 235])
    }
}
