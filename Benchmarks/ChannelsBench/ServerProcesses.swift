import Glibc

/// The processes of a server, as the system accounts for them.
struct ServerProcesses {
    private let identifiers: [Int]

    init(_ identifiers: [Int]) {
        self.identifiers = identifiers
    }

    /// Memory resident, KB; nil when a process cannot be seen.
    var residentKilobytes: Int? {
        sum { identifier in
            let line = lines(of: "/proc/\(identifier)/status").first { $0.hasPrefix("VmRSS:") }
            return line.flatMap { Int($0.filter(\.isNumber)) }
        }
    }

    /// Time of the processor used since the start, in the program and in the system for it, seconds.
    var processorSeconds: Double? {
        let ticks = sum { identifier -> Int? in
            // Behind the program's name in brackets: the state, then ten numbers, then the two times.
            guard let line = lines(of: "/proc/\(identifier)/stat").first, let name = line.lastIndex(of: ")") else {
                return nil
            }
            let fields = line[name...].split(separator: " ")
            guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else { return nil }
            return user + system
        }
        return ticks.map { Double($0) / Double(sysconf(Int32(_SC_CLK_TCK))) }
    }

    private func sum(_ part: (Int) -> Int?) -> Int? {
        guard !identifiers.isEmpty else { return nil }
        var sum = 0
        for identifier in identifiers {
            guard let value = part(identifier) else { return nil }
            sum += value
        }
        return sum
    }

    private func lines(of path: String) -> [String] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var lines: [String] = []
        var line = [CChar](repeating: 0, count: 1024)
        while fgets(&line, 1024, file) != nil {
            lines.append(String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
        return lines
    }
}
