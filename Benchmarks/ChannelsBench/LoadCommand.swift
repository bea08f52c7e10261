import ArgumentParser
import Glibc
import PusherProtocol

/// Puts load on a server that is running, and tells what arrived.
struct LoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "load", abstract: "Put load on a running server.")

    @Option(help: "pusher, raw or nats.") var wire = "pusher"
    @Option(help: "The server's port.") var port = 6001
    @Option(help: "Where subscribers connect.") var subscribe = "/app/278d425bdf160c739803?protocol=7"
    @Option(help: "Where the publisher connects.") var publish = "/app/278d425bdf160c739803?protocol=7"
    @Option(help: "The application's key.") var key = "278d425bdf160c739803"
    @Option(help: "The application's secret.") var secret = "7ad3773142a6692b25b8"
    @Option(help: "How many subscribers.") var subscribers = 100
    @Option(help: "For how long, seconds.") var seconds = 3.0
    @Option(help: "Publications a second; none for as many as the server takes.") var rate: Double?
    @Option(help: "Publications on their way when there is no rate.") var window = 1000
    @Option(help: "The server's process, to tell its memory.") var pid: Int?
    @Flag(help: "Connect only.") var connectOnly = false

    func run() throws {
        guard let wire = Wire(rawValue: wire) else { throw ValidationError("--wire is pusher, raw or nats") }
        let plan = LoadPlan(
            wire: wire,
            port: port,
            subscriberTarget: subscribe,
            publisherTarget: publish,
            subscribers: subscribers,
            seconds: seconds,
            rate: rate,
            window: window,
            credentials: Credentials(key: key, secret: secret)
        )
        let before = pid.flatMap(residentKilobytes)
        let run = LoadRun(plan)
        guard let connectSeconds = run.connectAll() else { throw ValidationError("only \(run.ready) connected") }
        var line = #"{"subscribers":\#(subscribers),"connectSeconds":\#(rounded(connectSeconds))"#
        if let before, let after = pid.flatMap(residentKilobytes) {
            line += #","kilobytesPerConnection":\#(rounded(Double(after - before) / Double(subscribers)))"#
        }
        if !connectOnly {
            guard run.connectPublisher() else { throw ValidationError("the publisher cannot connect") }
            line += figures(run.publish())
        }
        print(line + "}")
    }

    private func figures(_ figures: LoadRun.Figures) -> String {
        var text = #","deliveriesPerSecond":\#(Int(Double(figures.delivered) / figures.seconds))"#
        text += #","lost":\#(figures.lost),"disordered":\#(figures.disordered)"#
        if rate != nil {
            let p = figures.percentiles.map(rounded)
            text += #","millisecondsP50":\#(p[0]),"millisecondsP99":\#(p[1]),"millisecondsP999":\#(p[2])"#
        }
        return text
    }

    private func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

    private func residentKilobytes(_ pid: Int) -> Int? {
        guard let file = fopen("/proc/\(pid)/status", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if text.hasPrefix("VmRSS:") { return Int(text.filter(\.isNumber)) }
        }
        return nil
    }
}
