import HandsetDBus

/// The interfaces as the programs answer to `Introspect`; docs/dbus/ says what the methods do.
enum Descriptions {
    static let service: [BusInterface] = [
        BusInterface(
            HandsetName.session, methods: [.init("GetState", returns: ["state": "a{sv}"])],
            signals: [.init("StateChanged")]),
        BusInterface(
            HandsetName.lines,
            methods: [
                .init("SetLabel", ["line": "s", "label": "s"]),
                .init("Unlock", ["line": "s", "pin": "s"], returns: ["result": "a{sv}"]),
            ]),
        BusInterface(
            HandsetName.roles,
            methods: [
                .init("GetApps", returns: ["apps": "aa{sv}"]), .init("GetRoles", returns: ["roles": "a{ss}"]),
                .init("SetRole", ["role": "s", "app": "s"]),
            ]),
        BusInterface(
            HandsetName.messages,
            methods: [
                .init("Send", ["message": "a{sv}"], returns: ["result": "a{sv}"]),
                .init("ConfirmSend", ["service": "s", "id": "s"]),
                .init("OpenReader", ["service": "s", "reader": "u", "after": "t"]),
                .init(
                    "Next", ["service": "s", "reader": "u", "after": "t"],
                    returns: ["cursor": "t", "message": "a{sv}"]),
                .init("Acknowledge", ["service": "s", "reader": "u", "through": "t"]),
                .init("CloseReader", ["service": "s", "reader": "u"]),
                .init("GetSent", ["since": "t"], returns: ["revision": "t", "sent": "aa{sv}"]),
                .init("GetMessage", ["service": "s", "id": "s"], returns: ["message": "a{sv}"]),
                .init("GetDownloads", returns: ["downloads": "aa{sv}"]), .init("Download", ["id": "s"]),
                .init("MarkRead", ["service": "s", "id": "s"]),
            ],
            signals: [.init("SentChanged")]),
        BusInterface(
            HandsetName.notifications,
            methods: [
                .init("Post", ["notification": "a{sv}"], returns: ["shown": "b"]), .init("Remove", ["ids": "as"]),
                .init("GetDelivered", returns: ["notifications": "aa{sv}"]),
                .init("NextResponse", returns: ["response": "a{sv}"]),
            ]),
        BusInterface(
            HandsetName.pushes,
            methods: [
                .init("Push", ["app": "s", "push": "a{sv}"], returns: ["outcome": "s"]),
                .init("GetToken", ["type": "s"], returns: ["token": "s"]),
                .init("NextPush", ["types": "as"], returns: ["push": "a{sv}"]), .init("PushHandled", ["id": "s"]),
            ]),
        BusInterface(
            HandsetName.agents,
            methods: [
                .init("Register", ["session": "a{sv}", "bundles": "aa{sv}"]),
                .init("AppExited", ["app": "s", "pid": "u", "status": "i"]),
                .init("NotificationResponded", ["app": "s", "response": "a{sv}"]),
            ]),
        BusInterface(
            HandsetName.calls,
            methods: [
                .init("Dial", ["request": "a{sv}"], returns: ["result": "a{sv}"]),
                .init("OpenLink", ["url": "s"], returns: ["result": "a{sv}"]),
                .init("GetCalls", returns: ["calls": "aa{sv}"]),
                .init("Control", ["call": "s", "action": "s", "options": "a{sv}"]),
                .init("RequestUSSD", ["line": "s", "string": "s"], returns: ["answer": "a{sv}"]),
                .init("CancelUSSD", ["line": "s"]),
            ],
            signals: [.init("CallsChanged")]),
        BusInterface(
            HandsetName.history,
            methods: [
                .init("GetRecents", ["query": "a{sv}"], returns: ["recents": "aa{sv}"]),
                .init("MarkRead", ["ids": "as"]),
            ],
            signals: [.init("HistoryChanged")]),
        BusInterface(
            HandsetName.conversations,
            methods: [
                .init("Attach", ["app": "a{sv}"]),
                .init("ReportIncoming", ["conversation": "s", "update": "a{sv}"]),
                .init("ReportEvent", ["conversation": "s", "event": "a{sv}"]),
                .init("Perform", ["actions": "aa{sv}"]),
                .init("NextEvent", returns: ["event": "a{sv}"]),
                .init("FinishAction", ["action": "s", "fulfilled": "b", "date": "x"]),
                .init("Detach"),
            ]),
        BusInterface(
            HandsetName.status,
            methods: [
                .init("GetStatus", returns: ["status": "a{sv}"]),
                .init("GetHeld", ["after": "t", "octets": "b"], returns: ["held": "aa{sv}"]),
                .init("ForgetHeld", ["kind": "s", "id": "t"]),
            ]),
    ]

    static let agent = [
        BusInterface(
            HandsetName.agent,
            methods: [
                .init(
                    "Launch", ["app": "s", "executable": "s", "reason": "s", "details": "a{sv}"],
                    returns: ["pid": "u"]),
                .init("Ask", ["question": "a{sv}"], returns: ["answer": "b"]),
                .init("Notify", ["app": "s", "name": "s", "notification": "a{sv}"], returns: ["shown": "b"]),
                .init("Withdraw", ["app": "s", "ids": "as"]),
                .init("GetShown", ["app": "s"], returns: ["notifications": "aa{sv}"]),
                .init("ResolveExecutable", ["pid": "u"], returns: ["path": "s"]),
                .init("Ring", ["ring": "a{sv}"]),
                .init("StopRinging", ["call": "s"]),
                .init("SetCallAudio", ["on": "b"]),
            ])
    ]
}
