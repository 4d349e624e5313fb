public import Foundation
internal import HandsetPlatform

/// The app's share of the machine's sound, handed to it while a conversation may record and play.
///
/// On Linux the sound server (PipeWire, PulseAudio) mixes the programs, and the person chooses inputs and outputs in the desktop's
/// settings. What an app says here is therefore kept and given back, and has no other effect: no program is silenced or ducked for it, no
/// device is opened, nothing is routed. What the session cannot do throws, where Apple's methods may throw. An app that gives its streams
/// the role of a phone call (`media.role=Communication`) gets from the sound server what the category and mode ask for on iOS.
public final class AVAudioSession: Sendable {
    private struct State {
        var category = Category.soloAmbient
        var mode = Mode.default
        var options: CategoryOptions = []
        var sampleRate: Double = 0
        var bufferDuration: TimeInterval = 0
    }

    private let state = Lock(State())

    private init() {}

    private static let shared = AVAudioSession()

    /// The one session of this process.
    public class func sharedInstance() -> AVAudioSession { shared }

    // MARK: What the app is about

    /// What the app does with sound; `soloAmbient` until it says otherwise.
    public var category: Category { state.withLock { $0.category } }

    /// What kind of sound it is; `default` until the app says otherwise.
    public var mode: Mode { state.withLock { $0.mode } }

    /// How the app's sound gets on with others'.
    public var categoryOptions: CategoryOptions { state.withLock { $0.options } }

    /// The categories that may be set: all.
    public var availableCategories: [Category] {
        [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
    }

    /// Sets the category, and with it the mode to `default`. Never fails here.
    public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        try setCategory(category, mode: .default, options: options)
    }

    /// Sets category and mode. Never fails here.
    public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        state.withLock {
            $0.category = category
            $0.mode = mode
            $0.options = options
        }
    }

    /// Sets category and mode; the policy is about other devices of the person and has no meaning here. Never fails here.
    public func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
    ) throws {
        try setCategory(category, mode: mode, options: options)
    }

    /// Sets the mode. Never fails here.
    public func setMode(_ mode: Mode) throws { state.withLock { $0.mode = mode } }

    /// Says that the app begins or ends to use sound. Never fails here, and interrupts nobody.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}

    // MARK: Where the sound goes

    /// Asks for the loudspeaker, or takes that back.
    ///
    /// - Throws: For `speaker`, always: the sound server routes, as the person has chosen. With another category than `playAndRecord` with the
    ///   code of ``ErrorCode/incompatibleCategory``, as on iOS, otherwise with that of ``ErrorCode/unspecified``.
    public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        guard portOverride != .none else { return }
        guard category == .playAndRecord else {
            throw Self.error(
                .incompatibleCategory, "Only a session of the category playAndRecord can ask for the loudspeaker.")
        }
        throw Self.error(
            .unspecified, "Handset does not route sound. The person chooses the output in the settings of the desktop.")
    }

    /// The devices in use. Empty: the sound server knows, and does not tell it here.
    public var currentRoute: AVAudioSessionRouteDescription { AVAudioSessionRouteDescription() }

    /// The inputs to choose from; nil, because there is no choice to make here.
    public var availableInputs: [AVAudioSessionPortDescription]? { nil }

    /// Asks for an input, or takes that back.
    ///
    /// - Throws: For an input, always: the person chooses in the settings of the desktop.
    public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        guard inPort != nil else { return }
        throw Self.error(
            .unspecified, "Handset does not route sound. The person chooses the input in the settings of the desktop.")
    }

    // MARK: How it is carried

    /// In hertz, as last asked for; 0 before that. The app's own streams have the rates that it opens them with.
    public var preferredSampleRate: Double { state.withLock { $0.sampleRate } }

    /// Keeps a rate, in hertz, for ``preferredSampleRate``. Never fails here.
    public func setPreferredSampleRate(_ sampleRate: Double) throws { state.withLock { $0.sampleRate = sampleRate } }

    /// In seconds, as last asked for; 0 before that.
    public var preferredIOBufferDuration: TimeInterval { state.withLock { $0.bufferDuration } }

    /// Keeps a duration, in seconds, for ``preferredIOBufferDuration``. Never fails here.
    public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        state.withLock { $0.bufferDuration = duration }
    }

    private static func error(_ code: ErrorCode, _ reason: String) -> NSError {
        NSError(
            domain: NSOSStatusErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: reason])
    }
}
