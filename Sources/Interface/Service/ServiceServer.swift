import HandsetDBus
import HandsetPlatform

/// The service's side of the interface: owns the name, checks calls, tells of changes.
///
/// After `start` it comes back by itself when the bus went away. Runs on the loop that the service's actor should run on too.
package actor ServiceServer {
    private let dispatch: Dispatch
    private let address: BusAddress
    private let loop: EventLoop
    private var bus: Bus?
    private var keeper: Task<Void, Never>?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    package init(_ service: any HandsetService, on address: BusAddress, loop: EventLoop) {
        dispatch = Dispatch(service: service)
        self.address = address
        self.loop = loop
    }

    /// Connects and takes the name; throws `.unreachable` without a bus, `.busy` when another process has the name. From
    /// the return on, calls are answered.
    package func start() async throws(ServiceError) {
        let lost = try await connect()
        keeper = Task { await self.keep(lost) }
    }

    /// Leaves the bus; what is being answered is cancelled, and not waited for.
    package func stop() async {
        keeper?.cancel()
        // Asked for, so that a successor finds the name free.
        try? await bus?.releaseName(HandsetName.service)
        await bus?.close()
        bus = nil
        await keeper?.value
        keeper = nil
    }

    package func stateChanged() async { await emit("StateChanged", on: HandsetName.session) }
    package func sentChanged() async { await emit("SentChanged", on: HandsetName.messages) }
    package func callsChanged() async { await emit("CallsChanged", on: HandsetName.calls) }
    package func historyChanged() async { await emit("HistoryChanged", on: HandsetName.history) }

    private func emit(_ member: String, on interface: String) async {
        // Whoever was cut off with us asks for the state when it is back.
        try? await bus?.emit(BusSignal(member, on: interface, at: HandsetName.path))
    }

    private func connect() async throws(ServiceError) -> OneShot<BusError> {
        do throws(BusError) {
            let bus = try await Bus.connect(to: address, on: loop)
            let lost = OneShot<BusError>()
            await bus.whenLost { lost.give($0) }
            await serve(on: bus)
            // After the object is there: who sees the name may call at once.
            guard try await bus.requestName(HandsetName.service) == .owned else {
                await bus.close()
                throw BusError.remote(name: Self.taken.fault.name, message: Self.taken.message)
            }
            self.bus = bus
            return lost
        } catch {
            throw ServiceError(error)
        }
    }

    private static let taken = ServiceError(
        .busy, "\(HandsetName.service) is owned by another process on this bus: is handsetd running already?")

    private func serve(on bus: Bus) async {
        let dispatch = dispatch
        let reference = WeakBus(bus)
        await bus.whenClientVanishes { [weak self] name, vanishing in
            self?.assumeIsolated { $0.clientVanished(name, vanishing == .client ? .client : .bus) }
        }
        await bus.serve(
            BusObject(
                path: HandsetName.path, interfaces: Descriptions.service,
                busy: ServiceError(.busy, "too many calls of this client wait already").fault
            ) { request in
                guard let bus = reference.bus else { throw CancellationError() }
                do throws(ServiceError) {
                    return try await dispatch.answer(request) { AgentClient(bus: bus, uniqueName: $0.uniqueName) }
                } catch {
                    throw error.fault
                }
            })
    }

    private func clientVanished(_ name: String, _ vanishing: ClientVanishing) {
        Task { await self.dispatch.service.clientVanished(name, vanishing) }
    }

    private func keep(_ first: OneShot<BusError>) async {
        var lost = first
        while !Task.isCancelled {
            let error = await withTaskCancellationHandler {
                _ = self  // a closure stays on its actor only if it captures it
                return await lost.value()
            } onCancel: { [lost] in
                lost.give(.cancelled)
            }
            guard error != .cancelled else { return }
            bus = nil
            await dispatch.service.serverChanged(.cutOff(ServiceError(error).message))
            guard let again = await comeBack() else { return }
            lost = again
            await dispatch.service.serverChanged(.serving)
        }
    }

    private func comeBack() async -> OneShot<BusError>? {
        var backOff = BackOff()
        while !Task.isCancelled {
            do throws(ServiceError) {
                return try await connect()
            } catch {
                await dispatch.service.serverChanged(.cutOff(error.message))
            }
            guard (try? await loop.sleep(for: backOff.next())) != nil else { return nil }
        }
        return nil
    }
}
