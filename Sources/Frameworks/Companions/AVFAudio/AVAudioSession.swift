/// The app's share of the machine's sound, handed to it while a conversation may record and play.
///
/// On Linux the sound server mixes the programs and needs no category or mode, so the type has no more than an identity:
/// it tells the app when to start and stop its own audio.
public final class AVAudioSession: Sendable {
    private init() {}

    private static let shared = AVAudioSession()

    /// The one session of this process.
    public class func sharedInstance() -> AVAudioSession { shared }
}
