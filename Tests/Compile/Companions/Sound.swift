// What a calling app says of its sound.
import AVFAudio
import Foundation

func beginCall() throws {
    let session = AVAudioSession.sharedInstance()
    try session.setCategory(.playAndRecord, mode: .voiceChat, options: [.allowBluetoothHFP, .duckOthers])
    try session.setCategory(.playAndRecord, mode: .videoChat, policy: .default, options: .defaultToSpeaker)
    try session.setCategory(.playback)
    try session.setMode(.voiceChat)
    try session.setPreferredSampleRate(48_000)
    try session.setPreferredIOBufferDuration(0.005)
    try session.setActive(true)
}

func endCall(_ session: AVAudioSession) {
    try? session.setActive(false, options: .notifyOthersOnDeactivation)
}

func toggleSpeaker(_ isOn: Bool) -> Bool {
    do {
        try AVAudioSession.sharedInstance().overrideOutputAudioPort(isOn ? .speaker : .none)
        return true
    } catch let error as NSError where error.code == AVAudioSession.ErrorCode.unspecified.rawValue {
        return false
    } catch {
        return false
    }
}

func isOnHeadphones(_ session: AVAudioSession = .sharedInstance()) -> Bool {
    session.currentRoute.outputs.contains { [.headphones, .bluetoothHFP].contains($0.portType) }
        || session.availableInputs?.contains { $0.portType == .headsetMic } ?? false
}

final class SoundObserver: NSObject {
    private var token: (any NSObjectProtocol)?

    func observe() {
        token = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(), queue: .main
        ) { notification in
            guard let value = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt,
                let type = AVAudioSession.InterruptionType(rawValue: value)
            else { return }
            switch type {
            case .began: break
            case .ended:
                let options = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
                if AVAudioSession.InterruptionOptions(rawValue: options).contains(.shouldResume) { try? beginCall() }
            @unknown default: break
            }
        }
        _ = AVAudioSession.routeChangeNotification
        _ = AVAudioSession.RouteChangeReason.oldDeviceUnavailable
    }
}
