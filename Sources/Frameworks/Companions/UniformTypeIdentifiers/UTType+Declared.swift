extension UTType {
    /// An item (`public.item`).
    public static var item: UTType { UTType(known: "public.item") }
    /// Content (`public.content`).
    public static var content: UTType { UTType(known: "public.content") }
    /// Composite content (`public.composite-content`: conforms to `public.content`).
    public static var compositeContent: UTType { UTType(known: "public.composite-content") }
    /// Data (`public.data`: conforms to `public.item`).
    public static var data: UTType { UTType(known: "public.data") }
    /// A directory (`public.directory`: conforms to `public.item`).
    public static var directory: UTType { UTType(known: "public.directory") }
    /// A folder (`public.folder`: conforms to `public.directory`).
    public static var folder: UTType { UTType(known: "public.folder") }
    /// A volume (`public.volume`: conforms to `public.folder`).
    public static var volume: UTType { UTType(known: "public.volume") }
    /// A resolvable item (`com.apple.resolvable`: conforms to `public.item`).
    public static var resolvable: UTType { UTType(known: "com.apple.resolvable") }
    /// A symbolic link (`public.symlink`: conforms to `public.item`, `com.apple.resolvable`).
    public static var symbolicLink: UTType { UTType(known: "public.symlink") }
    /// An executable (`public.executable`: conforms to `public.item`).
    public static var executable: UTType { UTType(known: "public.executable") }
    /// A Unix executable (`public.unix-executable`: conforms to `public.data`, `public.executable`).
    public static var unixExecutable: UTType { UTType(known: "public.unix-executable") }
    /// An application (`com.apple.application`: conforms to `public.executable`).
    public static var application: UTType { UTType(known: "com.apple.application") }
    /// A bundle (`com.apple.bundle`: conforms to `public.directory`).
    public static var bundle: UTType { UTType(known: "com.apple.bundle") }
    /// A package (`com.apple.package`: conforms to `public.directory`).
    public static var package: UTType { UTType(known: "com.apple.package") }
    /// A URL (`public.url`: conforms to `public.data`).
    public static var url: UTType { UTType(known: "public.url") }
    /// A file URL (`public.file-url`: conforms to `public.url`).
    public static var fileURL: UTType { UTType(known: "public.file-url") }
    /// Text (`public.text`: conforms to `public.data`, `public.content`).
    public static var text: UTType { UTType(known: "public.text") }
    /// Plain text (`public.plain-text`: conforms to `public.text`).
    public static var plainText: UTType { UTType(known: "public.plain-text") }
    /// UTF-8 plain text (`public.utf8-plain-text`: conforms to `public.plain-text`).
    public static var utf8PlainText: UTType { UTType(known: "public.utf8-plain-text") }
    /// UTF-16 plain text with a byte order mark or in network order
    /// (`public.utf16-external-plain-text`: conforms to `public.plain-text`).
    public static var utf16ExternalPlainText: UTType { UTType(known: "public.utf16-external-plain-text") }
    /// UTF-16 plain text in the machine's byte order (`public.utf16-plain-text`: conforms to `public.plain-text`).
    public static var utf16PlainText: UTType { UTType(known: "public.utf16-plain-text") }
    /// Delimited text (`public.delimited-values-text`: conforms to `public.text`).
    public static var delimitedText: UTType { UTType(known: "public.delimited-values-text") }
    /// Comma-separated values (`public.comma-separated-values-text`: conforms to `public.delimited-values-text`).
    public static var commaSeparatedText: UTType { UTType(known: "public.comma-separated-values-text") }
    /// Tab-separated values (`public.tab-separated-values-text`: conforms to `public.delimited-values-text`).
    public static var tabSeparatedText: UTType { UTType(known: "public.tab-separated-values-text") }
    /// UTF-8 tab-separated values
    /// (`public.utf8-tab-separated-values-text`: conforms to `public.tab-separated-values-text`,
    /// `public.utf8-plain-text`).
    public static var utf8TabSeparatedText: UTType { UTType(known: "public.utf8-tab-separated-values-text") }
    /// Rich text (`public.rtf`: conforms to `public.text`).
    public static var rtf: UTType { UTType(known: "public.rtf") }
    /// HTML text (`public.html`: conforms to `public.text`).
    public static var html: UTType { UTType(known: "public.html") }
    /// XML text (`public.xml`: conforms to `public.text`).
    public static var xml: UTType { UTType(known: "public.xml") }
    /// YAML text (`public.yaml`: conforms to `public.text`).
    public static var yaml: UTType { UTType(known: "public.yaml") }
    /// A style sheet (`public.css`: conforms to `public.text`).
    public static var css: UTType { UTType(known: "public.css") }
    /// JSON text (`public.json`: conforms to `public.text`).
    public static var json: UTType { UTType(known: "public.json") }
    /// GeoJSON text (`public.geojson`: conforms to `public.json`).
    public static var geoJSON: UTType { UTType(known: "public.geojson") }
    /// Source code (`public.source-code`: conforms to `public.plain-text`).
    public static var sourceCode: UTType { UTType(known: "public.source-code") }
    /// C source (`public.c-source`: conforms to `public.source-code`).
    public static var cSource: UTType { UTType(known: "public.c-source") }
    /// A C header (`public.c-header`: conforms to `public.source-code`).
    public static var cHeader: UTType { UTType(known: "public.c-header") }
    /// Swift source (`public.swift-source`: conforms to `public.source-code`).
    public static var swiftSource: UTType { UTType(known: "public.swift-source") }
    /// A script (`public.script`: conforms to `public.source-code`).
    public static var script: UTType { UTType(known: "public.script") }
    /// A shell script (`public.shell-script`: conforms to `public.script`).
    public static var shellScript: UTType { UTType(known: "public.shell-script") }
    /// A Python script (`public.python-script`: conforms to `public.script`).
    public static var pythonScript: UTType { UTType(known: "public.python-script") }
    /// A Perl script (`public.perl-script`: conforms to `public.script`).
    public static var perlScript: UTType { UTType(known: "public.perl-script") }
    /// A Ruby script (`public.ruby-script`: conforms to `public.script`).
    public static var rubyScript: UTType { UTType(known: "public.ruby-script") }
    /// JavaScript source (`com.netscape.javascript-source`: conforms to `public.script`).
    public static var javaScript: UTType { UTType(known: "com.netscape.javascript-source") }
    /// A property list (`com.apple.property-list`: conforms to `public.data`).
    public static var propertyList: UTType { UTType(known: "com.apple.property-list") }
    /// An XML property list (`com.apple.xml-property-list`: conforms to `public.xml`, `com.apple.property-list`).
    public static var xmlPropertyList: UTType { UTType(known: "com.apple.xml-property-list") }
    /// A binary property list (`com.apple.binary-property-list`: conforms to `com.apple.property-list`).
    public static var binaryPropertyList: UTType { UTType(known: "com.apple.binary-property-list") }
    /// A PDF document (`com.adobe.pdf`: conforms to `public.data`, `public.composite-content`).
    public static var pdf: UTType { UTType(known: "com.adobe.pdf") }
    /// An electronic publication (`org.idpf.epub-container`: conforms to `public.data`, `public.composite-content`).
    public static var epub: UTType { UTType(known: "org.idpf.epub-container") }
    /// An image (`public.image`: conforms to `public.data`, `public.content`).
    public static var image: UTType { UTType(known: "public.image") }
    /// A JPEG image (`public.jpeg`: conforms to `public.image`).
    public static var jpeg: UTType { UTType(known: "public.jpeg") }
    /// A PNG image (`public.png`: conforms to `public.image`).
    public static var png: UTType { UTType(known: "public.png") }
    /// A GIF image (`com.compuserve.gif`: conforms to `public.image`).
    public static var gif: UTType { UTType(known: "com.compuserve.gif") }
    /// A TIFF image (`public.tiff`: conforms to `public.image`).
    public static var tiff: UTType { UTType(known: "public.tiff") }
    /// A Windows bitmap image (`com.microsoft.bmp`: conforms to `public.image`).
    public static var bmp: UTType { UTType(known: "com.microsoft.bmp") }
    /// A Windows icon image (`com.microsoft.ico`: conforms to `public.image`).
    public static var ico: UTType { UTType(known: "com.microsoft.ico") }
    /// A WebP image (`org.webmproject.webp`: conforms to `public.image`).
    public static var webP: UTType { UTType(known: "org.webmproject.webp") }
    /// A HEIF image (`public.heif`: conforms to `public.heif-standard`).
    public static var heif: UTType { UTType(known: "public.heif") }
    /// A HEIC image (`public.heic`: conforms to `public.heif-standard`).
    public static var heic: UTType { UTType(known: "public.heic") }
    /// An SVG image (`public.svg-image`: conforms to `public.image`, `public.xml`).
    public static var svg: UTType { UTType(known: "public.svg-image") }
    /// A camera raw image (`public.camera-raw-image`: conforms to `public.image`).
    public static var rawImage: UTType { UTType(known: "public.camera-raw-image") }
    /// Audiovisual content (`public.audiovisual-content`: conforms to `public.data`, `public.content`).
    public static var audiovisualContent: UTType { UTType(known: "public.audiovisual-content") }
    /// A movie (`public.movie`: conforms to `public.audiovisual-content`).
    public static var movie: UTType { UTType(known: "public.movie") }
    /// A video without sound (`public.video`: conforms to `public.movie`).
    public static var video: UTType { UTType(known: "public.video") }
    /// Audio (`public.audio`: conforms to `public.audiovisual-content`).
    public static var audio: UTType { UTType(known: "public.audio") }
    /// A QuickTime movie (`com.apple.quicktime-movie`: conforms to `public.movie`).
    public static var quickTimeMovie: UTType { UTType(known: "com.apple.quicktime-movie") }
    /// An MPEG movie (`public.mpeg`: conforms to `public.movie`).
    public static var mpeg: UTType { UTType(known: "public.mpeg") }
    /// An MPEG-2 video (`public.mpeg-2-video`: conforms to `public.video`).
    public static var mpeg2Video: UTType { UTType(known: "public.mpeg-2-video") }
    /// An MPEG-2 transport stream (`public.mpeg-2-transport-stream`: conforms to `public.movie`).
    public static var mpeg2TransportStream: UTType { UTType(known: "public.mpeg-2-transport-stream") }
    /// An MPEG-4 movie (`public.mpeg-4`: conforms to `public.movie`).
    public static var mpeg4Movie: UTType { UTType(known: "public.mpeg-4") }
    /// An AVI movie (`public.avi`: conforms to `public.movie`).
    public static var avi: UTType { UTType(known: "public.avi") }
    /// MP3 audio (`public.mp3`: conforms to `public.audio`).
    public static var mp3: UTType { UTType(known: "public.mp3") }
    /// MPEG-4 audio (`public.mpeg-4-audio`: conforms to `public.mpeg-4`, `public.audio`).
    public static var mpeg4Audio: UTType { UTType(known: "public.mpeg-4-audio") }
    /// Waveform audio (`com.microsoft.waveform-audio`: conforms to `public.audio`).
    public static var wav: UTType { UTType(known: "com.microsoft.waveform-audio") }
    /// AIFF audio (`public.aiff-audio`: conforms to `public.audio`).
    public static var aiff: UTType { UTType(known: "public.aiff-audio") }
    /// MIDI audio (`public.midi-audio`: conforms to `public.audio`).
    public static var midi: UTType { UTType(known: "public.midi-audio") }
    /// A playlist (`public.playlist`).
    public static var playlist: UTType { UTType(known: "public.playlist") }
    /// An M3U playlist (`public.m3u-playlist`: conforms to `public.text`, `public.playlist`).
    public static var m3uPlaylist: UTType { UTType(known: "public.m3u-playlist") }
    /// An archive (`public.archive`).
    public static var archive: UTType { UTType(known: "public.archive") }
    /// A disk image (`public.disk-image`: conforms to `public.archive`).
    public static var diskImage: UTType { UTType(known: "public.disk-image") }
    /// A ZIP archive (`public.zip-archive`: conforms to `public.data`, `public.archive`).
    public static var zip: UTType { UTType(known: "public.zip-archive") }
    /// A gzip archive (`org.gnu.gnu-zip-archive`: conforms to `public.data`, `public.archive`).
    public static var gzip: UTType { UTType(known: "org.gnu.gnu-zip-archive") }
    /// A bzip2 archive (`public.bzip2-archive`: conforms to `public.data`, `public.archive`).
    public static var bz2: UTType { UTType(known: "public.bzip2-archive") }
    /// A spreadsheet (`public.spreadsheet`: conforms to `public.content`).
    public static var spreadsheet: UTType { UTType(known: "public.spreadsheet") }
    /// A presentation (`public.presentation`: conforms to `public.composite-content`).
    public static var presentation: UTType { UTType(known: "public.presentation") }
    /// A database (`public.database`).
    public static var database: UTType { UTType(known: "public.database") }
    /// A font (`public.font`).
    public static var font: UTType { UTType(known: "public.font") }
    /// A message (`public.message`).
    public static var message: UTType { UTType(known: "public.message") }
    /// An e-mail message (`public.email-message`: conforms to `public.message`).
    public static var emailMessage: UTType { UTType(known: "public.email-message") }
    /// A contact (`public.contact`).
    public static var contact: UTType { UTType(known: "public.contact") }
    /// A contact card (`public.vcard`: conforms to `public.text`, `public.contact`).
    public static var vCard: UTType { UTType(known: "public.vcard") }
    /// A calendar event (`public.calendar-event`).
    public static var calendarEvent: UTType { UTType(known: "public.calendar-event") }
    /// A to-do item (`public.to-do-item`).
    public static var toDoItem: UTType { UTType(known: "public.to-do-item") }
    /// A bookmark (`public.bookmark`).
    public static var bookmark: UTType { UTType(known: "public.bookmark") }
    /// A PKCS #12 key store (`com.rsa.pkcs-12`: conforms to `public.data`).
    public static var pkcs12: UTType { UTType(known: "com.rsa.pkcs-12") }
    /// An X.509 certificate (`public.x509-certificate`: conforms to `public.data`).
    public static var x509Certificate: UTType { UTType(known: "public.x509-certificate") }
}
