import Vocabulary
import WireProtocol

/// A page of all sessions at one instant, sorted and filtered as requested; computed in slices.
///
/// Followed lanes stand at the present already. Of the others, one answer advances as many as its
/// work allows, in cyclic order (``FleetRoster``). The answer says how many lanes stand at the
/// present or shortly before it; the next answer continues.
package final class SortedSessions {
    /// Sorts and filters by nothing that the reader may not see.
    private let request: SortedSessionsRequest
    private let sight: Sight
    private let instant: FleetInstant
    /// Lanes that stand at this instant or later count as up to date.
    private let recent: FleetInstant
    /// Updated in every slice: commands may be entered between two slices.
    private var fleet: Fleet
    /// The rows of the roster to judge: all, or those of the page if it is sorted by lane.
    private var candidates: Range<Int>
    private var total = 0
    /// The roster's generation: its rows may change while two pages are advanced in turns.
    private var generation = 0
    private var stage = Stage.begun
    private var ranking = SessionRanking()
    /// The number of lanes that have a flight, and of those that are up to date.
    private var (flownCount, recentCount) = (0, 0)
    private var page: [LaneFlight] = []

    private enum Stage {
        case begun
        /// The rows that have had their turn, and the steps left for the others.
        case bringing(rows: Int, steps: Int)
        /// The next row to be judged.
        case ranking(row: Int)
        case done

        var isDone: Bool {
            switch self {
            case .done: true
            case .begun, .bringing, .ranking: false
            }
        }
    }

    /// About how many samples one answer computes: some tenths of a second.
    package static let stepsOfAnswer = 200_000
    /// Rows that are judged in the time of one sample.
    private static let rowsOfStep = 4

    fileprivate init(
        _ request: SortedSessionsRequest, of fleet: Fleet, at instant: FleetInstant,
        recent: FleetInstant, sight: Sight
    ) {
        self.sight = sight
        self.recent = recent
        self.request = request
        self.fleet = fleet
        self.instant = instant
        candidates = 0..<0
    }

    /// Does work worth about `steps` samples; true once the page is complete.
    fileprivate func advance(
        steps: Int, _ run: borrowing FleetRun, _ roster: inout FleetRoster
    ) -> Bool {
        var left = steps
        fleet = run.fleet
        if generation != roster.generation, !stage.isDone { stage = .begun }
        while left > 0 {
            switch stage {
            case .begun: begin(&roster)
            case .bringing(let rows, let steps):
                left -= bring(rows: rows, steps: steps, atMost: left, run, &roster)
            case .ranking(let row): left -= rank(from: row, atMost: left, run, roster)
            case .done: return true
            }
        }
        return false
    }

    private func begin(_ roster: inout FleetRoster) {
        roster.update(of: fleet, at: instant)
        generation = roster.generation
        total = roster.rows.count
        ranking = SessionRanking()
        (flownCount, recentCount) = (0, 0)
        candidates = request.isOfLanes ? lanesOfPage : 0..<total
        stage = .bringing(rows: 0, steps: Self.stepsOfAnswer)
    }

    private var lanesOfPage: Range<Int> {
        let first = min(request.offset, total)
        let page = first..<min(total, first + request.limit)
        return request.isDescending ? total - page.upperBound..<total - page.lowerBound : page
    }

    /// Advances the next row's lane.
    ///
    /// - Returns: the steps that it took, at least one.
    private func bring(
        rows: Int, steps: Int, atMost most: Int, _ run: borrowing FleetRun,
        _ roster: inout FleetRoster
    ) -> Int {
        guard rows < candidates.count, steps > 0, let index = nextRow(rows, roster) else {
            stage = .ranking(row: candidates.lowerBound)
            return 1
        }
        let isFollowed = run.place(of: roster.rows[index].lane) != nil
        let limit = min(most, steps)
        let taken =
            isFollowed ? 0 : roster.bring(index, of: fleet, to: instant, atMost: limit)
        let isThere = taken < limit
        if isThere, !request.isOfLanes { roster.endTurn(of: index) }
        let work = max(isFollowed ? 1 : fleet.stepsOfLook, taken)
        stage = .bringing(rows: isThere ? rows + 1 : rows, steps: steps - work)
        return work
    }

    private func nextRow(_ rows: Int, _ roster: FleetRoster) -> Int? {
        request.isOfLanes ? candidates.lowerBound + rows : roster.nextTurn()
    }

    /// Filters and ranks the next rows; completes the page after the last row.
    ///
    /// - Returns: the steps that the work is worth, at least one.
    private func rank(
        from row: Int, atMost steps: Int, _ run: borrowing FleetRun, _ roster: FleetRoster
    ) -> Int {
        let rows = min(steps, candidates.count) * Self.rowsOfStep
        let end = min(candidates.upperBound, row + rows)
        for index in row..<end { judge(index, run, roster) }
        stage = .ranking(row: end)
        if end == candidates.upperBound { finish(run, roster) }
        return 1 + (end - row) / Self.rowsOfStep
    }

    private func judge(_ index: Int, _ run: borrowing FleetRun, _ roster: FleetRoster) {
        let row = roster.rows[index]
        guard let flight = flight(of: row, run, roster) else { return }
        flownCount += 1
        let isFollowed = run.place(of: row.lane) != nil
        if isFollowed || (row.through.map { $0 >= recent } ?? false) { recentCount += 1 }
        guard request.includes(flight, of: fleet) else { return }
        ranking.enter(Int32(index), key: request.key(of: flight, in: fleet))
    }

    private func flight(
        of row: FleetRoster.Row, _ run: borrowing FleetRun, _ roster: FleetRoster
    ) -> LaneFlight? {
        run.flight(of: row.lane) ?? roster.flight(of: row)
    }

    private func finish(_ run: borrowing FleetRun, _ roster: FleetRoster) {
        let first = request.isOfLanes ? 0 : request.offset
        let rows = ranking.rows(
            from: first, atMost: request.limit, isDescending: request.isDescending)
        page = rows.compactMap { flight(of: roster.rows[Int($0)], run, roster) }
        stage = .done
    }

    /// The number of lanes that the answer reports as up to date; until every lane has been flown
    /// once, those that have been.
    private var broughtCount: Int { flownCount < candidates.count ? flownCount : recentCount }

    /// Appends the answer to `sessions`, one whole line.
    package func append(id: AnswerID?, to bytes: inout LineBuffer) {
        bytes.append(#"{"type":"sessions""#)
        bytes.appendField(id: id)
        bytes.appendName("t")
        bytes.appendTime(instant)
        bytes.appendShard(of: fleet)
        bytes.appendField("total", total)
        bytes.appendField("brought", total - candidates.count + broughtCount)
        let matching = request.isOfLanes ? total : ranking.count
        bytes.appendField("matching", matching)
        bytes.appendField("offset", request.offset)
        let next = request.offset + request.limit
        if next < matching { bytes.appendField("next", next) }
        bytes.appendSessions(page, in: fleet, sight)
        bytes.append("}\n")
    }
}

extension LiveFleet {
    /// Begins a page of all sessions at the present.
    ///
    /// - Parameters:
    ///   - tolerance: lanes at most this far behind the present count as up to date.
    ///   - sight: what the reader of the page may see.
    package func sorted(
        _ request: SortedSessionsRequest, tolerance: FleetDuration = .zero,
        sight: Sight = .everything
    ) -> SortedSessions {
        SortedSessions(request, of: fleet, at: now, recent: now - tolerance, sight: sight)
    }

    /// Does work worth about `steps` samples for a page; true once it is complete.
    package mutating func advance(_ page: SortedSessions, steps: Int) -> Bool {
        var roster = roster.take() ?? FleetRoster(of: fleet)
        defer { self.roster = roster }
        return page.advance(steps: steps, run, &roster)
    }

    /// Frees a part of the roster's memory; call it until ``keepsRoster`` is false. No tick waits
    /// for one part. O(lanes) at the first call.
    package mutating func forgetRoster() { roster?.forget() }

    /// Whether ``forgetRoster()`` has something to free.
    package var keepsRoster: Bool { roster.map { !$0.isEmpty } ?? false }
}
