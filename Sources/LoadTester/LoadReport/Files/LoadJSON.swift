import Statistics
import StreamAudit

/// The report of a load test as one JSON object; unknown values are left out.
package enum LoadJSON {
    /// The version of the object's layout. Within a version fields may be added; nothing else
    /// changes.
    package static let version = 1

    /// One line, with its newline.
    package static func text(of result: LoadResult, _ verdict: LoadVerdict) -> String {
        JSONText.line { json in
            json.integer("version", version)
            json.text("program", "runway load")
            json.known("run", result.setup.run)
            write(verdict, to: &json)
            writeLosses(of: result, to: &json)
            json.array("assertions") { json in
                for assertion in verdict.assertions { write(assertion, of: verdict, to: &json) }
            }
            json.object("setup") { write(result.setup, to: &$0) }
            json.object("figures") { json in
                for figure in LoadFigure.all { json.number(figure.name, figure.value(in: result)) }
            }
            json.object("units") { json in
                for figure in LoadFigure.all { json.text(figure.name, figure.unit.rawValue) }
            }
            if !result.stages.isEmpty {
                json.array("stages") { json in
                    for stage in result.stages { write(stage, to: &json) }
                }
            }
            json.object("latency") { writeLatency(of: result, to: &$0) }
            writeSums(of: result, to: &json)
            writeParts(of: result, to: &json)
            if let capacity = result.capacity {
                json.object("capacity") { write(capacity, to: &$0) }
            }
        }
    }

    private static func write(_ verdict: LoadVerdict, to json: inout JSONText) {
        json.flag("passed", verdict.standing == .passed)
        json.text("verdict", verdict.standing.rawValue)
        json.flag("valid", verdict.isValid)
        if let reason = verdict.invalidReason { json.text("invalid_reason", reason) }
        json.text("verdict_text", verdict.text)
        json.known("bottleneck", verdict.bottleneck ?? "")
        json.array("lacks") { json in
            for text in verdict.lacks { json.text(nil, text) }
        }
        json.flag("interrupted", verdict.isInterrupted)
        json.object("violations") { json in
            for (defect, count) in verdict.violations { json.integer(defect.rawValue, count) }
        }
    }

    private static func write(
        _ verdict: AssertionVerdict, of whole: LoadVerdict, to json: inout JSONText
    ) {
        json.object { json in
            json.text("assertion", verdict.assertion.text)
            json.flag("passed", whole.passes(verdict))
            json.flag("held", verdict.outcome == .held)
            json.flag("measured", verdict.outcome != .unmeasurable)
            json.text("figure", verdict.assertion.figure.name)
            json.text("unit", verdict.assertion.figure.unit.rawValue)
            json.text("comparison", verdict.assertion.comparison.rawValue)
            json.number("bound", verdict.assertion.bound)
            json.number("value", verdict.value)
            json.number("distance", verdict.distance)
        }
    }

    private static func writeLatency(of result: LoadResult, to json: inout JSONText) {
        json.text("unit", FigureUnit.microseconds.rawValue)
        json.text("from", "due")
        // A percentile exceeds the exact one by this share at most.
        json.number("precision", 1 / Double(LatencyHistogram.bucketsPerOctave))
        for part in LatencyPart.allCases {
            json.object(part.rawValue) { write(part.histogram(of: result), to: &$0) }
        }
    }

    private static func write(_ histogram: LatencyHistogram, to json: inout JSONText) {
        json.integer("count", histogram.count)
        if let minimum = histogram.minimum { json.integer("min", minimum) }
        if let maximum = histogram.maximum { json.integer("max", maximum) }
        json.integer("sum", histogram.sum)
        json.number("mean", histogram.mean)
        json.number("sd", histogram.standardDeviation)
        json.object("percentiles") { json in
            for (name, quantile) in LoadFigure.percentiles {
                guard let value = histogram.value(atQuantile: quantile) else { continue }
                json.integer(String(name.dropFirst()), value)
            }
        }
        json.array("bucket_columns") { json in
            for column in ["smallest", "largest", "count"] { json.text(nil, column) }
        }
        json.array("buckets") { json in
            for bucket in histogram.buckets {
                json.array { json in
                    json.integer(nil, bucket.smallest)
                    json.integer(nil, bucket.largest)
                    json.integer(nil, bucket.count)
                }
            }
        }
    }

    private static func write(_ curve: CapacityCurve, to json: inout JSONText) {
        json.text("raised", curve.raised.rawValue)
        json.text("assertion", curve.assertion.text)
        json.number("limit", curve.limit)
        json.text("summary", curve.summary)
        json.array("steps") { json in
            for step in curve.steps {
                json.object { json in
                    json.number("load", step.load)
                    json.text("outcome", step.outcome.name)
                    json.flag("held", step.outcome == .held)
                    if case .impossible(let reason) = step.outcome { json.text("reason", reason) }
                    json.number("value", step.value)
                }
            }
        }
    }
}

extension LoadJSON {
    /// What is needed to repeat the run.
    static func write(_ setup: LoadSetup, to json: inout JSONText) {
        json.known("command", setup.command)
        json.known("began", setup.began)
        // As a text: many readers keep only 53 bits of a number.
        json.known("dice", setup.dice.map { "\($0)" } ?? "")
        json.known("tester", setup.tester)
        json.known("part", setup.share?.text ?? "")
        json.integer("subscribers", setup.subscribers)
        if setup.subscribersInAll > 0 {
            json.integer("subscribers_in_all", setup.subscribersInAll)
        }
        json.known("manner", setup.manner)
        json.object("classes") { json in
            for share in setup.classes { json.integer(share.subscriberClass.rawValue, share.count) }
        }
        json.number("connections_per_s", setup.connectionsPerSecond)
        json.number("warm_up_s", setup.warmUpSeconds)
        json.flag("warm_up_excluded", true)
        json.number("for_s", setup.seconds)
        json.known("stages", setup.stages)
        json.known("request", setup.request)
        json.object("fleet") { write(setup.fleet, to: &$0) }
        json.object("machine") { write(setup.machine, to: &$0) }
    }

    private static func write(_ fleet: FleetFacts, to json: inout JSONText) {
        json.known("server", fleet.server)
        json.known("protocol", fleet.protocolVersion)
        json.known("identity", fleet.identity)
        json.known("seed", fleet.seed)
        json.known("epoch", fleet.epoch)
        json.integer("sessions", fleet.sessions)
        json.number("rate_hz", fleet.rateHertz)
        json.known("speed", fleet.speed)
        json.known("device", fleet.device)
        json.known("schedule", fleet.schedule)
        json.known("shard", fleet.shard)
        json.known("daemon", fleet.daemon)
        json.number("beat_s", fleet.beatSeconds)
        json.flag("embedded", fleet.isEmbedded)
    }

    private static func write(_ machine: MachineFacts, to json: inout JSONText) {
        json.known("host", machine.host)
        json.known("kernel", machine.kernel)
        json.known("architecture", machine.architecture)
        if machine.processors > 0 { json.integer("processors", machine.processors) }
        if machine.openFileLimit > 0 { json.integer("open_file_limit", machine.openFileLimit) }
    }
}

/// Stages and losses.
extension LoadJSON {
    static func write(_ stage: LoadStage, to json: inout JSONText) {
        json.object { json in
            json.text("stage", stage.plan.text)
            json.integer("from", stage.plan.from)
            json.integer("to", stage.plan.to)
            json.number("begins_s", stage.begins)
            json.number("for_s", stage.seconds)
            json.integer("connected", stage.connected)
            json.integer("lines", stage.counts.lines)
            json.integer("bytes", stage.counts.bytes)
            json.number("lines_per_s", stage.linesPerSecond)
            writeLatency(of: stage, to: &json)
            json.integer("not_received", stage.notReceived)
            json.integer("announced_lost", stage.counts.announcedLost)
            json.integer("errors", stage.errors)
            json.integer("violations", stage.counts.violations)
            json.integer("refused", stage.counts.refused)
            json.integer("byes", stage.counts.byes)
            json.integer("links_lost", stage.counts.linksLost)
            json.object("counts") { write(stage.counts, to: &$0) }
            json.object("latency") { write(exactly: stage.latency, to: &$0) }
        }
    }

    private static func writeLatency(of stage: LoadStage, to json: inout JSONText) {
        for (name, quantile) in LoadFigure.percentiles {
            guard let value = stage.latency.value(atQuantile: quantile) else { continue }
            json.integer(name, value)
        }
        if let maximum = stage.latency.maximum { json.integer("max", maximum) }
        json.number("mean", stage.latency.mean)
    }

    /// Losses and failure, as far as there are any.
    static func writeLosses(of result: LoadResult, to json: inout JSONText) {
        json.array("losses") { json in
            for loss in result.losses {
                json.object { json in
                    json.text("cause", loss.name)
                    json.known("code", loss.code ?? "")
                    json.integer("count", loss.count)
                    json.number("first_s", loss.first)
                    json.number("last_s", loss.last)
                    json.array("subscribers") { json in
                        for subscriber in loss.subscribers { json.integer(nil, Int64(subscriber)) }
                    }
                }
            }
        }
        json.known("failure", result.failure ?? "")
        json.flag("aborted", result.isAborted)
    }
}
