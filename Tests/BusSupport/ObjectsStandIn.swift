import HandsetDBus
import HandsetPlatform

/// A stand-in for a service that tells of objects with properties, as ModemManager and NetworkManager do.
package actor ObjectsStandIn {
    private static let properties = BusInterface(
        "org.freedesktop.DBus.Properties", methods: [.init("GetAll", ["name": "s"], returns: ["values": "a{sv}"])])
    private static let manager = BusInterface(
        "org.freedesktop.DBus.ObjectManager",
        methods: [.init("GetManagedObjects", returns: ["objects": "a{oa{sa{sv}}}"])])

    private struct State {
        var objects: [String: [String: [String: BusValue]]] = [:]
        var looks = 0
        var waiting: [OneShot<Void>] = []
        var isSilent = false
    }

    package nonisolated let name: String
    package nonisolated let root: String
    private let bus: Bus
    private let managed: String
    private let state = Lock(State())

    /// - Parameters:
    ///   - name: the name that it will have on the bus.
    ///   - root: the path of its object manager.
    ///   - managed: how the interfaces begin of objects that the manager tells of.
    package init(_ name: String, root: String, managed: String, on address: BusAddress, loop: EventLoop) async throws {
        self.name = name
        self.root = root
        self.managed = managed
        bus = try await Bus.connect(to: address, on: loop)
        let state = state
        await bus.serve(
            BusObject(path: root, interfaces: [Self.manager]) { _ in
                let (objects, isSilent, waiting) = state.withLock { state in
                    state.looks += 1
                    defer { state.waiting = [] }
                    return (state.objects, state.isSilent, state.waiting)
                }
                for ticket in waiting { ticket.give(()) }
                if isSilent { await Self.forever() }
                return [Self.answer(objects, managed)]
            })
    }

    /// Until the bus or the caller is gone.
    private static func forever() async {
        let (never, _) = AsyncStream<Void>.makeStream()
        for await _ in never {}
    }

    private static func answer(_ objects: [String: [String: [String: BusValue]]], _ managed: String) -> BusValue {
        .array(
            of: "{oa{sa{sv}}}",
            objects.filter { $0.value.keys.contains { $0.hasPrefix(managed) } }.map { path, interfaces in
                .entry(
                    .objectPath(path),
                    .array(of: "{sa{sv}}", interfaces.map { .entry(.string($0), .dictionary($1)) }))
            })
    }

    /// Comes to the bus by its name.
    package func appear() async throws { _ = try await bus.requestName(name) }

    /// Ends, as a service that is stopped.
    package func vanish() async { await bus.close() }

    /// Waits until all objects have been asked for; at once if they have.
    package func waitForLook() async {
        let ticket = state.withLock { state -> OneShot<Void>? in
            guard state.looks == 0 else { return nil }
            let ticket = OneShot<Void>()
            state.waiting.append(ticket)
            return ticket
        }
        await ticket?.value()
    }

    /// Answers no more.
    package func fallSilent() { state.withLock { $0.isSilent = true } }

    /// Sets all properties of an object's interface, without a word.
    package func set(_ path: String, _ interface: String, _ values: [String: BusValue]) async {
        let isNew = state.withLock { state in
            defer { state.objects[path, default: [:]][interface] = values }
            return state.objects[path] == nil
        }
        guard isNew else { return }
        let state = state
        await bus.serve(
            BusObject(path: path, interfaces: [Self.properties]) { request in
                guard let name = request.arguments.first?.string,
                    let values = state.withLock({ $0.objects[path]?[name] })
                else { throw BusFault("org.freedesktop.DBus.Error.UnknownInterface", "no such interface") }
                return [.dictionary(values)]
            })
    }

    /// Changes properties, and tells.
    package func change(_ path: String, _ interface: String, _ values: [String: BusValue]) async throws {
        state.withLock { state in
            state.objects[path, default: [:]][interface, default: [:]].merge(values) { $1 }
        }
        try await emit(
            BusSignal(
                "PropertiesChanged", on: "org.freedesktop.DBus.Properties", at: path,
                [.string(interface), .dictionary(values), .strings([])]))
    }

    package func remove(_ path: String) async {
        state.withLock { $0.objects[path] = nil }
        await bus.stopServing(path: path)
    }

    package func emit(_ signal: BusSignal) async throws { try await bus.emit(signal) }
}
