import AVFAudio
import CoreGraphics
import CoreLocation
import Foundation
import PushKit
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

    @Test func registryGivesNoTokenAndDoesNotKeepDelegate() {
        let registry = PKPushRegistry(queue: nil)
        #expect(registry.desiredPushTypes == nil)
        registry.desiredPushTypes = [.voIP]
        #expect(registry.pushToken(for: .voIP) == nil)
        do {
            let delegate = Delegate()
            registry.delegate = delegate
            #expect(registry.delegate === delegate)
        }
        #expect(registry.delegate == nil)
    }

    @Test func callPushReachesOlderMethod() async {
        let delegate = Delegate()
        let registry = PKPushRegistry(queue: .global())
        let payload = PKPushPayload(type: .voIP, dictionaryPayload: ["caller": "x"])
        await confirmation { done in
            delegate.pushRegistry(
                registry, didReceiveIncomingVoIPPushWith: payload, metadata: PKVoIPPushMetadata(mustReport: true),
                withCompletionHandler: { done() })
        }
        #expect(delegate.received.first === payload)
    }

    private final class Delegate: NSObject, PKPushRegistryDelegate {
        var received: [PKPushPayload] = []

        func pushRegistry(
            _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
        ) {}

        func pushRegistry(
            _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
            completion: @escaping () -> Void
        ) {
            received.append(payload)
            completion()
        }
    }
}
