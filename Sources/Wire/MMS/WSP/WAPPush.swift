package import HandsetWireCore

/// What an application port of the short message service carries: a WSP push (WAP-230-WSP, 8.2.4.1; WAP-251-PushMessage).
package struct WAPPush: Hashable, Sendable {
    /// The transaction id: any octet, over a bearer without connections.
    package var transactionID: UInt8
    /// Whether the sender wants a confirmation; over short messages there is none to give.
    package var isConfirmed: Bool
    package var contentType: ContentType
    package var headers: WSPHeaders
    package var body: [UInt8]

    /// The ports of a push: what the WDP header of its short messages says (WAP-259-WDP, Appendix B).
    package static let destinationPort: UInt16 = 2948
    package static let sourcePort: UInt16 = 9200

    package init(
        transactionID: UInt8, contentType: ContentType, headers: WSPHeaders = WSPHeaders(), body: [UInt8]
    ) {
        self.transactionID = transactionID
        isConfirmed = false
        self.contentType = contentType
        self.headers = headers
        self.body = body
    }

    /// A PDU on its way to the client that takes messages.
    package init(transactionID: UInt8, pdu: some MMSProtocolDataUnit) {
        self.init(
            transactionID: transactionID, contentType: ContentType(.mmsMessage),
            headers: WSPHeaders([WSPHeader(.applicationID, .integer(ApplicationID.mms))]), body: pdu.encoded())
    }

    /// The numbers of applications that WINA gives out.
    enum ApplicationID {
        static let mms: UInt64 = 4
    }

    /// Whom a push is for.
    package enum Subject: Hashable, Sendable {
        /// A PDU of the multimedia message service.
        case mms
        /// A service indication or loading: a text and a link.
        case serviceIndication
        case serviceLoading
        /// Settings of the carrier, RCS settings among them.
        case provisioning
        case deviceManagement
        case rights
        case other
    }

    /// Whom it is for, by its content type, and by its application where the type says nothing.
    package var subject: Subject {
        switch contentType.mediaType.name {
        case "application/vnd.wap.mms-message": return .mms
        case "text/vnd.wap.si", "application/vnd.wap.sic": return .serviceIndication
        case "text/vnd.wap.sl", "application/vnd.wap.slc": return .serviceLoading
        case "text/vnd.wap.connectivity-xml", "application/vnd.wap.connectivity-wbxml": return .provisioning
        case "application/vnd.syncml.dm+wbxml", "application/vnd.syncml.dm+xml", "application/vnd.syncml.notification":
            return .deviceManagement
        case "application/vnd.oma.drm.rights+xml", "application/vnd.oma.drm.rights+wbxml": return .rights
        case "*/*", "application/*", "application/octet-stream", "":
            return applicationID?.isSame(as: "x-wap-application:mms.ua") == true ? .mms : .other
        default: return .other
        }
    }

    /// X-Wap-Application-Id as a URI; a number that we do not know is given in digits.
    package var applicationID: TextValue? {
        guard let value = headers.first(0x2F) ?? headers.first(named: "X-Wap-Application-Id") else { return nil }
        guard let number = value.integer else { return value.text }
        switch number {
        case 2: return "x-wap-application:wml.ua"
        case 4: return "x-wap-application:mms.ua"
        case 7: return "x-wap-application:syncml.dm"
        case 8: return "x-wap-application:drm.ua"
        default: return TextValue("\(number)")
        }
    }

    /// The PDU of a push for the message service.
    package func pdu() throws(DecodeError) -> MMSPDU {
        do throws(DecodeError) {
            return try MMSPDU(decoding: body)
        } catch {
            var error = error
            error.offset += encodedHeader().count
            throw error
        }
    }

    /// Whether octets are a push rather than a PDU by itself, by the second of them: a type there, a value here.
    package static func isPush(_ octets: [UInt8]) -> Bool { octets.count > 1 && 0x06...0x07 ~= octets[1] }

    /// The push that user data without a known port holds; nil when it does not read as one for the message service.
    ///
    /// Some modem services hand the user data on and drop its ports, so that its content must tell.
    package static func mmsPush(in userData: [UInt8]) -> WAPPush? {
        guard let push = try? WAPPush(decoding: userData), push.subject == .mms else { return nil }
        return push
    }
}

extension WSPHeader.Name {
    package static let applicationID = WSPHeader.Name.assigned(0x2F)
}

// MARK: - Wire

extension WAPPush {
    package init(decoding octets: [UInt8]) throws(DecodeError) { try self.init(decoding: octets.span.bytes) }

    package init(decoding octets: RawSpan) throws(DecodeError) {
        guard octets.byteCount <= MMSLimits.pduOctets else { throw DecodeError(.overLimit, "push", at: 0) }
        var reader = Reader(octets)
        transactionID = try reader.octet("TID")
        let type = try reader.octet("PDU type")
        guard type == 0x06 || type == 0x07 else { throw DecodeError(.malformed, "PDU type", at: 1) }
        isConfirmed = type == 0x07
        let count = try reader.uintvar("HeadersLen")
        guard count <= MMSLimits.partHeaderOctets else {
            throw DecodeError(.overLimit, "HeadersLen", at: reader.offset)
        }
        var part = try reader.part(count, "HeadersLen")
        contentType = try ContentType(from: &part, field: "Content-Type")
        headers = try WSPHeaders(from: &part, atMost: MMSLimits.headers, field: "headers")
        body = reader.octets(atMost: reader.remaining)
    }

    package func encoded() -> [UInt8] { encodedHeader() + body }

    private func encodedHeader() -> [UInt8] {
        var header = contentType.octets
        headers.append(to: &header)
        var octets: [UInt8] = [transactionID, isConfirmed ? 0x07 : 0x06]
        octets.append(uintvar: header.count)
        return octets + header
    }
}
