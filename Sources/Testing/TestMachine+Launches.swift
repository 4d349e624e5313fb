import Foundation
import Glibc

/// The apps' processes, and their deaths.
extension TestMachine {
    /// The next process of an app that Handset launches or that was opened, of those not yet returned here; waits for it.
    ///
    /// An app is seen once it has asked Handset for something.
    ///
    /// - Parameters:
    ///   - app: One app; any, where none is given.
    ///   - limit: How long to wait.
    /// - Throws: ``TestMachineError`` when none has come.
    public func nextLaunch(of app: AppBundle? = nil, within limit: Duration = .seconds(30)) async throws -> AppProcess {
        try await processes.next(of: app?.id, within: limit)
    }

    /// The apps' processes that live.
    public var runningApps: [AppProcess] { get async { await processes.running } }

    /// Waits until a process of an app has ended.
    ///
    /// - Throws: ``TestMachineError`` when it lives on beyond `limit`.
    public func waitForExit(of process: AppProcess, within limit: Duration = .seconds(30)) async throws {
        guard await processes.waitForEnd(of: process, within: limit) else {
            throw TestMachineError("process \(process.processID) of \(process.id) has not ended within \(limit)")
        }
    }

    /// Kills a process of an app at once, as a crash does, and waits for its end.
    public func kill(_ process: AppProcess) async throws {
        Glibc.kill(process.processID, SIGKILL)
        try await waitForExit(of: process)
    }

    /// Has the next process of an app that is done with a message die in its loop: it has done with the message all that it does,
    /// and dies before Handset hears of it. The message comes again, to a new process.
    ///
    /// The death is in a debug build of Handset only, which is what `swift test` makes.
    public func killNextAppInItsLoop() throws {
        guard FileManager.default.createFile(atPath: loopFault, contents: nil) else {
            throw TestMachineError("cannot write into \(folder)")
        }
    }
}
