import CHandsetSystemd
import Glibc
import HandsetATModem
import HandsetDBus
import HandsetInterface
import HandsetLines
import HandsetModemManager
import HandsetPlatform
import HandsetService

/// One run of the daemon, from the state folder to the last commit.
@ServiceActor
struct Run {
    private let options: Options

    nonisolated init(_ options: Options) { self.options = options }

    /// Serves until a signal comes; the exit status.
    func run(until signals: AsyncStream<Void>) async -> Int32 {
        do {
            let folder = try StateFolder(options.state)
            defer { withExtendedLifetime(folder) {} }
            var configuration = try Configuration.read(options.state)
            configuration.modems += options.modems
            try configuration.check()
            let store = try Store(folder: options.state)
            let daemon = Daemon(
                store: store, configuration: configuration, appFolders: options.apps, bus: options.bus,
                version: handsetVersion, data: ModemManagerConnections(loop: ServiceActor.loop, bus: options.bus))
            try await daemon.load()
            await daemon.run(configuration.modems.map { modem(of: $0, store: store, owner: daemon) })
            let server = ServiceServer(daemon, on: options.bus, loop: ServiceActor.loop)
            daemon.serve(on: server)
            let code = try await serve(server, until: signals)
            sd_notify(0, "STOPPING=1")
            await daemon.stop()
            return code
        } catch {
            Log.error((error as? ServiceError)?.message ?? "\(error)")
            return Self.code(of: error)
        }
    }

    /// Takes the name, as soon as there is a bus, and waits for a signal.
    private func serve(_ server: ServiceServer, until signals: AsyncStream<Void>) async throws -> Int32 {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask { try await connect(server) }
            group.addTask {
                for await _ in signals { return true }
                return true
            }
            while let isEnd = try await group.next() {
                if isEnd { break }
            }
            group.cancelAll()
            return 0
        }
    }

    private func connect(_ server: ServiceServer) async throws -> Bool {
        var pause = Duration.milliseconds(250)
        var hasSaid = false
        while true {
            do throws(ServiceError) {
                try await server.start()
                Log.notice("serving on the bus")
                sd_notify(0, "READY=1")
                return false
            } catch {
                guard error.kind == .unreachable else { throw error }
                if !hasSaid {
                    Log.warning(
                        "\(error.message). Messages are received and kept meanwhile. Start the bus, or name another with "
                            + "--bus; handsetd keeps trying.")
                }
                hasSaid = true
            }
            guard (try? await ServiceActor.loop.sleep(for: pause, isolation: ServiceActor.shared)) != nil else {
                return false
            }
            pause = min(pause * 2, .seconds(30))
        }
    }

    private func modem(of modem: Configuration.Modem, store: Store, owner: Daemon) -> any Modem {
        let endpoint: ATModemConfiguration.Endpoint =
            switch modem.endpoint {
            case .device(let path, let baud): .serial(path, baud: baud)
            case .socket(let path): .unixSocket(path)
            }
        let pins = modem.pin.map { ConfiguredPIN(pin: $0, modem: modem.name, store: store) }
        return ATModem(
            configuration: ATModemConfiguration(name: modem.name, endpoint: endpoint, pins: pins),
            loop: ServiceActor.loop, owner: owner)
    }

    private static func code(of error: any Error) -> Int32 {
        switch error {
        case is Configuration.Fault: EX_CONFIG
        case let fault as StateFolder.Fault:
            switch fault.kind {
            case .cannotMake: EX_CANTCREAT
            case .notPermitted: EX_NOPERM
            case .inUse: EX_TEMPFAIL
            }
        case let error as StoreError:
            switch error.kind {
            case .damaged, .newer: EX_DATAERR
            case .full, .inputOutput: EX_IOERR
            case .readOnly: EX_NOPERM
            case .cannotOpen: EX_CANTCREAT
            case .inUse: EX_TEMPFAIL
            case .fault: EX_SOFTWARE
            }
        case let error as ServiceError: error.kind == .busy ? EX_UNAVAILABLE : EX_NOPERM
        default: EX_SOFTWARE
        }
    }
}

/// The PIN that the operator wrote down for a modem's card.
struct ConfiguredPIN: PINSource {
    let pin: String
    let modem: String
    let store: Store

    func takePIN(iccid: String?) async -> String? {
        await store.mayGive(pin: pin, modem: modem, iccid: iccid) ? pin : nil
    }

    func accepted(iccid: String?) async { await store.tookPIN(modem: modem, iccid: iccid) }
}
