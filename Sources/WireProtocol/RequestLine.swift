import Vocabulary

/// The line that asks for something: what ``RequestDecoder`` reads.
package enum RequestLine {
    /// Appends the request as a line with its newline.
    package static func append(
        _ request: Request, id: RequestID? = nil, to buffer: inout LineBuffer
    ) {
        switch request {
        case .client(let name):
            append(.client, id, to: &buffer) { $0.appendField("name", name) }
        case .subscribe(let request):
            append(.subscribe, id, to: &buffer) { appendFields(request, to: &$0) }
        case .unsubscribe(let sub):
            append(.unsubscribe, id, to: &buffer) { $0.appendField("sub", sub) }
        case .sessions(let from, let limit):
            append(.sessions, id, to: &buffer) {
                $0.appendField("from", from)
                $0.appendField("limit", limit)
            }
        case .describe: append(.describe, id, to: &buffer) { _ in }
        case .status: append(.status, id, to: &buffer) { _ in }
        case .typed(let word): buffer.append(utf8: word.rawValue + "\n")
        }
    }

    private static func append(
        _ operation: Operation, _ id: RequestID?, to buffer: inout LineBuffer,
        fields: (inout LineBuffer) -> Void
    ) {
        buffer.append("{\"op\":")
        buffer.appendJSONString(operation.rawValue)
        buffer.appendField(id: id)
        fields(&buffer)
        buffer.append("}\n")
    }

    private static func appendFields(_ request: SubscribeRequest, to buffer: inout LineBuffer) {
        buffer.appendField("sub", request.name)
        if case .some(let sessions) = request.selection {
            buffer.append(",\"select\":{\"session\":")
            buffer.appendList(sessions.map(\.description))
            buffer.append("}")
        }
        appendShape(request.shape, to: &buffer)
        switch request.start {
        case .now: break
        case .sessionStart: buffer.appendField("after", "start")
        case .after(let anchor): buffer.appendField("after", anchor.description)
        }
    }

    private static func appendShape(_ shape: ChannelShape, to buffer: inout LineBuffer) {
        buffer.appendName("kinds")
        buffer.appendList(LineKind.allCases.filter(shape.kinds.contains).map(\.rawValue))
        buffer.appendName("metrics")
        buffer.appendList(shape.metrics.members.map(\.name))
        buffer.appendName("stats")
        buffer.appendList(Statistic.allCases.filter(shape.statistics.contains).map(\.rawValue))
        switch shape.window {
        case .session: buffer.appendField("window", "session")
        case .span(let span): buffer.appendField("window", span.description)
        }
        buffer.appendField("every", shape.every.description)
        appendSmoothing(shape.smoothing, to: &buffer)
        buffer.appendField("align", shape.alignment.rawValue)
        buffer.appendName("min_coverage")
        buffer.appendDecimal(units: Int64(shape.minimumCoveragePercent), decimals: 2)
    }

    private static func appendSmoothing(_ smoothing: Smoothing, to buffer: inout LineBuffer) {
        let text: String? =
            switch smoothing {
            case .none: nil
            case .mean(let over): "{\"kind\":\"mean\",\"over\":\"\(over)\"}"
            case .median(let over): "{\"kind\":\"median\",\"over\":\"\(over)\"}"
            case .ema(let halfLife): "{\"kind\":\"ema\",\"half_life\":\"\(halfLife)\"}"
            case .ema2(let halfLife): "{\"kind\":\"ema2\",\"half_life\":\"\(halfLife)\"}"
            }
        guard let text else { return }
        buffer.appendName("smooth")
        buffer.append(utf8: text)
    }
}

extension LineBuffer {
    /// Appends the texts as a JSON array.
    package mutating func appendList(_ texts: [String]) {
        append("[")
        for (place, text) in texts.enumerated() {
            if place > 0 { append(",") }
            appendJSONString(text)
        }
        append("]")
    }
}
