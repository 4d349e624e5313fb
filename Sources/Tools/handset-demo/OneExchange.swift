import Foundation
import HandsetPlatform
import HandsetTesting

/// App not running → text → app launched → stored and notified → answered → reply → pictures in a group → a call: each step seen,
/// with its time.
struct OneExchange {
    private struct StepFailed: Error, CustomStringConvertible { let description: String }

    private let stage: Stage
    private let start = MonotonicTime.now

    init(_ stage: Stage) { self.stage = stage }

    func play() async throws {
        let machine = stage.machine
        step("bus, carrier with two networks, two lines, handsetd and handset-agent are up")

        try check(stage.appProcesses().isEmpty, "the messaging app is not running")

        let text = "Are we still on for the concert? 🎺"
        try await machine.text(text, from: Stage.friend, to: "Personal")
        step("\(Stage.friend) sent a text to Personal")

        let shown = try await machine.desktop.next { $0.body.contains("concert") }
        try check(!stage.appProcesses().isEmpty, "the app was launched in the background")
        try check(stage.record().contains("concert"), "the app has stored the text")
        step("the desktop shows: \(shown.summary) – \(shown.body.replacingOccurrences(of: "\n", with: " – "))")

        let open = try await machine.open(stage.bundle.executable)
        do {
            try await converse(in: open)
        } catch {
            throw StepFailed(description: "\(error)\nthe app printed:\n\(await open.output)")
        }
        try await call()
        print("every step happened")
    }

    private func converse(in open: RunningProgram) async throws {
        let machine = stage.machine
        try check(await open.prints("Are we still on"), "a person opened the app and sees the text")
        await open.type("Yes! At the north door?")
        try check(await open.prints("north door? (sent)"), "the answer was typed, and the network took it")
        let arrived = try await machine.textsReceived(by: Stage.friend)
        try check(arrived == ["Yes! At the north door?"], "the answer reached \(Stage.friend)")
        try check(await open.prints("your text has arrived"), "the app shows the delivery report")
        try check(await open.prints("See you at six"), "the reply came back and is on the screen")
        try await sharePictures(in: open)
        await open.type("/quit")
        try check(await open.waitForExit() == .code(0), "the app was closed")
    }

    /// A picture comes to a group → is on the screen → everybody is answered with one.
    private func sharePictures(in open: RunningProgram) async throws {
        let machine = stage.machine
        guard let data = Data(base64Encoded: Self.picture, options: .ignoreUnknownCharacters) else { return }
        let file = MultimediaFile(type: "image/png", name: "stage.png", data: data)
        try await machine.multimedia(
            "The stage!", files: [file], from: Stage.friend, to: "Personal", others: [Stage.silent])
        step("\(Stage.friend) sent a picture to Personal and \(Stage.silent)")
        try check(
            await open.prints("image/png, \(data.count) octets"), "it was fetched from the MMSC and is on the screen")
        let path = "\(machine.folder)/answer.png"
        try data.write(to: URL(fileURLWithPath: path))
        for line in ["/all", "/attach \(path)", "What a view"] { await open.type(line) }
        try check(await open.prints("What a view (sent)"), "everybody was answered with a picture")
        // The silent one has had the question too.
        for (number, count) in [(Stage.friend, 1), (Stage.silent, 2)] {
            let received = try await machine.multimediaReceived(by: number, count: count)
            try check(
                received.contains { $0.text == "What a view" && $0.files.map(\.data) == [data] },
                "the picture reached \(number)")
        }
        try check(await open.prints("👍"), "\(Stage.friend) answered all of them, and that is on the screen")
    }

    /// A sunset of 24 by 16 pixels.
    private static let picture = """
        iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAIAAACDRijCAAACqUlEQVR42hXQoc62IABA4f9KyERHMhhMzEh0JgPB5IwnOpKBYGJGoiMZCEaj0W
        j0Uv73OxfwhPNPCgpBKagFjcAIWkEvGASTAMEsWASrYBNEwS44BKfgEtyCR/AKPsE/KSkkpaSWNBIjaSW9ZJBMEiSzZJGskk0SJbvkkJySS3JL
        Hskr+eQPUhSKUlErGoVRtIpeMSgmBYpZsShWxaaIil1xKE7FpbgVj+JVfOoHVRQVZUVd0VSYirairxgqpgoq5oqlYq3YKmLFXnFUnBVXxV3xVL
        wVX/WDNIWm1NSaRmM0rabXDJpJg2bWLJpVs2miZtccmlNzaW7No3k1n/5BhsJQGmpDYzCG1tAbBsNkwDAbFsNq2AzRsBsOw2m4DLfhMbyGz/yg
        jqKj7Kg7mg7T0Xb0HUPH1EHH3LF0rB1bR+zYO46Os+PquDuejrfj636QpbCUltrSWIyltfSWwTJZsMyWxbJaNku07JbDclouy215LK/lsz9opB
        gpR+qRZsSMtCP9yDAyjTAyjywj68g2Ekf2kWPkHLlG7pFn5B35xh8EBZRQQ/P3hBZ6GGDirxkWWGGDCDsccMIFNzzwwscPchSO0lE7GodxtI7e
        MTgmB47ZsThWx+aIjt1xOE7H5bgdj+N1fO4HeQpP6ak9jcd4Wk/vGTyTB8/sWTyrZ/NEz+45PKfn8tyex/N6Pv+DAkWgDNSBJmACbaAPDIEpQG
        AOLIE1sAViYA8cgTNwBe7AE3gDX/hBkSJSRupIEzGRNtJHhsgU/67MkSWyRrZIjOyRI3JGrsgdeSJv5Is/KFEkykSdaBIm0Sb6xJCYEiTmxJJY
        E1siJvbEkTgTV+JOPIk38aUflCkyZabONBmTaTN9ZshMGTJzZsmsmS0TM3vmyJyZK3Nnnsyb+TL/AVKsF58Lowp7AAAAAElFTkSuQmCC
        """

    /// Rings → answered in the terminal → hung up over there → in the history.
    private func call() async throws {
        let machine = stage.machine
        try await machine.ring(from: Stage.friend, to: "Work")
        let shown = try await machine.nextNotification { $0.body == "Incoming call" }
        step("\(Stage.friend) calls Work, and the desktop shows: \(shown.actions.map(\.label).joined(separator: ", "))")
        try check(try await machine.handset("answer").exit == .code(0), "the call was answered in the terminal")
        try await machine.waitUntilConnected(with: Stage.friend)
        try check(try await machine.handset("calls").output.contains("talking"), "they talk")
        try await machine.endCall(by: Stage.friend)
        var recents = ""
        for _ in 0..<100 where !recents.contains(" s ") { recents = try await machine.handset("recents").output }
        let row = recents.split(separator: "\n").first { $0.contains(Stage.friend) } ?? ""
        try check(row.contains("Work"), "the history shows: \(row)")
    }

    private func check(_ happened: Bool, _ what: String) throws {
        guard happened else { throw StepFailed(description: "this did not happen: \(what)") }
        step(what)
    }

    private func step(_ what: String) {
        let time = MonotonicTime.now - start
        let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        let column = String(milliseconds)
        print("\(String(repeating: " ", count: max(0, 6 - column.count)))\(column) ms  \(what)")
    }
}
