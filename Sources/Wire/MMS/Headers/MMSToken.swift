/// A value of one octet with its high bit set; those without a name are kept as they came.
package protocol MMSToken: RawRepresentable, Hashable, Sendable where RawValue == UInt8 {
    init(rawValue: UInt8)
    /// The standard's words, from octet 0x80 on.
    static var names: [String] { get }
    /// The standard's word; nil for an octet that it gives no meaning.
    var name: String? { get }
}

extension MMSToken {
    package var name: String? {
        let place = Int(rawValue) - 0x80
        guard place >= 0, place < Self.names.count, !Self.names[place].isEmpty else { return nil }
        return Self.names[place]
    }
}

/// X-Mms-Message-Type: which PDU it is (OMA-TS-MMS_ENC-V1_3, 7.3.30).
package struct MMSMessageType: MMSToken {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let sendRequest = Self(rawValue: 0x80)
    package static let sendConfirmation = Self(rawValue: 0x81)
    package static let notification = Self(rawValue: 0x82)
    package static let notifyResponse = Self(rawValue: 0x83)
    package static let retrieveConfirmation = Self(rawValue: 0x84)
    package static let acknowledge = Self(rawValue: 0x85)
    package static let delivery = Self(rawValue: 0x86)
    package static let readRecipient = Self(rawValue: 0x87)
    package static let readOriginator = Self(rawValue: 0x88)

    package static let names = [
        "m-send-req", "m-send-conf", "m-notification-ind", "m-notifyresp-ind", "m-retrieve-conf", "m-acknowledge-ind",
        "m-delivery-ind", "m-read-rec-ind", "m-read-orig-ind", "m-forward-req", "m-forward-conf", "m-mbox-store-req",
        "m-mbox-store-conf", "m-mbox-view-req", "m-mbox-view-conf", "m-mbox-upload-req", "m-mbox-upload-conf",
        "m-mbox-delete-req", "m-mbox-delete-conf", "m-mbox-descr", "m-delete-req", "m-delete-conf", "m-cancel-req",
        "m-cancel-conf",
    ]
}

/// A number of the standard, such as 1.2 (OMA-TS-MMS_ENC-V1_3, 7.3.34): the major in the upper bits, the minor in four.
package struct MMSVersion: MMSToken {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue | 0x80 }

    package static let v1_0 = Self(rawValue: 0x90)
    package static let v1_1 = Self(rawValue: 0x91)
    /// What we write.
    package static let v1_2 = Self(rawValue: 0x92)
    package static let v1_3 = Self(rawValue: 0x93)

    package var major: Int { Int(rawValue >> 4 & 7) }
    /// 15 means that only the major is given.
    package var minor: Int { Int(rawValue & 15) }

    package static var names: [String] { [] }
    package var name: String? { minor == 15 ? "\(major)" : "\(major).\(minor)" }
}

/// Yes or no, as the report fields and others say it (OMA-TS-MMS_ENC-V1_3, 7.3.13).
package struct MMSAnswer: MMSToken {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package init(_ isYes: Bool) { rawValue = isYes ? 0x80 : 0x81 }

    package static let names = ["yes", "no"]
}

/// X-Mms-Priority (OMA-TS-MMS_ENC-V1_3, 7.3.35).
package struct MMSPriority: MMSToken {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let low = Self(rawValue: 0x80)
    package static let normal = Self(rawValue: 0x81)
    package static let high = Self(rawValue: 0x82)

    package static let names = ["low", "normal", "high"]
}

/// X-Mms-Sender-Visibility (OMA-TS-MMS_ENC-V1_3, 7.3.52).
package struct MMSSenderVisibility: MMSToken {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let hide = Self(rawValue: 0x80)
    package static let show = Self(rawValue: 0x81)

    package static let names = ["hide", "show"]
}

/// X-Mms-Status: what became of a message at its recipient (OMA-TS-MMS_ENC-V1_3, 7.3.54).
package struct MMSStatus: MMSToken {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let expired = Self(rawValue: 0x80)
    package static let retrieved = Self(rawValue: 0x81)
    package static let rejected = Self(rawValue: 0x82)
    package static let deferred = Self(rawValue: 0x83)
    package static let unrecognised = Self(rawValue: 0x84)
    package static let indeterminate = Self(rawValue: 0x85)
    package static let forwarded = Self(rawValue: 0x86)
    package static let unreachable = Self(rawValue: 0x87)

    package static let names = [
        "expired", "retrieved", "rejected", "deferred", "unrecognised", "indeterminate", "forwarded", "unreachable",
    ]
}

/// X-Mms-Read-Status (OMA-TS-MMS_ENC-V1_3, 7.3.38).
package struct MMSReadStatus: MMSToken {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let read = Self(rawValue: 0x80)
    package static let deletedUnread = Self(rawValue: 0x81)

    package static let names = ["read", "deleted-without-being-read"]
}

/// X-Mms-Content-Class: the class that a message was made for (OMA-TS-MMS_ENC-V1_3, 7.3.9).
package struct MMSContentClass: MMSToken {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let names = [
        "text", "image-basic", "image-rich", "video-basic", "video-rich", "megapixel", "content-basic", "content-rich",
    ]
}
