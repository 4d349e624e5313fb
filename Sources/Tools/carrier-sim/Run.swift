import Dispatch
import Glibc
import HandsetCarrier
import HandsetPlatform

/// `carrier-sim run`.
struct Run {
    private let description: WorldDescription
    private let directory: String
    private let printsJSON: Bool
    private let traces: Bool

    init(_ arguments: some Sequence<String>) throws {
        let options = try CommandLineOptions(
            arguments, flags: ["demo", "json", "trace", "help"], valued: ["config", "dir"])
        guard options.operands.isEmpty else { throw Failure.usage("run takes no \(options.operands[0])") }
        switch (options.has("demo"), options.value("config")) {
        case (true, nil): description = .demo
        case (false, let path?):
            let octets = try contents(of: path)
            do throws(CarrierError) {
                description = try WorldDescription(json: octets)
            } catch {
                throw Failure(code: EX_CONFIG, message: "\(path): \(error)")
            }
        default: throw Failure.usage("run needs either --demo or --config FILE")
        }
        directory = try Self.folder(options.value("dir"))
        printsJSON = options.has("json")
        traces = options.has("trace")
    }

    /// Runs until a signal asks for the end; the sockets are gone then.
    func start() throws {
        // Before the loop's thread exists, so that the signals reach `sigwait` alone.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let loop = EventLoop(name: "carrier")
        let carrier = Carrier(loop: loop)
        let control = CarrierControl(carrier: carrier, loop: loop, directory: directory)
        let path = "\(directory)/control"
        let modems = try Self.blocking { [description, directory] in
            let modems: [CarrierModem]
            do throws(CarrierError) {
                modems = try await carrier.build(description, directory: directory)
            } catch {
                if case .portFailed = error { throw Failure(code: EX_CANTCREAT, message: error.description) }
                throw Failure(code: EX_CONFIG, message: error.description)
            }
            do throws(CarrierError) {
                try await control.start(at: path)
            } catch {
                throw Failure(code: EX_CANTCREAT, message: error.description)
            }
            return modems
        }
        announce(modems, control: path)
        let tracing = traces ? Task { await Self.trace(carrier) } : nil
        var number: Int32 = 0
        sigwait(&signals, &number)
        tracing?.cancel()
        try Self.blocking {
            await control.stop()
            await carrier.shutDown()
        }
    }

    private func announce(_ modems: [CarrierModem], control: String) {
        if printsJSON {
            let paths = Dictionary(uniqueKeysWithValues: modems.map { ($0.name, JSONValue.string($0.path)) })
            let object = JSONValue.object(["control": .string(control), "modems": .object(paths)])
            print(String(decoding: object.line.dropLast(), as: UTF8.self))
        } else {
            for modem in modems { print("modem \(modem.name): \(modem.path)") }
            print("control: \(control)")
        }
        fflush(nil)
    }

    private static func trace(_ carrier: Carrier) async {
        for await case .trace(let modem, let fromTerminal, let octets) in await carrier.events(tracing: true) {
            let text = octets.map { octet in
                switch octet {
                case 13: "<CR>"
                case 10: "<LF>"
                case 0x20...0x7E: String(UnicodeScalar(octet))
                default: "<\(octet)>"
                }
            }.joined()
            complain("\(modem) \(fromTerminal ? "<" : ">") \(text)")
        }
    }

    private static func folder(_ given: String?) throws -> String {
        if let given {
            guard mkdir(given, 0o700) == 0 || errno == EEXIST else {
                throw Failure(code: EX_CANTCREAT, message: SystemError("make \(given)").description)
            }
            return given
        }
        let parent = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/carrier-sim-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure(code: EX_CANTCREAT, message: SystemError("make a folder in \(parent)").description)
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Runs `body` while the main thread waits: it has nothing else to do, and is none of the pool's.
    @discardableResult
    private static func blocking<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) throws -> Result {
        let done = DispatchSemaphore(value: 0)
        let outcome = Lock<Swift.Result<Result, any Error>?>(nil)
        Task {
            do {
                let value = try await body()
                outcome.withLock { $0 = .success(value) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        guard let result = outcome.withLock({ $0 }) else {
            throw Failure(code: EX_SOFTWARE, message: "the carrier did not start")
        }
        return try result.get()
    }
}
