import CommandLine
import Configuration
import LinuxIO
import StateFiles

/// How the settings of a fleet compare with those that its state directory has kept.
struct SettingNews {
    /// The kept settings; nil for a fresh directory, or one of an earlier daemon.
    let kept: KeptSettings?
    private let settings: ChosenSettings
    private let now: KeptSettings

    init(kept: KeptSettings?, _ settings: ChosenSettings) {
        self.kept = kept
        self.settings = settings
        now = settings.toKeep
    }

    /// What the operator should know of the settings at the start.
    var lines: [String] {
        guard let kept else { return [] }
        var found: [String] = []
        var lines: [String] = []
        for key in SettingKey.ofFleet {
            let (was, now) = (kept.values[key.rawValue], now.values[key.rawValue])
            if was != now, settings.isSet(key), let origin = settings[key]?.origin {
                lines.append(
                    "\(key.rawValue) is \(Self.shown(now)) (\(origin)), and was "
                        + "\(Self.shown(was)) when this fleet flew last; it is kept")
            } else if case .kept? = settings[key]?.origin, now != Self.usual(key) {
                found.append("\(key.rawValue) \(Self.shown(now))")
            }
        }
        guard !found.isEmpty else { return lines }
        return ["as this fleet flew last: \(found.joined(separator: ", "))"] + lines
    }

    /// A difference for a sentence, with the files where only a hash of their content is known.
    func words(for difference: StoredDifference) -> String {
        let name = difference.name
        let keys = [SettingKey.faults, .route, .athletes, .replay].map(\.rawValue)
        guard let kept, keys.contains(name) else { return "\(difference)" }
        let (was, now) = (kept.values[name], now.values[name])
        return was == now
            ? "\(name) \(Self.shown(was)) as it was, and its content has changed"
            : "\(name) \(Self.shown(was)), not \(Self.shown(now))"
    }

    private static func usual(_ key: SettingKey) -> [String]? {
        guard case .value(let value) = SettingTable.row(key).default else { return nil }
        let texts = value.texts
        return texts.isEmpty ? nil : texts
    }

    private static let longest = 200

    private static func shown(_ texts: [String]?) -> String {
        guard let texts, let first = texts.first else { return "none" }
        let shown =
            texts.count > 2
            ? "\(first) and \(texts.count - 1) more" : texts.joined(separator: ", ")
        // A list of athletes may be as long as the file that it stood in.
        return shown.count > longest ? "\(shown.prefix(longest))…" : shown
    }
}

extension ChosenSettings {
    /// These settings; a setting that describes the fleet and is not set is as the state directory
    /// keeps it. Neither makes the directory nor locks it.
    var withKept: ChosenSettings {
        get throws(ProgramFailure) {
            guard self[.state] != nil else { return self }
            do throws(StateFailure) {
                let path = text(.state)
                guard let kept = try StateFolder.settings(in: path) else { return self }
                return keeping(kept.values, in: path)
            } catch {
                throw .state(error)
            }
        }
    }

    /// What a state directory keeps of the settings.
    var toKeep: KeptSettings {
        KeptSettings(describingFleet(from: WorkingDirectory.path))
    }

    /// Opens the state directory; nil if none is named.
    var stateFolder: StateFolder? {
        get throws(ProgramFailure) {
            guard self[.state] != nil else { return nil }
            do throws(StateFailure) {
                return try StateFolder(text(.state))
            } catch {
                throw .state(error)
            }
        }
    }
}
