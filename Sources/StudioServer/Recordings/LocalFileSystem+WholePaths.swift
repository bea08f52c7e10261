import Hummingbird
import Logging
import NIOPosix

extension LocalFileSystem {
    /// A file system of absolute paths, for callers that validate paths themselves.
    ///
    /// It logs only warnings: by default it reports at every start that it serves the files of `/`, which is wrong.
    static func byWholePath(logger: Logger) -> LocalFileSystem {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .warning)
        return LocalFileSystem(rootFolder: "/", threadPool: .singleton, logger: logger)
    }
}
