import ActivityFiles
import CommandLine
import LinuxIO
import Simulation
import Vocabulary

/// The region and the routes that the settings name, or what is wrong with them.
struct NamedRoutes {
    private(set) var findings: [SettingFinding] = []
    private let region: Region?
    private var route: RouteTrack?
    private var routes: [LaneID: RouteTrack] = [:]
    private let lanes: Range<Int>
    private let homes: [LaneID: Region]
    /// The routes of files that have been read: many athletes may share one.
    private var known: [String: RouteTrack] = [:]

    /// Reads every file, also after one that is wrong. None if the list itself is wrong.
    init(_ settings: ChosenSettings, _ ordered: NamedAthletes) {
        region = settings[.region] == nil ? nil : Region(parsing: settings.text(.region))
        let recorded = settings[.replay] == nil ? 0 : settings.texts(.replay).count
        lanes = recorded..<recorded + Int(settings.integer(.sessions))
        homes = ordered.homes
        if let choice = settings[.route] {
            for (index, text) in settings.texts(.route).enumerated() {
                let isPlaced = choice.itemOrigins.indices.contains(index)
                read(LanePath(text), isPlaced ? choice.itemOrigins[index] : choice.origin)
            }
        }
        for named in ordered.routes where findings.isEmpty {
            read(named, ordered.origin, .athletes)
        }
    }

    var grounds: Grounds {
        Grounds(region: region, route: route, routes: routes, homes: homes)
    }

    /// - Parameter key: the setting that names the file.
    private mutating func read(
        _ named: LanePath, _ origin: SettingOrigin, _ key: SettingKey = .route
    ) {
        if let problem = problem(with: named.lane) {
            return findings.append(
                SettingFinding(
                    origin, key, "\(named.path): \(problem.what)", remedy: problem.remedy,
                    code: .configuration))
        }
        let of = named.lane.map { " of s\($0)" } ?? ""
        if let track = known[named.path], let lane = named.lane { return routes[lane] = track }
        do throws(NamedFileFailure) {
            let bytes = try NamedFile.read(named.path, limitBytes: RouteFile.byteLimit)
            take(bytes, named, origin, key)
        } catch {
            findings.append(
                SettingFinding(
                    origin, key, "cannot read the route\(of): \(error)",
                    remedy: "give a readable GPX, FIT or TCX file of at most "
                        + "\(RouteFile.byteLimit >> 20) MiB",
                    code: error.isPermission ? .permission : .input))
        }
    }

    private func problem(with lane: LaneID?) -> (what: String, remedy: String)? {
        guard let lane else {
            guard route != nil else { return nil }
            return ("all lanes have a route already", "give one for all, or s3=FILE for one lane")
        }
        guard lanes.contains(lane.index) else {
            let known = lanes.isEmpty ? "none" : "s\(lanes.lowerBound) to s\(lanes.upperBound - 1)"
            return ("s\(lane) is no simulated lane of the fleet", "it has \(known)")
        }
        guard routes[lane] != nil else { return nil }
        return ("s\(lane) has a route already", "give one route for each lane")
    }

    private mutating func take(
        _ bytes: [UInt8], _ named: LanePath, _ origin: SettingOrigin, _ key: SettingKey
    ) {
        do throws(RouteFault) {
            let track = try RouteFile.read(bytes)
            known[named.path] = track
            if let lane = named.lane { routes[lane] = track } else { route = track }
        } catch {
            findings.append(
                SettingFinding(
                    origin, key, "\(named.path): byte \(error.offset): \(error.reason)",
                    remedy: error.reason.suggestion, code: .input))
        }
    }

    /// Refuses routes that take an athlete of the fleet too long. O(lanes) with a route.
    func checkTimes(
        of roster: Roster, seed: UInt64, isByDays: Bool
    ) throws(ProgramFailure) {
        let limits = RunPlan.longestRoute
        let longest = isByDays ? limits.ofDay : limits.ofLap
        for lane in (route == nil ? routes.keys.map(\.index).sorted() : Array(lanes)) {
            guard let track = routes[LaneID(index: lane)] ?? route else { continue }
            let athlete = roster.athlete(seed: seed, lane: LaneID(index: lane))
            let time = RunPlan.time(of: track, athlete: athlete)
            guard time > longest else { continue }
            throw ProgramFailure(
                .input,
                "route: \(Self.minutes(time)) minutes over \(Self.kilometres(track)) km are too "
                    + "many for s\(lane): a run \(isByDays ? "of a day" : "by laps") lasts at "
                    + "most \(Self.minutes(longest)); give a shorter route, routes for faster "
                    + "lanes alone (s3=FILE)\(isByDays ? "" : ", or --schedule days")")
        }
    }

    private static func minutes(_ time: FleetDuration) -> Int { Int((time.seconds / 60).rounded()) }

    private static func kilometres(_ track: RouteTrack) -> Double {
        (track.length / 10).rounded() / 100
    }
}
