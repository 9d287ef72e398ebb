import LinuxIO
import Vocabulary

@testable import Exporting

/// What an export writes, in memory.
extension ExportSink {
    static func bytes(_ write: (ExportSink) -> Void) -> [UInt8] {
        var all: [UInt8] = []
        let sink = ExportSink { piece in
            all += piece
            return .written
        }
        write(sink)
        _ = sink.finish()
        return all
    }
}

extension SessionExport {
    func bytes(of session: SessionName) -> [UInt8] {
        ExportSink.bytes { write(session, to: $0) }
    }
}

extension ExportFile {
    func bytes() -> [UInt8] { ExportSink.bytes(write) }
}
