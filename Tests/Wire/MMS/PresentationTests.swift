import HandsetMMS
import Testing

/// Presentations, ours and others'.
@Suite("MMS: presentations")
struct PresentationTests {
    @Test("What we write is read as the same")
    func roundTrip() throws {
        let presentation = MMSPresentation(slides: [
            .init([.init(.image, source: "cid:a&b\"<c>'.jpg"), .init(.text, source: "cid:é")], duration: 2500),
            .init([.init(.video, source: "v"), .init(.audio, source: "a"), .init(.reference, source: "r")]),
            .init([.init(.animation, source: "x")], duration: 0),
        ])
        #expect(try MMSPresentation(reading: presentation.encoded()) == presentation)
    }

    @Test(
        "An accent behind a mark is no part of it", arguments: ["&\u{615}d", ";\u{301}", "<\u{301}>\u{301}\"\u{301}"])
    func accents(source: String) throws {
        let presentation = MMSPresentation(slides: [.init([.init(.text, source: source)])])
        #expect(try MMSPresentation(reading: presentation.encoded()) == presentation)
    }

    @Test("Controls in a name do not break the text")
    func controls() throws {
        let presentation = MMSPresentation(slides: [.init([.init(.text, source: "a\u{1}\tb\n")])])
        #expect(try MMSPresentation(reading: presentation.encoded()).slides.first?.media.first?.source == "a\tb")
    }

    @Test("One slide for each object with its text, and what cannot be shown is left out")
    func showing() {
        let parts = [
            MMSPart(text: "1", name: "1.txt"), MMSPart(MediaType("image/png"), name: "2.png", data: []),
            MMSPart(MediaType("video/mp4"), name: "3.mp4", data: []), MMSPart(text: "4", name: "4.txt"),
            MMSPart(MediaType("text/x-vCard"), name: "5.vcf", data: []), MMSPart(text: "6", name: "6.txt"),
        ]
        let media = MMSPresentation(showing: parts).slides.map { $0.media.map(\.source) }
        #expect(media == [["cid:1.txt", "cid:2.png"], ["cid:3.mp4", "cid:4.txt"], ["cid:6.txt"]])
    }

    @Test(
        "Texts of others",
        arguments: [
            ("<smil><body><par dur='5s'><img src='a'/></par></body></smil>", [["a"]]),
            (
                "<?xml version=\"1.0\"?><!DOCTYPE smil [<!ENTITY x \"y\">]><SMIL><BODY><PAR><IMG SRC=a.gif/><TEXT SRC=b></PAR>",
                [["a.gif", "b"]]
            ),
            ("<!DOCTYPE x [<!ENTITY a ''><!ELEMENT b> <img src='no'/> ]><img src='a'/>", [["a"]]),
            ("<s:smil xmlns:s='x'><s:par><s:text s:src='a'></s:text></s:par></s:smil>", [["a"]]),
            ("<seq><img src='a'/><img src='b'/></seq>", [["a"], ["b"]]),
            (
                "<par><!-- <img src='no'/> --><img src='&#97;&amp;&unknown;&lt;'/><![CDATA[<img src='no'/>]]></par>",
                [["a&&unknown;<"]]
            ),
            ("<par><img src='a'<text src='b'/></par>", [["a", "b"]]), ("<par/><par></par>", [[]]),
            ("<par><img src='a'/><par><img src='b'/></par>", [["a"], ["b"]]),
            ("a < b <img src = 'x' > </img>", [["x"]]), ("<img src='cut", []), ("<img", []), ("<", []), ("", []),
            ("<!--", []), ("<!", []), ("<?", []), ("</", []), ("not a presentation", []), ("<img src=''/><img/>", []),
            ("<textstream src='t'/>", [["t"]]), ("<img src='&#x110000;&#0;&#xD800;'/>", [["&#x110000;&#xD800;"]]),
        ])
    func others(text: String, sources: [[String]]) throws {
        for octets in [Array(text.utf8), MIBCharset.utf16.octets(of: text) ?? []] {
            #expect(try MMSPresentation(reading: octets).slides.map { $0.media.map(\.source) } == sources)
        }
    }

    @Test(
        "Durations",
        arguments: [
            ("5s", 5000), ("5000ms", 5000), ("1.5", 1500), (" 2s ", 2000), ("0:05", 5000), ("1:00:00", 3_600_000),
            ("2min", 120_000), ("1h", 3_600_000), ("indefinite", nil), ("", nil), ("-1s", nil), ("1e300s", nil),
            ("nan", nil), ("inf", nil), ("1:2:3:4", nil), (":", nil), ("99999999999999999999ms", nil),
        ])
    func durations(text: String, milliseconds: Int?) throws {
        let presentation = try MMSPresentation(reading: Array("<par dur='\(text)'><img src='a'/></par>".utf8))
        #expect(presentation.slides.first?.duration == milliseconds)
    }

    private let text = MMSPart(text: "t", name: "t 1.txt")
    private let image = MMSPart(MediaType("image/png"), name: "i.png", data: [1])

    private func body(_ smil: String, _ parts: [MMSPart]) -> MMSBody {
        var root = MMSPart(presentation: MMSPresentation(slides: []))
        root.data = Array(smil.utf8)
        var body = MMSBody(presentation: MMSPresentation(slides: []), parts: [])
        body.content = .parts(MMSMultipart(parts + [root]))
        return body
    }

    @Test("The presentation orders what it names, and the rest follows")
    func slides() throws {
        let card = MMSPart(MediaType("text/x-vCard"), name: "c.vcf", data: [2])
        let message = body(
            "<par dur='1s'><img src='cid:i.png'/><text src='CID:t%201.txt'/></par><par><img src='i.png'/></par>",
            [card, text, image])
        #expect(try message.slides() == [MMSSlide([image, text], duration: 1000), MMSSlide([card])])
    }

    @Test(
        "A presentation that is absent or broken hides nothing",
        arguments: ["", "<par><img src='gone'/></par>", "\u{0}"])
    func fallback(smil: String) throws {
        #expect(try body(smil, [text, image]).slides() == [MMSSlide([text]), MMSSlide([image])])
        #expect(try MMSBody(mixed: [text, image]).slides() == [MMSSlide([text]), MMSSlide([image])])
        let single = MMSBody(contentType: ContentType(.plainText), content: .single([0x61]))
        #expect(try single.slides().map { $0.parts.map(\.text) } == [["a"]])
    }

    @Test("A name that looks like an escape, and a name that is escaped")
    func escapes() throws {
        let odd = MMSPart(MediaType("image/png"), name: "100%25 é.png", data: [1])
        let message = MMSBody(presentation: MMSPresentation(showing: [odd, text]), parts: [text, odd])
        #expect(try message.slides() == [MMSSlide([odd, text], duration: 5000)])
        #expect(try body("<img src='t%201.txt'/>", [image, text]).slides() == [MMSSlide([text]), MMSSlide([image])])
    }

    @Test("Sources by location, by name and by file name")
    func sources() throws {
        var located = MMSPart(contentType: ContentType(MediaType("image/png")), data: [1])
        located.headers.fields.append(WSPHeader(.contentLocation, .text("loc.png")))
        let named = MMSPart(contentType: ContentType(MediaType("image/png"), [.name("named.png")]), data: [2])
        let message = body("<par><img src='named.png'/><img src='loc.png'/></par>", [located, named])
        #expect(try message.slides() == [MMSSlide([named, located])])
    }
}
