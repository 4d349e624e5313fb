import Foundation

/// Apps that report over the machine's socket and do what they are told.
extension TestMachine {
    /// A process of such an app.
    package struct RunningApp: Hashable, Sendable {
        /// The connection that its reports come on.
        package let process: Int
        package let processID: Int32
        /// The bundle's id.
        package let id: String
        /// Why it was launched; empty when a person opened it.
        package let launchReason: String

        /// An app by its report of having started.
        package init(_ report: ReportSocket.Report) {
            process = report.process
            processID = Int32(report["pid"] ?? "") ?? 0
            id = report["app"] ?? ""
            launchReason = report["launch"] ?? ""
        }
    }

    /// A message in the body of an app's loop.
    package struct MessageInHand: Hashable, Sendable {
        package let id: String
        package let text: String
        package let from: String
        package let line: String
        package let loop: String
    }

    /// The next start of an app that nobody has taken note of; waits for it.
    package func launched() async throws -> RunningApp {
        let report = try await reports.next { $0["event"] == "started" }
        return RunningApp(report)
    }

    /// Opens an app as a person does. It runs until it is told to exit.
    package func launch(_ bundle: AppBundle) async throws -> RunningApp {
        _ = try await open(bundle.executable)
        let executable = bundle.id
        let report = try await reports.next { $0["event"] == "started" && $0["app"] == executable }
        return RunningApp(report)
    }

    package func tell(_ app: RunningApp, _ command: String, _ fields: [String: String] = [:]) async throws {
        try await reports.tell(app.process, fields.merging(["do": command]) { $1 })
    }

    /// The next report of a kind from an app; waits for it.
    package func report(_ event: String, from app: RunningApp) async throws -> ReportSocket.Report {
        let process = app.process
        return try await reports.next { $0.process == process && $0["event"] == event }
    }

    package func nextMessage(in app: RunningApp) async throws -> MessageInHand {
        let report = try await report("message", from: app)
        return MessageInHand(
            id: report["id"] ?? "", text: report["text"] ?? "", from: report["from"] ?? "", line: report["line"] ?? "",
            loop: report["loop"] ?? "")
    }

    /// Tells an app to exit, or sees that it has, and waits for its end.
    package func end(_ app: RunningApp, by command: String = "exit") async throws {
        try? await tell(app, command)
        _ = try await report("ended", from: app)
    }
}
