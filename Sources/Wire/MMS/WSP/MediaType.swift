/// The type of a body: a number of the well-known table, or its name (WAP-230-WSP, 8.4.2.24 and Appendix A, table 40).
package struct MediaType: Hashable, Sendable {
    /// The form in which it came.
    package enum Form: Hashable, Sendable {
        /// The number, without the high bit.
        case assigned(UInt8)
        case text(TextValue)
        /// A number over 127, which WINA gave out; we know none of their names.
        case registered(UInt64)
    }

    package let form: Form

    package init(form: Form) { self.form = form }

    /// The type of a name: by its number where it has one.
    package init(_ name: String) {
        let text = TextValue(name)
        if let code = Self.assigned.firstIndex(where: { text.isSame(as: $0) }) {
            form = .assigned(UInt8(code))
        } else {
            form = .text(text)
        }
    }

    /// The name in lower case; empty for a number whose name we do not know.
    package var name: String {
        switch form {
        case .assigned(let code): Int(code) < Self.assigned.count ? Self.assigned[Int(code)] : ""
        case .text(let text): String(decoding: text.octets.map(TextValue.lowered), as: UTF8.self)
        case .registered: ""
        }
    }

    /// Whether it has this name, in whichever form and case.
    package func isNamed(_ name: String) -> Bool {
        switch form {
        case .assigned(let code):
            Int(code) < Self.assigned.count && TextValue(Self.assigned[Int(code)]).isSame(as: name)
        case .text(let text): text.isSame(as: name)
        case .registered: false
        }
    }

    /// Whether parts make up the body: `multipart/*` and its WAP twins (WAP-230-WSP, 8.5).
    package var isMultipart: Bool {
        name.hasPrefix("application/vnd.wap.multipart.") || name.hasPrefix("multipart/")
    }

    package var isText: Bool { name.hasPrefix("text/") }

    package static let plainText = MediaType(form: .assigned(0x03))
    package static let mixed = MediaType(form: .assigned(0x23))
    package static let alternative = MediaType(form: .assigned(0x26))
    package static let related = MediaType(form: .assigned(0x33))
    package static let mmsMessage = MediaType(form: .assigned(0x3E))
    package static let smil = MediaType(form: .text("application/smil"))
    package static let octetStream = MediaType(form: .text("application/octet-stream"))

    /// By number, from 0 on.
    private static let assigned: [String] = [
        "*/*", "text/*", "text/html", "text/plain", "text/x-hdml", "text/x-ttml", "text/x-vcalendar", "text/x-vcard",
        "text/vnd.wap.wml", "text/vnd.wap.wmlscript", "text/vnd.wap.wta-event", "multipart/*", "multipart/mixed",
        "multipart/form-data", "multipart/byteranges", "multipart/alternative", "application/*", "application/java-vm",
        "application/x-www-form-urlencoded", "application/x-hdmlc", "application/vnd.wap.wmlc",
        "application/vnd.wap.wmlscriptc", "application/vnd.wap.wta-eventc", "application/vnd.wap.uaprof",
        "application/vnd.wap.wtls-ca-certificate", "application/vnd.wap.wtls-user-certificate",
        "application/x-x509-ca-cert", "application/x-x509-user-cert", "image/*", "image/gif", "image/jpeg",
        "image/tiff",
        "image/png", "image/vnd.wap.wbmp", "application/vnd.wap.multipart.*", "application/vnd.wap.multipart.mixed",
        "application/vnd.wap.multipart.form-data", "application/vnd.wap.multipart.byteranges",
        "application/vnd.wap.multipart.alternative", "application/xml", "text/xml", "application/vnd.wap.wbxml",
        "application/x-x968-cross-cert", "application/x-x968-ca-cert", "application/x-x968-user-cert",
        "text/vnd.wap.si", "application/vnd.wap.sic", "text/vnd.wap.sl", "application/vnd.wap.slc", "text/vnd.wap.co",
        "application/vnd.wap.coc", "application/vnd.wap.multipart.related", "application/vnd.wap.sia",
        "text/vnd.wap.connectivity-xml", "application/vnd.wap.connectivity-wbxml", "application/pkcs7-mime",
        "application/vnd.wap.hashed-certificate", "application/vnd.wap.signed-certificate",
        "application/vnd.wap.cert-response", "application/xhtml+xml", "application/wml+xml", "text/css",
        "application/vnd.wap.mms-message", "application/vnd.wap.rollover-certificate",
        "application/vnd.wap.locc+wbxml", "application/vnd.wap.loc+xml", "application/vnd.syncml.dm+wbxml",
        "application/vnd.syncml.dm+xml", "application/vnd.syncml.notification", "application/vnd.wap.xhtml+xml",
        "application/vnd.wv.csp.cir", "application/vnd.oma.dd+xml", "application/vnd.oma.drm.message",
        "application/vnd.oma.drm.content", "application/vnd.oma.drm.rights+xml",
        "application/vnd.oma.drm.rights+wbxml", "application/vnd.wv.csp+xml", "application/vnd.wv.csp+wbxml",
        "application/vnd.syncml.ds.notification", "audio/*", "video/*", "application/vnd.oma.dd2+xml",
        "application/mikey",
    ]
}
