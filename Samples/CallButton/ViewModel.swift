import Foundation
import Observation

#if canImport(UIKit)
import UIKit
#endif

/// What is behind a call button. It opens a link and knows nothing of calls.
@Observable final class ViewModel {
    @ObservationIgnored let openURL: OpenURLProtocol

    #if canImport(UIKit)
    @MainActor init(openURL: OpenURLProtocol = UIApplication.shared) { self.openURL = openURL }
    #else
    init(openURL: OpenURLProtocol = DesktopOpener()) { self.openURL = openURL }
    #endif

    func callNumber() {
        guard let url = URL(string: "tel://08000480408") else { return }
        openURL.open(url)
    }
}
