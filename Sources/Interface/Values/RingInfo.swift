import HandsetDBus

/// How a call rings.
package struct RingInfo: DictionaryCodable {
    /// What the id of a ringing call's notification begins with; the call's id follows.
    package static let notificationPrefix = "call:"

    package enum Kind: String, Hashable, Sendable { case incoming, waiting }

    /// The call's id.
    package var call: String
    package var kind: Kind
    /// A sound file of the app that carries the call; nil for the machine's ringing tone.
    package var sound: String?
    /// The person has silenced it: it is shown only.
    package var isSilent: Bool

    package init(call: String, kind: Kind, sound: String? = nil, isSilent: Bool = false) {
        self.call = call
        self.kind = kind
        self.sound = sound
        self.isSilent = isSilent
    }

    package init(_ fields: Fields) throws(ServiceError) {
        call = try fields.required("call")
        kind = try fields.word("kind") ?? .incoming
        sound = try fields.string("sound")
        isSilent = try fields.boolean("silent") ?? false
    }

    package var dictionary: [String: BusValue] {
        .known([
            "call": .text(call), "kind": .string(kind.rawValue), "sound": sound.map { .text($0) },
            "silent": .boolean(isSilent),
        ])
    }
}
