import HandsetInterface

/// All apps: the bundles of the operator's folders, and those that the users' agents reported.
///
/// Of two bundles with one identifier the operator's wins over a user's; of two others neither is used. So it is with two
/// that have one executable. Whatever is left out is said.
@ServiceActor
final class AppRegistry {
    typealias Fault = BundleReader.Fault

    private let folders: [String]
    private var trusted: [AppBundle] = []
    private var trustedFaults: [Fault] = []
    private var reported: [String: (bundles: [AppBundle], faults: [Fault])] = [:]

    /// Each id once, the operator's first.
    private(set) var bundles: [AppBundle] = []
    /// What is wrong with bundles, for the operator.
    private(set) var faults: [Fault] = []

    nonisolated init(folders: [String]) { self.folders = folders }

    /// Reads the operator's folders again.
    func refresh() {
        trusted = []
        trustedFaults = []
        for folder in folders {
            let (bundles, faults) = BundleReader.read(folder, followsLinks: false)
            trusted += bundles.map { AppBundle($0, isTrusted: true) }
            trustedFaults += faults
        }
        settle()
    }

    /// The bundles of the user of an agent.
    func report(_ infos: [BundleInfo], faults said: [String] = [], agent: String, userID: UInt32) {
        var bundles: [AppBundle] = []
        var faults = said.map { Fault(path: "of user \(userID)", reason: $0.plain(to: 1_000)) }
        for info in infos {
            guard BundleReader.isIdentifier(info.id), info.executable.hasPrefix("/") else {
                faults.append(Fault(path: info.path, reason: "its identifier or its executable is not one"))
                continue
            }
            bundles.append(AppBundle(info, isTrusted: false, userID: userID))
        }
        reported[agent] = (bundles, faults)
        settle()
    }

    func forget(agent: String) {
        reported[agent] = nil
        settle()
    }

    func bundle(id: String) -> AppBundle? { bundles.first { $0.id == id } }

    /// The one bundle that an executable belongs to. Several bundles claim it: none of them has it.
    func bundle(executable: String, userID: UInt32) -> AppBundle? {
        let own = trusted.filter { $0.executable == executable }
        let claims =
            own.isEmpty
            ? Set(reported.values.lazy.flatMap(\.bundles).filter { $0.executable == executable && $0.userID == userID })
            : Set(own)
        guard claims.count == 1, let only = claims.first, bundle(id: only.id) == only else { return nil }
        return only
    }

    // MARK: Who is left

    private func settle() {
        // Two agents of one user report the same bundles.
        var seen: Set<AppBundle> = []
        let users = reported.keys.sorted().flatMap { reported[$0]?.bundles ?? [] }.filter { seen.insert($0).inserted }
        let named = Dictionary(grouping: trusted + users, by: \.id)
        bundles = []
        var said: Set<Fault> = []
        faults = (trustedFaults + reported.keys.sorted().flatMap { reported[$0]?.faults ?? [] })
            .filter { said.insert($0).inserted }
        for bundle in trusted + users {
            let others = (named[bundle.id] ?? []).filter { $0 != bundle && ($0.isTrusted || !bundle.isTrusted) }
            // Word for word the same, of one folder that was named twice.
            let isTwice = bundle.isTrusted && trusted.count { $0 == bundle } > 1
            if let other = others.first {
                let end = other.isTrusted && !bundle.isTrusted ? "that one is used" : "neither is used"
                faults.append(
                    Fault(path: bundle.path, reason: "has the identifier \(bundle.id), as \(other.path) has: \(end)"))
            } else if !isTwice || !bundles.contains(bundle) {
                bundles.append(bundle)
            }
        }
        noteSharedExecutables(of: trusted + users)
    }

    private func noteSharedExecutables(of all: [AppBundle]) {
        for (executable, claims) in Dictionary(grouping: all, by: \.executable).sorted(by: { $0.key < $1.key }) {
            for bundle in Set(claims).sorted(by: { $0.path < $1.path }) {
                let other = claims.first {
                    $0 != bundle && ($0.isTrusted || !bundle.isTrusted && $0.userID == bundle.userID)
                }
                // Of two with one identifier it has been said.
                guard let other, other.id != bundle.id else { continue }
                let end = other.isTrusted && !bundle.isTrusted ? "it counts as that app" : "it counts as no app"
                faults.append(
                    Fault(path: bundle.path, reason: "runs \(executable), as \(other.path) does: \(end)"))
            }
        }
    }
}
