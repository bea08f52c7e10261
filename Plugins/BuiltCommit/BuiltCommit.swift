import Foundation
import PackagePlugin

/// Writes the commit that is built into a Swift file, before every build; the file is left alone if the commit is the same.
///
/// `+changes` follows if Swift or C sources differ from that commit. Without git the commit is `unknown`.
@main
struct BuiltCommit: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
        let folder = context.pluginWorkDirectoryURL.appending(path: "Commit")
        let script = """
            cd "$1"
            commit=$(git rev-parse --short=7 HEAD 2>/dev/null || echo unknown)
            git diff --quiet HEAD -- Sources Package.swift 2>/dev/null || [ "$commit" = unknown ] || commit=$commit+changes
            line="let builtCommit = \\"$commit\\""
            mkdir -p "$2"
            [ "$(cat "$2/Commit.swift" 2>/dev/null)" = "$line" ] || echo "$line" >"$2/Commit.swift"
            """
        return [
            .prebuildCommand(
                displayName: "Commit",
                executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", script, "sh", context.package.directoryURL.path(), folder.path()],
                outputFilesDirectory: folder
            )
        ]
    }
}
