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
            json.objects("losses", result.losses)
            json.known("failure", result.failure ?? "")
            json.flag("aborted", result.isAborted)
            json.array("assertions") { json in
                for assertion in verdict.assertions { write(assertion, of: verdict, to: &json) }
            }
            json.object("setup") { result.setup.write(to: &$0) }
            json.object("figures") { json in
                for figure in LoadFigure.all { json.number(figure.name, figure.value(in: result)) }
            }
            json.object("units") { json in
                for figure in LoadFigure.all { json.text(figure.name, figure.unit.rawValue) }
            }
            if !result.stages.isEmpty { json.objects("stages", result.stages) }
            json.object("latency") { writeLatency(of: result, to: &$0) }
            for field in LoadResult.sums { field.write(result, &json) }
            if !result.parts.isEmpty { json.objects("parts", result.parts) }
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
        json.texts("lacks", verdict.lacks)
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
        writeExtent(of: histogram, to: &json)
        json.number("mean", histogram.mean)
        json.number("sd", histogram.standardDeviation)
        json.object("percentiles") { json in
            for (name, quantile) in LoadFigure.percentiles {
                guard let value = histogram.value(atQuantile: quantile) else { continue }
                json.integer(String(name.dropFirst()), value)
            }
        }
        json.texts("bucket_columns", ["smallest", "largest", "count"])
        writeBuckets(of: histogram, to: &json)
    }

    /// A histogram as reports read it back: exact but for the places within a bucket.
    static func write(exactly histogram: LatencyHistogram, to json: inout JSONText) {
        writeExtent(of: histogram, to: &json)
        writeBuckets(of: histogram, to: &json)
    }

    private static func writeExtent(
        of histogram: LatencyHistogram, to json: inout JSONText
    ) {
        json.integer("count", histogram.count)
        if let minimum = histogram.minimum { json.integer("min", minimum) }
        if let maximum = histogram.maximum { json.integer("max", maximum) }
        json.integer("sum", histogram.sum)
    }

    private static func writeBuckets(of histogram: LatencyHistogram, to json: inout JSONText) {
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
