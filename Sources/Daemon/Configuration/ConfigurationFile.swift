import CommandLine
import JSON
import LinuxIO

/// A configuration file: its fields with their places, or why it cannot be parsed.
package struct ConfigurationFile: Sendable {
    /// More bytes than every key with a thousand recordings takes.
    package static let byteLimit = 1 << 20

    package let path: String
    let fields: [PlacedJSON.Field]
    package let fault: JSON5Fault?
    private let text: PlacedText

    /// - Parameter path: as the user wrote it, for messages.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        text = PlacedText(bytes)
        do throws(JSON5Fault) {
            fields = try PlacedJSON.configuration(bytes).fields
            fault = nil
        } catch {
            fields = []
            fault = error
        }
    }

    /// Reads a file of at most 1 MiB.
    ///
    /// - Throws: if the file cannot be read, or is larger.
    package static func read(_ path: String) throws(ProgramFailure) -> ConfigurationFile {
        do throws(NamedFileFailure) {
            let bytes = try NamedFile.read(path, limitBytes: byteLimit)
            return ConfigurationFile(path: path, bytes: bytes)
        } catch {
            throw ProgramFailure(
                error.isPermission ? .permission : .input,
                "cannot read the configuration: \(error); "
                    + "give a readable JSON5 file of at most 1 MiB")
        }
    }

    /// Reads the files of the folder beside a configuration file, `runwayd.json5.d`, whose names
    /// end in `.json5`, in the order of their names; none if there is no such folder.
    static func readFolder(beside path: String) throws(ProgramFailure) -> [ConfigurationFile] {
        let folder = "\(path).d"
        let names: [String]
        do throws(SystemFailure) {
            names = try Directory.names(in: folder)
        } catch {
            guard !error.isNotFound else { return [] }
            throw ProgramFailure(
                error.isPermission ? .permission : .input,
                "cannot read the configuration: \(error); give a readable folder, or remove it")
        }
        var files: [ConfigurationFile] = []
        for name in names.sorted() where name.hasSuffix(".json5") && !name.hasPrefix(".") {
            files.append(try read("\(folder)/\(name)"))
        }
        return files
    }

    /// A path that the file names: a relative one begins at the file's folder, so that the meaning
    /// does not depend on where the daemon is started.
    func located(_ named: String) -> String { named.located(besideFile: path) }

    func origin(_ place: TextPlace) -> SettingOrigin { .file(path, place) }

    /// The origin of the byte at `offset`. Traps beyond the end of the file.
    func origin(_ offset: Int) -> SettingOrigin { origin(text.place(of: offset)) }
}

/// Where the program `runwayd` looks for its settings.
package enum SettingSources {
    /// The variable that names the configuration file where `--config` does not.
    static let fileVariable = "RUNWAY_CONFIG"

    /// Reads the environment, and the configuration file if flag or variable names one, with the
    /// files of its folder.
    package static func settings(_ flags: ParsedFlags) throws(ProgramFailure) -> ChosenSettings {
        let path = flags["--config"] ?? Environment.value(fileVariable)
        guard let path else { return ChosenSettings(flags: flags, environment: environment) }
        let file = try ConfigurationFile.read(path)
        return ChosenSettings(
            flags: flags, environment: environment, file: file,
            dropIns: try ConfigurationFile.readFolder(beside: path))
    }

    private static var environment: [String: String] {
        let names =
            SettingKey.allCases.compactMap(\.variable) + ["XDG_RUNTIME_DIR", "STATE_DIRECTORY"]
        return names.reduce(into: [:]) { $0[$1] = Environment.value($1) }
    }
}

extension String {
    /// The path as a file names it: a relative one begins at the file's folder.
    func located(besideFile path: String) -> String {
        guard !hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return self }
        return path[...slash] + self
    }
}
