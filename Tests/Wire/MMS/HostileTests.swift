import HandsetMMS
import HandsetWireCore
import Testing

/// Octets that nobody sent: cut, changed and made up. None may trap, and what is read must be written again as it was.
@Suite("MMS: hostile input")
struct HostileTests {
    /// Everything that a reader of a message would ask it.
    private func read(_ octets: [UInt8]) {
        if let push = try? WAPPush(decoding: octets) {
            _ = push.applicationID
            _ = try? push.pdu()
        }
        #expect(MMSExplanation(of: octets).lines.isEmpty == octets.isEmpty)
        guard let pdu = try? MMSPDU(decoding: octets) else { return }
        if case .notification(let pdu) = pdu {
            _ = (
                pdu.from, pdu.subject?.text, pdu.messageClass, pdu.messageSize, pdu.expiry, pdu.contentLocation.trimmed
            )
        }
        if case .retrieveConfirmation(let pdu) = pdu {
            _ = (pdu.to.map(\.value), pdu.cc, pdu.date, pdu.status, pdu.text?.text)
        }
        if let slides = try? pdu.fields.body?.slides() {
            for part in slides.flatMap(\.parts) { _ = (part.name, part.text, part.contentType.description) }
        }
        // What was read once is a fixed point: our own writing of it reads as the same.
        let again = pdu.encoded()
        #expect((try? MMSPDU(decoding: again))?.encoded() == again)
    }

    @Test("Every prefix of every capture", arguments: MMSVector.pdus + MMSVector.pushes)
    func prefixes(hex: String) throws {
        let octets = try Hex.octets(hex)
        for count in 0..<octets.count { read(Array(octets[..<count])) }
    }

    @Test("A prefix that is refused says so as truncated, at its end or before", arguments: MMSVector.pdus)
    func prefixErrors(hex: String) throws {
        let octets = try Hex.octets(hex)
        for count in 0..<octets.count {
            do throws(DecodeError) {
                _ = try MMSPDU(decoding: Array(octets[..<count]))
            } catch {
                #expect(error.kind == .truncated)
                #expect(error.offset <= count)
                #expect(!error.field.isEmpty)
            }
        }
    }

    @Test("Every octet of every capture changed", arguments: MMSVector.pdus + MMSVector.pushes)
    func flips(hex: String) throws {
        let octets = try Hex.octets(hex)
        for place in octets.indices {
            for change in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x7F, 0xFF] as [UInt8] {
                var changed = octets
                changed[place] ^= change
                read(changed)
            }
        }
    }

    @Test("Lengths that lie, in the place of every octet", arguments: MMSVector.pdus)
    func lengths(hex: String) throws {
        let octets = try Hex.octets(hex)
        for lie in ["1FFFFFFFFF7F", "8FFFFFFF7F", "1F8FFFFFFF7F", "8080808080", "1E", "00", "1F"] {
            for place in octets.indices {
                read(Array(octets[..<place]) + (try Hex.octets(lie)) + Array(octets[(place + 1)...]))
            }
        }
    }

    @Test("Octets and fields made up", arguments: 0..<8)
    func random(seed: UInt64) throws {
        var random = Seeded(seed)
        let pieces = try MMSVector.pdus.map(Hex.octets)
        for _ in 0..<300 {
            var octets: [UInt8] = [0x8C, 0x80 | UInt8(random.below(9))]
            for _ in 0..<random.below(12) {
                let piece = pieces[random.below(pieces.count)]
                let start = random.below(piece.count)
                octets += piece[start..<min(piece.count, start + random.below(24))]
                if random.below(3) == 0 { octets.append(UInt8(random.below(256))) }
            }
            read(octets)
        }
    }

    @Test("Presentations cut, changed and made up")
    func presentations() throws {
        let octets = Array(
            "<!DOCTYPE x [<!E>]><smil><body><par dur='5s'><img src=\"cid:&amp;&#65;\"/><!-- --><text src=b></par></smil>"
                .utf8)
        for count in octets.indices { _ = try MMSPresentation(reading: Array(octets[..<count])) }
        for place in octets.indices {
            for octet in [0x00, 0x22, 0x26, 0x27, 0x2F, 0x3B, 0x3C, 0x3D, 0x3E, 0x5B, 0x5D, 0xFF] as [UInt8] {
                var changed = octets
                changed[place] = octet
                _ = try MMSPresentation(reading: changed)
            }
        }
    }

    @Test("An error tells no number and no text")
    func errors() throws {
        let octets = try Hex.octets(MMSVector.retrieveConfirmation)
        for count in 0..<octets.count {
            do throws(DecodeError) {
                _ = try MMSPDU(decoding: Array(octets[..<count]))
            } catch {
                #expect(!error.description.contains("3362") && !error.description.contains("con-212"))
            }
        }
    }
}

/// A small generator that gives the same numbers for the same seed (SplitMix64).
struct Seeded {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ value >> 31) % UInt64(max(1, bound)))
    }
}
