import Handset

/// A cold app whose first lines run in as many tasks as it is told: prints how many of them saw that it has its role.
@main struct ColdReader {
    static func main() async {
        let readers = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 1
        let holders = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<readers { group.addTask { HandsetClient.shared.holds(.carrierMessaging) } }
            var holders = 0
            for await isHolder in group where isHolder { holders += 1 }
            return holders
        }
        print("\(holders) of \(readers)")
    }
}
