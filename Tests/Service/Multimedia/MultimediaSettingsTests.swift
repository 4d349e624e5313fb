import Foundation
import HandsetLines
import Testing

@testable import HandsetService

@Suite struct MultimediaSettingsTests {
    static let list = """
        <?xml version="1.0"?><!DOCTYPE serviceproviders SYSTEM "serviceproviders.2.dtd">
        <serviceproviders format="2.0"><country code="xx">
        <provider><name>Short</name><gsm><network-id mcc="001" mnc="01"/>
          <apn value="internet"><usage type="internet"/></apn>
          <apn value="mms.short"><usage type="mms"/><mmsc> http://short/mms </mmsc><mmsproxy>10.0.0.1:8080</mmsproxy></apn>
        </gsm></provider>
        <provider><name>Long</name><gsm><network-id mcc="001" mnc="015"/>
          <apn value="mms.long"><usage type="mms"/><mmsc>http://long/mms</mmsc></apn>
          <apn value="second"><usage type="mms"/><mmsc>http://second/mms</mmsc></apn>
        </gsm></provider>
        <provider><name>None</name><gsm><network-id mcc="002" mnc="01"/><apn value="x"><usage type="internet"/></apn></gsm></provider>
        </country></serviceproviders>
        """

    @Test(arguments: [
        ("001010000000001", ProviderEntry(mmsc: "http://short/mms", proxy: "10.0.0.1:8080", accessPoint: "mms.short")),
        // An MNC of three digits is more than one of two that begins it.
        ("001015000000001", ProviderEntry(mmsc: "http://long/mms", proxy: nil, accessPoint: "mms.long")),
        ("002010000000001", nil), ("999990000000001", nil), ("", nil),
    ])
    func theListIsReadByIMSI(_ imsi: String, _ entry: ProviderEntry?) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/list.xml"
        try Data(Self.list.utf8).write(to: URL(fileURLWithPath: path))
        #expect(await ProviderDirectory(path: path).entry(imsi: imsi) == entry)
    }

    @Test func aListThatIsNoneKnowsNothing() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/list.xml"
        #expect(await ProviderDirectory(path: path).entry(imsi: "001010000000001") == nil)
        try Data(Self.list.utf8.prefix(300)).write(to: URL(fileURLWithPath: path))
        #expect(await ProviderDirectory(path: path).entry(imsi: "001010000000001") == nil)
    }

    private func configuration(_ text: String) throws -> Configuration {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/config.json"))
        return try Configuration.read(folder.path)
    }

    @Test func theOperatorsWordIsRead() throws {
        let lines = try configuration(
            """
            {lines: {"*": {number: "+15550100", mms: {interface: "wwan0", nameServers: ["10.0.0.1"], apn: "mms", mmsc: "http://m/x",
              proxy: "10.0.0.2:80", maximumSize: 614400, maximumRecipients: 10, appendTransactionID: true,
              download: "home", downloadLimit: 100000, reports: false, retryAfter: 60}}}}
            """
        ).lines
        let options = try #require(lines["*"])
        #expect(options.number == "+15550100")
        #expect(options.multimedia.interface == "wwan0")
        #expect(options.multimedia.nameServers == ["10.0.0.1"])
        #expect(options.multimedia.accessPoint == "mms")
        #expect(options.multimedia.maximumSize == 614_400)
        #expect(options.multimedia.appendsTransactionID == true)
        #expect(options.multimedia.download == .home)
        #expect(options.multimedia.mayReport == false)
        #expect(options.multimedia.retryAfter == 60)
    }

    @Test(arguments: [
        ("{lines: {x: {mms: {mmsc: \"ftp://m\"}}}}", "lines.x.mms.mmsc"),
        ("{lines: {x: {mms: {interface: \"a/b\"}}}}", "lines.x.mms.interface"),
        ("{lines: {x: {mms: {apn: \"\"}}}}", "lines.x.mms.apn"),
        ("{lines: {x: {mms: {download: \"never\"}}}}", "lines.x.mms.download"),
        ("{lines: {x: {mms: {maximumSize: 1}}}}", "lines.x.mms.maximumSize"),
        ("{lines: {x: {mms: {userAgent: \"a\\nb\"}}}}", "lines.x.mms.userAgent"),
        ("{lines: {x: {mms: {nonsense: 1}}}}", "lines.x.mms.nonsense"), ("{lines: {x: {mmsc: 1}}}", "lines.x.mmsc"),
    ])
    func mistakesNameTheirKey(_ text: String, _ key: String) {
        let fault = #expect(throws: Configuration.Fault.self) { try configuration(text) }
        #expect(fault?.description.hasPrefix(key) == true)
    }

    @Test func pausesDoubleUpToAnHour() {
        #expect(
            (0..<9).map { DownloadPolicy.pause(after: $0, first: 30) } == [
                30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600,
            ])
        #expect(DownloadPolicy.pause(after: 1_000_000, first: 30) == 3_600)
        #expect(DownloadPolicy.pause(after: 0, first: 0) == 1)
    }

    @Test(arguments: [
        (MultimediaOptions.Download?.none, nil, Registration.roaming, UInt64?.some(1 << 30), false),
        (.home, nil, .roaming, 1, true), (.home, nil, .home, 1, false), (.ask, nil, .home, 1, true),
        (.always, 1_000, .home, 1_001, true), (.always, 1_000, .home, 1_000, false),
        (.always, 1_000, .home, nil, false),
    ])
    func whatWaitsForThePerson(
        _ download: MultimediaOptions.Download?, _ limit: Int?, _ registration: Registration, _ size: UInt64?,
        _ waits: Bool
    ) {
        var options = MultimediaOptions()
        options.download = download
        options.downloadLimit = limit
        let reason = DownloadPolicy.reasonToWait(options, registration: registration, size: size)
        #expect((reason != nil) == waits)
    }
}
