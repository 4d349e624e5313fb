import HandsetPlatform
import Testing

@Suite struct CommandLineOptionsTests {
    private func parse(_ line: String) throws -> CommandLineOptions {
        try CommandLineOptions(
            line.split(separator: " ").map(String.init), flags: ["json", "help"], valued: ["line", "modem"])
    }

    @Test func mixesOptionsAndOperands() throws {
        let options = try parse("+15550100 --line Work Hello --json there")
        #expect(options.operands == ["+15550100", "Hello", "there"])
        #expect(options.value("line") == "Work")
        #expect(options.has("json"))
        #expect(!options.has("help"))
    }

    @Test func takesAValueAfterAnEqualsSign() throws {
        #expect(try parse("--line=a=b").value("line") == "a=b")
        #expect(try parse("--line=").value("line") == "")
    }

    @Test func keepsRepeatedValuesInOrder() throws {
        let options = try parse("--modem a --modem b")
        #expect(options.values("modem") == ["a", "b"])
        #expect(options.value("modem") == "b")
    }

    @Test func endsTheOptionsAtTwoDashes() throws {
        #expect(try parse("-- --json -x -").operands == ["--json", "-x", "-"])
    }

    @Test func aLoneDashIsAnOperand() throws {
        #expect(try parse("-").operands == ["-"])
    }

    @Test func knowsTheShortFormOfHelp() throws {
        #expect(try parse("-h").has("help"))
    }

    @Test(arguments: ["--line", "--json=1", "--nonsense", "-x"]) func refuses(line: String) {
        #expect(throws: CommandLineOptions.UsageError.self) { try parse(line) }
    }
}
