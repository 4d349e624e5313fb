/// An object that we serve: its path, its interfaces, and what answers.
package struct BusObject: Sendable {
    package typealias Handler = nonisolated(nonsending) @Sendable (BusRequest) async throws -> [BusValue]

    package var path: String
    package var interfaces: [BusInterface]
    /// Called in the order of each client's calls, but not one after the other's end. Throws `BusFault` to answer with
    /// an error. Its task is cancelled when the client or the bus is gone, but not before it has begun.
    package var handler: Handler
    /// What a client hears that has too many calls unanswered.
    package var busy: BusFault

    package init(path: String, interfaces: [BusInterface], busy: BusFault? = nil, handler: @escaping Handler) {
        self.path = path
        self.interfaces = interfaces
        self.busy = busy ?? .limitsExceeded("too many calls of this client wait already")
        self.handler = handler
    }
}

/// A bus that its own objects refer to.
///
/// For a handler instead of `[weak bus]`: a closure with such a capture runs on the pool (Swift 6.3.1), where the calls of a
/// client overtake each other.
package final class WeakBus: Sendable {
    package weak let bus: Bus?

    package init(_ bus: Bus) { self.bus = bus }
}

/// A call to an object of ours; the arguments are of the types that the interface says.
package struct BusRequest: Hashable, Sendable {
    package var caller: BusPeer
    package var interface: String
    package var member: String
    package var arguments: [BusValue]
}

extension Bus {
    package func serve(_ object: BusObject) { objects[object.path] = object }

    package func stopServing(path: String) { objects[path] = nil }

    func receivedCall(_ message: BusMessage, answer: UInt64?) {
        do throws(BusFault) {
            if message.member == BusInterface.introspectable.methods[0].name,
                message.interface == nil || message.interface == BusInterface.introspectable.name
            {
                return reply(.success([.string(try introspection(of: message.path))]), to: answer)
            }
            let (object, interface, method) = try find(message)
            guard message.signature == method.inputSignature else {
                throw .invalidArguments("\(method.name) takes (\(method.inputSignature)), not (\(message.signature))")
            }
            guard let arguments = message.body else {
                throw .limitsExceeded("the call has too many values, or nests them too deeply")
            }
            guard clients[message.sender]?.calls.count ?? 0 < limits.callsPerClient else {
                throw object.busy
            }
            nextCall += 1
            let number = nextCall
            let sender = message.sender
            // By the time that the task runs a known client may be gone already; its call counts all the same.
            let known = clients[sender]?.peer
            clients[sender, default: BusClient()].calls[number] = Task {
                await self.serve(
                    sender, known, object, interface: interface.name, method, arguments, answer: answer)
                self.clients[sender]?.calls[number] = nil
            }
        } catch {
            reply(.failure(error), to: answer)
        }
    }

    private func serve(
        _ sender: String, _ known: BusPeer?, _ object: BusObject, interface: String, _ method: BusInterface.Method,
        _ arguments: [BusValue], answer: UInt64?
    ) async {
        guard let caller = if let known { known } else { await peer(sender) } else {
            return reply(.failure(.accessDenied("the bus does not say who calls")), to: answer)
        }
        let request = BusRequest(caller: caller, interface: interface, member: method.name, arguments: arguments)
        do {
            let results = try await object.handler(request)
            guard results.signature == method.outputSignature else {
                return reply(.failure(.failed("\(method.name) answered with other types than its own")), to: answer)
            }
            reply(.success(results), to: answer)
        } catch let fault as BusFault {
            reply(.failure(fault), to: answer)
        } catch {
            // Not described: what went wrong inside may name a person.
            reply(.failure(.failed("\(method.name) failed")), to: answer)
        }
    }

    private func reply(_ result: Result<[BusValue], BusFault>, to answer: UInt64?) {
        // A client that asked for no answer, or a bus that is gone, needs none.
        guard let answer else { return }
        try? transport?.answer(answer, with: result)
    }

    private func find(_ message: BusMessage) throws(BusFault) -> (BusObject, BusInterface, BusInterface.Method) {
        guard let object = objects[message.path] else {
            throw .unknown("Object", "there is no such object here")
        }
        var interfaces = object.interfaces
        if let name = message.interface {
            interfaces.removeAll { $0.name != name }
            if interfaces.isEmpty { throw .unknown("Interface", "the object has no such interface") }
        }
        for interface in interfaces {
            if let method = interface.methods.first(where: { $0.name == message.member }) {
                return (object, interface, method)
            }
        }
        throw .unknown("Method", "the interface has no such method")
    }

    private func introspection(of path: String) throws(BusFault) -> String {
        let prefix = path == "/" ? "/" : path + "/"
        let below = objects.keys.filter { $0.hasPrefix(prefix) && $0 != path }
        let children = Set(below.compactMap { $0.dropFirst(prefix.count).split(separator: "/").first.map(String.init) })
        let object = objects[path]
        guard object != nil || !children.isEmpty else { throw .unknown("Object", "there is no such object here") }
        return BusInterface.document(
            at: path, object.map { [.introspectable, .peer] + $0.interfaces } ?? [], children: children.sorted())
    }
}
