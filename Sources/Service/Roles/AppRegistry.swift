import HandsetInterface

/// All apps: the bundles of the operator's folders, and those that the users' agents reported.
@ServiceActor
final class AppRegistry {
    private let folders: [String]
    private var trusted: [AppBundle] = []
    private var reported: [String: [AppBundle]] = [:]
    /// What is wrong with bundles in the operator's folders.
    private(set) var faults: [BundleFolder.Fault] = []

    nonisolated init(folders: [String]) { self.folders = folders }

    /// Reads the operator's folders again.
    func refresh() {
        trusted = []
        faults = []
        for folder in folders {
            let (bundles, faults) = BundleFolder.read(folder)
            trusted += bundles
            self.faults += faults
        }
    }

    /// The bundles of the user of an agent; the bundle with the id of a trusted one is left out.
    func report(_ bundles: [BundleInfo], agent: String, userID: UInt32) {
        reported[agent] = bundles.compactMap { bundle in
            guard BundleFolder.isIdentifier(bundle.id), bundle.executable.hasPrefix("/") else { return nil }
            return AppBundle(
                id: bundle.id, name: bundle.name.plainLine, path: bundle.path, executable: bundle.executable,
                entitlements: Set(bundle.entitlements), isTrusted: false, userID: userID)
        }
    }

    func forget(agent: String) { reported[agent] = nil }

    /// Each id once: the trusted one of two, the first of two equals.
    var bundles: [AppBundle] {
        var seen: Set<String> = []
        let users = reported.keys.sorted().flatMap { reported[$0] ?? [] }
        return (trusted + users).filter { seen.insert($0.id).inserted }
    }

    func bundle(id: String) -> AppBundle? { bundles.first { $0.id == id } }

    /// The one bundle that an executable belongs to. Several bundles claim it: none of them has it.
    func bundle(executable: String, userID: UInt32) -> AppBundle? {
        let own = trusted.filter { $0.executable == executable }
        if let only = own.first { return own.count == 1 ? only : nil }
        let users = Set(reported.values.joined().filter { $0.executable == executable && $0.userID == userID })
        guard users.count == 1, let only = users.first, bundle(id: only.id) == only else { return nil }
        return only
    }
}
