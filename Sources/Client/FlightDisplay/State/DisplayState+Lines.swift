import Vocabulary
import WireProtocol

extension DisplayState {
    package mutating func connect() {
        link.connect()
        notice = nil
        questions = []
        picture.table = FleetTable()
        list.forget()
        rest.end()
        resubscribe(.present, .past, .ground, .fleet, .trail)
    }

    package mutating func disconnect(
        because reason: String, attempt: Int, nextAttempt: MonotonicInstant
    ) {
        notice = link.lose(because: reason, attempt: attempt, nextAttempt: nextAttempt)
        list.pager.forget()
        commands.loseLink()
    }

    package mutating func take(_ line: JSONValue, at now: MonotonicInstant) {
        link.hear(line, at: now)
        switch line.type {
        case .hello: takeGreeting(line)
        case .describe:
            levels = PhaseLevels(description: line)
            takeRights(GreetedRights(line, after: fleet?.rights))
        case .sessions where line["id"] == nil: takeSessions(line)
        case .sessions where line["id"]?.text == DisplaySubscription.restID: takeRest(line)
        case .sessions: takePage(line, at: now)
        case .ok: takeCommandAnswer(line)
        case .error: takeError(line, at: now)
        case .ended:
            notice = line["description"]?.text
            questions.insert(.describe)
        case _: takeStream(line)
        }
    }

    private mutating func takeGreeting(_ line: JSONValue) {
        let former = fleet?.identity
        if let notice = link.greet(line) {
            self.notice = notice
            picture = Picture()
            frozen = nil
            list.restart()
        }
        guard let fleet else { return }
        // A command may have started the chosen lane in this fleet. The lane may have ended since;
        // then its subscriptions are refused.
        if let lane, !fleet.flies(lane),
            fleet.identity != former || lane < .firstStarted
        {
            self.lane = nil
        }
        takeZone(line)
        if let lack = fleet.rights.lack { notice = lack }
        list.pager.fit(speed: fleet.speed)
    }

    /// Takes changed rights: data that was shown with the former rights leaves the screen.
    private mutating func takeRights(_ rights: GreetedRights) {
        guard let fleet, fleet.rights != rights else { return }
        link.fleet?.rights = rights
        let selected = picture.selected
        picture = Picture()
        picture.selected = selected
        frozen = nil
        notice = rights.lack
        list.forget()
        resubscribe(.present, .past, .ground, .fleet, .trail)
    }

    private mutating func takeSessions(_ line: JSONValue) {
        guard lane == nil else { return }
        lane = FlightChoice.lane(among: line["sessions"]?.items ?? []) ?? shard.lane(at: 0)
        select(lane)
    }

    private mutating func takeError(_ line: JSONValue, at now: MonotonicInstant) {
        guard !takeCommandRefusal(line), line["id"]?.text != DisplaySubscription.restID else {
            return
        }
        // The subscription was refused before, and the notice about that stays.
        guard line["code"]?.text != ErrorCode.unknownSubscription.rawValue else { return }
        if !list.pager.takeRefusal(line, at: now) { takeRefusedSubscription(line) }
        notice = line["reason"]?.text ?? line["description"]?.text
    }

    /// After the session of a started lane has ended, its subscriptions are refused: another lane
    /// is chosen from the list of sessions, as at the start.
    private mutating func takeRefusedSubscription(_ line: JSONValue) {
        // Requests other than subscriptions have an id.
        guard line["code"]?.text == ErrorCode.unknownSession.rawValue, line["id"] == nil,
            preferences.view == .flight, let lane, lane >= .firstStarted
        else { return }
        self.lane = nil
        questions.insert(.sessions)
        resubscribeFlight()
    }

    private mutating func takeStream(_ line: JSONValue) {
        // Lines of a cancelled subscription may still arrive.
        guard let role = role(ofSubscription: line["sub"]?.text ?? "") else { return }
        switch line.type {
        case _ where role == .rest: rest.record?.take(run: line)
        case .snapshot: takeSnapshot(line, role)
        case .progress: link.noteProgress(line)
        case .live:
            if role == .ground { noteGround() }
            guard isLastToCatchUp(role) else { return }
            link.isCaughtUp = true
            noteRest()
        case .gap: takeGap(line, role)
        case _:
            guard let instant = line["t"]?.instant else { return }
            takeData(line, role, at: instant)
        }
    }

    private func isLastToCatchUp(_ role: DisplaySubscription.Role) -> Bool {
        switch role {
        case .past, .trail: true
        // The last one if the client has no right to the subscription that would follow it.
        case .present, .ground, .fleet: role == subscriptions.last?.role
        case .rest: false
        }
    }

    private mutating func takeSnapshot(_ line: JSONValue, _ role: DisplaySubscription.Role) {
        guard let card = SessionCard(snapshot: line) else { return }
        switch role {
        case .present, .past, .ground:
            // The snapshots come in any order; only that of `present` describes the present.
            let instant = role == .present ? link.heardInstant : card.start
            rest.end()
            if picture.flight?.card.session != card.session {
                picture.flight = FlightModel(
                    card: card, at: instant, every: intervals.present, traceStep: intervals.past)
            } else {
                if role == .past { picture.flight?.forgetPast() }
                if role == .ground { picture.flight?.forgetGround() }
                picture.flight?.take(snapshot: card, at: instant)
            }
        case .fleet:
            picture.table.take(snapshot: card, line, at: link.heardInstant)
            keepSelection()
        case .trail, .rest: break
        }
    }

    private mutating func takeGap(_ line: JSONValue, _ role: DisplaySubscription.Role) {
        let lines = link.noteGap(line)
        guard role == .past || role == .present else { return }
        let instant = link.heardInstant
        picture.flight?.noteGap(lines: lines, at: instant)
    }

    private mutating func takeData(
        _ line: JSONValue, _ role: DisplaySubscription.Role, at instant: FleetInstant
    ) {
        switch role {
        case .fleet:
            // A change of session needs a new page: lines do not name the plan of the lane's next
            // session.
            if picture.table.take(line, at: instant) { list.pager.refreshSoon() }
            keepSelection()
        case .trail: picture.table.take(trail: line, at: instant)
        case .present, .past, .ground: takeFlight(line, role, at: instant)
        case .rest: break
        }
    }

    private mutating func takeFlight(
        _ line: JSONValue, _ role: DisplaySubscription.Role, at instant: FleetInstant
    ) {
        guard let session = line["session"]?.text else { return }
        guard session == picture.flight?.card.session else {
            // The lane's next session has begun; a new snapshot describes it.
            return resubscribeFlight()
        }
        switch role {
        case .present: picture.flight?.take(present: line, at: instant)
        case .ground: picture.flight?.take(ground: line, at: instant)
        case .past, .fleet, .trail, .rest: picture.flight?.take(past: line, at: instant)
        }
    }
}
