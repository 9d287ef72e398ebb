import Foundation
import PackagePlugin

/// Tells a program of which commit it is made: generates `Commit.swift` before each build.
///
/// The package manager runs it when it plans a build, and keeps a plan as long as no file is added
/// or removed, unless `--disable-build-manifest-caching` is given, as `.ci/release` does. Only the
/// files of `main` functions are compiled anew after a commit. Without git, or outside a checkout
/// of its own, the commit is empty. A plus stands for changes that were not committed.
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
        # A checkout of another user is as good as an own one: nothing of it is executed.
        ask() { git -c safe.directory='*' -C "$folder" "$@" 2>/dev/null; }
        folder=$1
        commit=
        if [ "$(ask rev-parse --show-toplevel)" = "$(cd "$1" && pwd -P)" ]; then
            commit=$(ask rev-parse --short=12 HEAD)
            [ -z "$commit" ] || [ -z "$(ask status --porcelain)" ] || commit=$commit+
        fi
        text="let commit = \"$commit\""
        [ "$(cat "$2" 2>/dev/null)" = "$text" ] || printf '%s\n' "$text" >"$2"
        """#
}
