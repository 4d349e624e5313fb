import Glibc
import HandsetDBus
import HandsetInterface
import HandsetPlatform

/// Asks on the controlling terminal, one question at a time.
actor TerminalQuestion {
    private static let patience = Duration.seconds(60)
    private static let lineLimit = 256

    private let loop: EventLoop
    private var isAsking = false
    private var queue: [OneShot<Void>] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(loop: EventLoop) { self.loop = loop }

    /// False after a minute without an answer; `nil` when there is no terminal.
    func ask(_ question: QuestionInfo) async -> Bool? {
        if isAsking {
            let ticket = OneShot<Void>()
            queue.append(ticket)
            await ticket.value()
        }
        isAsking = true
        defer {
            if queue.isEmpty { isAsking = false } else { queue.removeFirst().give(()) }
        }
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        // What was typed before the question is no answer to it.
        tcflush(descriptor, TCIFLUSH)
        return await read(question, from: ByteStream(descriptor: descriptor, loop: loop))
    }

    private func read(_ question: QuestionInfo, from terminal: ByteStream) async -> Bool {
        let answer = OneShot<Bool>()
        var line: [UInt8] = []
        terminal.onBytes = { octets in
            line += octets
            if let end = line.firstIndex(of: UInt8(ascii: "\n")) {
                answer.give(Self.isYes(String(decoding: line[..<end], as: UTF8.self), question))
            } else if line.count > Self.lineLimit {
                answer.give(false)
            }
        }
        terminal.onClose = { answer.give(false) }
        let lines = [question.title, question.body].filter { !$0.isEmpty }.map(Self.printable)
        terminal.write(
            "\n\(lines.joined(separator: "\n"))\n\(Self.printable(question.yes))? [y/N] ".utf8)
        let timer = loop.schedule(at: .now + Self.patience) { answer.give(false) }
        let result = await withTaskCancellationHandler {
            _ = self  // a closure stays on its actor only if it captures it
            return await answer.value()
        } onCancel: {
            answer.give(false)
        }
        loop.cancel(timer)
        terminal.close()
        return result
    }

    private static func isYes(_ line: String, _ question: QuestionInfo) -> Bool {
        let word = line.drop { $0.isWhitespace }.lowercased()
        let trimmed = String(word.reversed().drop { $0.isWhitespace }.reversed())
        return ["y", "yes", question.yes.lowercased()].contains(trimmed)
    }

    /// An app's words must not steer the terminal.
    private static func printable(_ text: String) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control
            clean.append(isControl && scalar != "\n" ? " " : scalar)
        }
        return String(clean)
    }
}
