import Foundation
import Testing

@testable import StudioServer

@Suite struct InvitationTests {
    @Test("A code has the three finder patterns and is dark and light by rows")
    func finders() throws {
        let code = try #require(QRCode("https://192.168.1.20:8443/"))
        #expect(code.side >= 21 && (code.side - 21).isMultiple(of: 4))
        for (row, column) in [(0, 0), (0, code.side - 7), (code.side - 7, 0)] {
            for step in 0..<7 {
                #expect(code.isDark(row: row, column: column + step))
                #expect(code.isDark(row: row + 6, column: column + step))
            }
            #expect(!code.isDark(row: row + 1, column: column + 1))
            #expect(code.isDark(row: row + 3, column: column + 3))
        }
        #expect(!code.isDark(row: -1, column: 0) && !code.isDark(row: 0, column: code.side))
    }

    @Test("The terminal's lines are all as wide as the code with its margin")
    func terminal() throws {
        let code = try #require(QRCode("https://a/"))
        let plain = code.terminalLines.map { $0.split(separator: "m", maxSplits: 1)[1].dropLast(4) }
        #expect(plain.count == (code.side + 5) / 2)
        for line in plain { #expect(line.count == code.side + 4) }
    }

    @Test("A text too long for a code gives none")
    func tooLong() { #expect(QRCode(String(repeating: "x", count: 5000)) == nil && QRCode("") == nil) }

    @Test("Phones are invited to the network's address, and not where only this machine listens")
    func addresses() {
        let names = MachineNames(names: [], addresses: ["10.0.0.5"].compactMap(MachineAddress.init))
        func address(_ host: String) -> String? {
            Invitation.address(host: host, port: 8443, isSecure: true, names: names)
        }
        #expect(address("0.0.0.0") == "https://10.0.0.5:8443/")
        #expect(address("10.0.0.9") == "https://10.0.0.9:8443/")
        #expect(address("127.0.0.1") == nil && address("localhost") == nil)
    }

    @Test("The list of pages names folders by their address and changes when a file does")
    func pages() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pages-\(UUID().uuidString)")
        for path in ["index.html", "service-worker.js", "tool/index.html", "tool/tool.js", ".hidden"] {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data("a".utf8).write(to: file)
        }
        let first = PageList(folder: folder)
        #expect(first.files == ["", "tool/", "tool/tool.js"])
        #expect(PageList(folder: folder) == first)
        try Data("ab".utf8).write(to: folder.appending(path: "tool/tool.js"))
        #expect(PageList(folder: folder).version != first.version)
        try FileManager.default.removeItem(at: folder)
    }
}
