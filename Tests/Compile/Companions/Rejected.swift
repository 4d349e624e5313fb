// What Apple's declarations do not allow.
import AVFAudio
import CoreLocation
import PushKit

func companions(place: CLLocationCoordinate2D) {
    // expected-error@+1 {{does not conform to specified type 'Equatable'}}
    let _: any Equatable = place
    // expected-error@+1 {{'AVAudioSession' initializer is inaccessible due to 'private' protection level}}
    _ = AVAudioSession()
    // expected-error@+1 {{missing argument for parameter 'queue' in call}}
    _ = PKPushRegistry()
}

// expected-error@+2 {{type 'Deaf' does not conform to protocol 'PKPushRegistryDelegate'}}
// expected-note@+1 {{add stubs for conformance}}
final class Deaf: NSObject, PKPushRegistryDelegate {}
