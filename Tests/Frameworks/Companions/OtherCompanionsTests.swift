import AVFAudio
import CoreGraphics
import CoreLocation
import Foundation
import Testing

struct OtherCompanionsTests {
    @Test(arguments: [
        (CLLocationCoordinate2D(latitude: 51.5, longitude: -0.1), true),
        (CLLocationCoordinate2DMake(90, 180), true), (CLLocationCoordinate2D(), true),
        (CLLocationCoordinate2D(latitude: 90.1, longitude: 0), false),
        (CLLocationCoordinate2D(latitude: 0, longitude: -180.5), false), (kCLLocationCoordinate2DInvalid, false),
        (CLLocationCoordinate2D(latitude: .nan, longitude: 0), false),
    ])
    func placesAreChecked(place: CLLocationCoordinate2D, valid: Bool) {
        #expect(CLLocationCoordinate2DIsValid(place) == valid)
    }

    @Test func coloursHaveComponents() {
        let red = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        #expect(red.components == [1, 0, 0, 0.5])
        #expect(red.numberOfComponents == 4 && red.alpha == 0.5)
        #expect(red == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5))
        #expect(CGColor(gray: 0.2, alpha: 1) != red)
    }

    @Test func oneAudioSession() {
        #expect(AVAudioSession.sharedInstance() === AVAudioSession.sharedInstance())
    }

    @Test func theAudioSessionKeepsWhatIsSaidAndThrowsWhatItCannotDo() throws {
        let session = AVAudioSession.sharedInstance()
        #expect(session.category == .soloAmbient)
        let tooEarly = #expect(throws: NSError.self) { try session.overrideOutputAudioPort(.speaker) }
        #expect(tooEarly?.code == AVAudioSession.ErrorCode.incompatibleCategory.rawValue)
        try session.setCategory(.playAndRecord, mode: .voiceChat, options: [.duckOthers, .allowBluetoothHFP])
        try session.setActive(true)
        #expect(session.category == .playAndRecord && session.mode == .voiceChat)
        #expect(session.categoryOptions == [.duckOthers, .allowBluetooth])
        #expect(session.currentRoute.outputs.isEmpty && session.availableInputs == nil)
        try session.overrideOutputAudioPort(.none)
        let error = #expect(throws: NSError.self) { try session.overrideOutputAudioPort(.speaker) }
        #expect(error?.code == AVAudioSession.ErrorCode.unspecified.rawValue)
        #expect(error?.localizedDescription.contains("settings of the desktop") == true)
        try session.setCategory(.playback)
        #expect(session.mode == .default && session.categoryOptions == [])
    }
}
