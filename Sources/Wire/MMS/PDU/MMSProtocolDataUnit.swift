package import HandsetWireCore

/// One of the PDUs: a view on its fields, which has made sure that those are there without which it says nothing.
///
/// Less is demanded than the standard does, because carriers leave out what nobody needs; a property whose field is absent
/// or cannot be read is nil.
package protocol MMSProtocolDataUnit: Hashable, Sendable {
    static var messageType: MMSMessageType { get }
    /// The fields without which the PDU is `truncated`.
    static var required: [MMSField] { get }
    var fields: MMSFields { get set }
    /// A view on fields that were checked.
    init(checked fields: MMSFields)
    /// What `required` cannot say.
    static func check(_ fields: MMSFields) throws(DecodeError)
}

extension MMSProtocolDataUnit {
    package static func check(_ fields: MMSFields) throws(DecodeError) {}

    package init(decoding octets: [UInt8]) throws(DecodeError) {
        try self.init(MMSFields(decoding: octets))
    }

    /// The view on fields of its type.
    package init(_ fields: MMSFields) throws(DecodeError) {
        guard fields.token(.messageType) == Self.messageType else {
            throw DecodeError(.malformed, MMSField.messageType.name, at: 0)
        }
        for field in Self.required where fields[field] == nil {
            // Nothing marks the end of the fields: one that is missing may have been cut off.
            throw DecodeError(.truncated, field.name, at: fields.encoded().count)
        }
        try Self.check(fields)
        self.init(checked: fields)
    }

    package func encoded() -> [UInt8] { fields.encoded() }

    /// The leading fields of a new PDU.
    static func newFields(transactionID: TextValue?, version: MMSVersion) -> MMSFields {
        var fields = MMSFields()
        fields.set(.messageType, messageType)
        fields.set(.transactionID, transactionID)
        fields.set(.version, version)
        return fields
    }

    /// X-Mms-Transaction-Id.
    package var transactionID: TextValue? {
        get { fields.text(.transactionID) }
        set { fields.set(.transactionID, newValue) }
    }

    /// X-Mms-MMS-Version.
    package var version: MMSVersion? {
        get { fields.token(.version) }
        set { fields.set(.version, newValue) }
    }
}

/// What most PDUs may say; each exposes those that its table has.
extension MMSFields {
    package var from: MMSFrom? {
        get {
            self[.from]?.read { reader throws(DecodeError) in try MMSFrom(from: &reader, field: "From") }
        }
        set { self[.from] = newValue?.value }
    }

    package var subject: EncodedString? {
        get { self[.subject]?.encodedString }
        set { set(.subject, newValue) }
    }

    package var date: UInt64? {
        get { self[.date]?.date }
        set { self[.date] = newValue.map(WSPValue.longInteger) }
    }

    package var messageClass: MMSMessageClass? {
        get { self[.messageClass].flatMap(MMSMessageClass.init(_:)) }
        set { self[.messageClass] = newValue?.value }
    }

    package func time(_ field: MMSField) -> MMSTime? { self[field].flatMap(MMSTime.init(_:)) }

    mutating func set(_ field: MMSField, _ addresses: [MMSAddress]) { set(field, addresses.map(\.encodedValue)) }
}
