/// A button in a terminal: Enter presses it.
@main struct Main {
    static func main() {
        let viewModel = ViewModel()
        print("Enter calls; Ctrl-D leaves.")
        while readLine() != nil { viewModel.callNumber() }
    }
}
