import ArgumentParser
import Glibc
import PusherProtocol

/// Puts load on a running server, and reports the deliveries.
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
    @Option(help: "The channel, in the Pusher protocol.") var channel = "private-bench"
    @Option(parsing: .upToNextOption, help: "The server's processes, to tell their memory and processor time.")
    var pid: [Int] = []
    @Flag(help: "Connect only.") var connectOnly = false
    @Flag(help: "Stay connected until the process is killed.") var stay = false

    func run() throws {
        guard let wire = Wire(rawValue: wire) else { throw ValidationError("--wire is pusher, raw or nats") }
        let plan = LoadPlan(
            wire: wire,
            port: port,
            subscriberTarget: subscribe,
            publisherTarget: publish,
            channel: channel,
            subscribers: subscribers,
            seconds: seconds,
            rate: rate,
            window: window,
            credentials: Credentials(key: key, secret: secret)
        )
        let servers = ServerProcesses(pid)
        let before = servers.residentKilobytes
        let idle = servers.processorSeconds
        let run = LoadRun(plan)
        guard let connectSeconds = run.connectAll() else { throw ValidationError("only \(run.ready) connected") }
        var line = #"{"subscribers":\#(subscribers),"connectSeconds":\#(rounded(connectSeconds))"#
        if let before, let after = servers.residentKilobytes {
            line += #","kilobytesPerConnection":\#(rounded(Double(after - before) / Double(subscribers)))"#
        }
        if let idle, let busy = servers.processorSeconds {
            let microseconds = (busy - idle) * 1e6 / Double(subscribers)
            line += #","serverMicrosecondsPerConnection":\#(rounded(microseconds))"#
        }
        if !connectOnly {
            guard run.connectPublisher() else { throw ValidationError("the publisher cannot connect") }
            let busy = servers.processorSeconds
            let shown = run.publish()
            line += figures(shown)
            if let busy, let after = servers.processorSeconds, shown.delivered > 0 {
                let microseconds = (after - busy) * 1e6 / Double(shown.delivered)
                line += #","serverMicrosecondsPerDelivery":\#(rounded(microseconds))"#
            }
        }
        print(line + "}")
        while stay {
            fflush(nil)
            run.turn(milliseconds: 100)
        }
    }

    private func figures(_ figures: LoadRun.Figures) -> String {
        var text = #","deliveriesPerSecond":\#(Int(Double(figures.delivered) / figures.seconds))"#
        text += #","lost":\#(figures.lost),"disordered":\#(figures.disordered)"#
        if rate != nil {
            for (name, value) in zip(["P50", "P99", "P999", "Max"], figures.percentiles) {
                text += #","milliseconds\#(name)":\#(rounded(value))"#
            }
        }
        return text
    }

    private func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
