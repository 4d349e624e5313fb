public import Foundation

extension AVAudioSession {
    /// What an app does with sound.
    public struct Category: RawRepresentable, Hashable, Sendable {
        /// The category's name.
        public let rawValue: String
        /// A category by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Sound that the app can do without, beside others'.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// Sound that the app can do without, alone.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Sound that the app is about.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Recording only.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Recording and playing at once: a call.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Different sound on different devices.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }

    /// What kind of sound it is.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// The mode's name.
        public let rawValue: String
        /// A mode by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Nothing special.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// Voices of a call.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// Voices of a call with pictures.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Voices of a game.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// Recording of a film.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// Measuring: as little processing as possible.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// A film's sound.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Speech that goes on, as of a book.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Speech in between, as of a navigator.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
    }

    /// How the app's sound gets on with others', and which devices it may use.
    public struct CategoryOptions: OptionSet, Hashable, Sendable {
        /// The options' bits.
        public let rawValue: UInt
        /// Options by their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Others go on.
        public static let mixWithOthers = CategoryOptions(rawValue: 1 << 0)
        /// Others become quieter.
        public static let duckOthers = CategoryOptions(rawValue: 1 << 1)
        /// Hands-free devices may be used.
        public static let allowBluetooth = CategoryOptions(rawValue: 1 << 2)
        /// Hands-free devices may be used: the newer name of `allowBluetooth`.
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 1 << 2)
        /// The loudspeaker rather than the earpiece.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 1 << 3)
        /// Others' speech is interrupted, their music goes on.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 1 << 4)
        /// Bluetooth devices for music may be used.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 1 << 5)
        /// Devices of the network may be used.
        public static let allowAirPlay = CategoryOptions(rawValue: 1 << 6)
        /// A muted microphone does not interrupt.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 1 << 7)
    }

    /// What happens beside an app's beginning or end.
    public struct SetActiveOptions: OptionSet, Hashable, Sendable {
        /// The options' bits.
        public let rawValue: UInt
        /// Options by their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Those that were interrupted are told.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1 << 0)
    }

    /// An output that an app may ask for.
    public enum PortOverride: UInt, Hashable, Sendable {
        /// The usual one.
        case none = 0
        /// The loudspeaker.
        case speaker = 0x7370_6B72
    }

    /// Where sound goes that could go to another device of the person.
    public enum RouteSharingPolicy: UInt, Hashable, Sendable {
        /// As all sound.
        case `default` = 0
        /// As long sound, such as music.
        case longFormAudio = 1
        /// As the app's own choice says.
        case independent = 2
        /// As long pictures.
        case longFormVideo = 3
    }

    /// Why something failed: the codes of the errors of the domain `NSOSStatusErrorDomain`.
    public enum ErrorCode: Int, Hashable, Sendable {
        /// Nothing did.
        case none = 0
        /// The category does not allow it.
        case incompatibleCategory = 0x2163_6174
        /// A value is wrong.
        case badParam = -50
        /// Anything else.
        case unspecified = 0x7768_6174
    }

    /// A kind of device.
    public struct Port: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String
        /// A kind by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The machine's microphone.
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
        /// The earpiece.
        public static let builtInReceiver = Port(rawValue: "Receiver")
        /// The loudspeaker.
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        /// Headphones with a cable.
        public static let headphones = Port(rawValue: "Headphones")
        /// The microphone of a headset with a cable.
        public static let headsetMic = Port(rawValue: "MicrophoneWired")
        /// A hands-free device.
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        /// A Bluetooth device for music.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        /// A USB device.
        public static let usbAudio = Port(rawValue: "USBAudio")
    }
}

// MARK: - What is told

extension AVAudioSession {
    /// Another has taken the sound, or given it back. Never posted here: the sound server mixes, and nobody is interrupted.
    public static let interruptionNotification = Notification.Name("AVAudioSessionInterruptionNotification")
    /// Sound goes elsewhere. Never posted here: the sound server routes, and an app's streams follow.
    public static let routeChangeNotification = Notification.Name("AVAudioSessionRouteChangeNotification")
    /// The system's sound was started anew. Never posted here.
    public static let mediaServicesWereResetNotification = Notification.Name(
        "AVAudioSessionMediaServicesWereResetNotification")

    /// Whether an interruption begins or ends.
    public enum InterruptionType: UInt, Hashable, Sendable {
        /// It is over.
        case ended = 0
        /// It begins.
        case began = 1
    }

    /// What to do after an interruption.
    public struct InterruptionOptions: OptionSet, Hashable, Sendable {
        /// The options' bits.
        public let rawValue: UInt
        /// Options by their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The app may go on.
        public static let shouldResume = InterruptionOptions(rawValue: 1 << 0)
    }

    /// Why sound goes elsewhere.
    public enum RouteChangeReason: UInt, Hashable, Sendable {
        /// Not known.
        case unknown = 0
        /// A device has come.
        case newDeviceAvailable = 1
        /// A device is gone.
        case oldDeviceUnavailable = 2
        /// The category has changed.
        case categoryChange = 3
        /// An app has asked for it.
        case override = 4
        /// The machine woke up.
        case wakeFromSleep = 6
        /// No device suits the category.
        case noSuitableRouteForCategory = 7
        /// A device has changed.
        case routeConfigurationChange = 8
    }
}

/// The key of an interruption's type, an `UInt`.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// The key of an interruption's options, an `UInt`.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// The key of a route's reason, an `UInt`.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// The key of the route before, an ``AVAudioSessionRouteDescription``.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"

// MARK: - Routes

/// The devices that a session uses.
public final class AVAudioSessionRouteDescription: Sendable {
    /// Those that are listened to.
    public let inputs: [AVAudioSessionPortDescription]
    /// Those that sound.
    public let outputs: [AVAudioSessionPortDescription]

    package init(inputs: [AVAudioSessionPortDescription] = [], outputs: [AVAudioSessionPortDescription] = []) {
        self.inputs = inputs
        self.outputs = outputs
    }
}

/// A device of a route. None is made in this version.
public final class AVAudioSessionPortDescription: Sendable {
    /// Its kind.
    public let portType: AVAudioSession.Port
    /// Its name, for the person.
    public let portName: String
    /// Its identifier.
    public let uid: String

    package init(portType: AVAudioSession.Port, portName: String, uid: String) {
        self.portType = portType
        self.portName = portName
        self.uid = uid
    }
}
