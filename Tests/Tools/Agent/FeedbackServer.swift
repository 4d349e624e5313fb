import HandsetBusTesting
import HandsetDBus
import HandsetPlatform

/// A stand-in for feedbackd and callaudiod: makes no sound, and says what it was asked.
actor FeedbackServer {
    private nonisolated let loop = EventLoop(name: "feedback")
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private var bus: Bus?
    private var last: UInt32 = 0
    private let told: AsyncStream<String>.Continuation
    nonisolated let asked: AsyncStream<String>

    init() { (asked, told) = AsyncStream.makeStream() }

    func start(on address: BusAddress) async throws {
        let bus = try await Bus.connect(to: address, on: loop)
        let feedback = BusInterface(
            "org.sigxcpu.Feedback",
            methods: [
                .init(
                    "TriggerFeedback", ["app_id": "s", "event": "s", "hints": "a{sv}", "timeout": "i"],
                    returns: ["id": "u"]),
                .init("EndFeedback", ["id": "u"]),
            ])
        let audio = BusInterface(
            "org.mobian_project.CallAudio", methods: [.init("SelectMode", ["mode": "u"], returns: ["success": "b"])])
        await bus.serve(
            BusObject(path: "/org/sigxcpu/Feedback", interfaces: [feedback]) { [unowned self] in
                await self.answer($0)
            })
        await bus.serve(
            BusObject(path: "/org/mobian_project/CallAudio", interfaces: [audio]) { [unowned self] in
                await self.answer($0)
            })
        for name in ["org.sigxcpu.Feedback", "org.mobian_project.CallAudio"] { _ = try await bus.requestName(name) }
        self.bus = bus
    }

    private func answer(_ request: BusRequest) -> [BusValue] {
        switch request.member {
        case "TriggerFeedback":
            last += 1
            told.yield("trigger \(request.arguments[1].string ?? "") \(request.arguments[3].int32 ?? 9)")
            return [.uint32(last)]
        case "EndFeedback":
            told.yield("end \(request.arguments[0].uint32 ?? 0)")
            return []
        default:
            told.yield("mode \(request.arguments[0].uint32 ?? 9)")
            return [.boolean(true)]
        }
    }

    func next() async -> String {
        var iterator = asked.makeAsyncIterator()
        return await iterator.next() ?? ""
    }

    func stop() async { await bus?.close() }
}
