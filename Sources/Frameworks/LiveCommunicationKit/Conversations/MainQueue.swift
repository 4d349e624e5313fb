import Dispatch
import Foundation

/// Whether code runs on the main queue: under `dispatchMain()`, an asynchronous `main`'s loop too, that is no longer the main thread.
enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true || Thread.isMainThread }
}
