/// What kept a test machine from doing what was asked, for the person who reads the test's output.
public struct TestMachineError: Error, CustomStringConvertible {
    /// What is wrong and what to do.
    public let description: String

    package init(_ description: String) { self.description = description }
}
