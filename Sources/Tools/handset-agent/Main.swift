import Glibc

@main struct Main {
    static func main() {
        let options: AgentOptions
        switch AgentOptions.parse(Array(CommandLine.arguments.dropFirst())) {
        case .run(let given): options = given
        case .answer(let text):
            print(text)
            exit(EX_OK)
        case .usage(let message):
            Log.write("\(message); see handset-agent --help")
            exit(EX_USAGE)
        }
        let agent = Agent(options)
        agent.loop.takeGlobalJobs()
        // Everything runs on the agent's loop; this thread has nothing to do. Begun here at once: a task of `main` would wait
        // for the main queue, which nobody serves.
        withExtendedLifetime(Task.immediate { await agent.run() }) {
            while true { pause() }
        }
    }
}

/// Lines for the session's journal. No numbers and no texts of messages go in.
enum Log {
    static func write(_ line: String) {
        let line = "handset-agent: \(line)\n"
        _ = line.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
    }
}
