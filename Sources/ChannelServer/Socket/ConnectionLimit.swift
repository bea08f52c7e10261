import Glibc

/// How many connections the server takes before it pauses accepting, so that file descriptors are left for its own
/// work.
///
/// Without a descriptor `accept` fails at once and for ever: a server that goes on trying burns a core and answers
/// nobody. Connections over the limit wait in the system's queue.
public enum ConnectionLimit {
    /// What the server itself needs: the database, files that are sent, requests to others.
    public static let reserve = 128
    /// More connections than this are not taken, however many descriptors there are.
    public static let most = 20_000

    /// The limit, after the process's own limit was raised as far as the system allows.
    public static func current() -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 512 }
        let wanted = min(limit.rlim_max, rlim_t(most + reserve))
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = wanted
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        let descriptors = Int(clamping: limit.rlim_cur)
        return max(16, min(most, descriptors - min(reserve, descriptors / 2)))
    }
}
