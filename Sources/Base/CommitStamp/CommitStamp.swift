import Foundation
import PackagePlugin

/// Tells a program of which commit it is made: generates `Commit.swift` before each build.
///
/// Only the files of `main` functions are compiled anew after a commit. Without git, or outside a
/// checkout, the commit is empty. A plus stands for changes that were not committed.
@main
struct CommitStamp: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = context.pluginWorkDirectoryURL
        return [
            .prebuildCommand(
                displayName: "Stamping \(target.name) with its commit",
                executable: URL(fileURLWithPath: "/bin/sh"),
                arguments: [
                    "-c", Self.script, "sh", context.package.directoryURL.path,
                    folder.appendingPathComponent("Commit.swift").path,
                ], outputFilesDirectory: folder)
        ]
    }

    private static let script = #"""
        commit=$(git -C "$1" rev-parse --short=12 HEAD 2>/dev/null)
        [ -z "$commit" ] || git -C "$1" diff --quiet HEAD 2>/dev/null || commit=$commit+
        text="let commit = \"$commit\""
        [ "$(cat "$2" 2>/dev/null)" = "$text" ] || printf '%s\n' "$text" >"$2"
        """#
}
