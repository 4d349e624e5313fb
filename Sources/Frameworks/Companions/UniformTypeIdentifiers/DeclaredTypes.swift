/// The types that Handset declares by itself: Apple's identifiers with the conformance that Apple documents for them.
///
/// The file names come first-preferred, and so do the MIME types. What is not here comes from ``SharedMIMEInfo``.
let declaredTypes: [TypeRecord] = [
    TypeRecord("public.item", description: "item"),
    TypeRecord("public.content", description: "content"),
    TypeRecord("public.composite-content", conformsTo: ["public.content"], description: "composite content"),
    TypeRecord("public.data", conformsTo: ["public.item"], description: "data"),
    TypeRecord("public.directory", conformsTo: ["public.item"], description: "directory"),
    TypeRecord("public.folder", conformsTo: ["public.directory"], description: "folder"),
    TypeRecord("public.volume", conformsTo: ["public.folder"], description: "volume"),
    TypeRecord("com.apple.resolvable", conformsTo: ["public.item"], description: "resolvable item"),
    TypeRecord("public.symlink", conformsTo: ["public.item", "com.apple.resolvable"], description: "symbolic link"),
    TypeRecord("public.executable", conformsTo: ["public.item"], description: "executable"),
    TypeRecord(
        "public.unix-executable", conformsTo: ["public.data", "public.executable"], description: "Unix executable"),
    TypeRecord("com.apple.application", conformsTo: ["public.executable"], description: "application"),
    TypeRecord("com.apple.bundle", conformsTo: ["public.directory"], description: "bundle"),
    TypeRecord("com.apple.package", conformsTo: ["public.directory"], description: "package"),
    TypeRecord("public.url", conformsTo: ["public.data"], description: "URL"),
    TypeRecord("public.file-url", conformsTo: ["public.url"], description: "file URL"),
    TypeRecord("public.text", conformsTo: ["public.data", "public.content"], description: "text"),
    TypeRecord(
        "public.plain-text", conformsTo: ["public.text"], extensions: ["txt", "text"], mimeTypes: ["text/plain"],
        description: "plain text"),
    TypeRecord("public.utf8-plain-text", conformsTo: ["public.plain-text"], description: "UTF-8 plain text"),
    TypeRecord(
        "public.utf16-external-plain-text", conformsTo: ["public.plain-text"],
        description: "UTF-16 plain text with a byte order mark or in network order"),
    TypeRecord(
        "public.utf16-plain-text", conformsTo: ["public.plain-text"],
        description: "UTF-16 plain text in the machine's byte order"),
    TypeRecord("public.delimited-values-text", conformsTo: ["public.text"], description: "delimited text"),
    TypeRecord(
        "public.comma-separated-values-text", conformsTo: ["public.delimited-values-text"], extensions: ["csv"],
        mimeTypes: ["text/csv", "text/comma-separated-values"], description: "comma-separated values"),
    TypeRecord(
        "public.tab-separated-values-text", conformsTo: ["public.delimited-values-text"], extensions: ["tsv"],
        mimeTypes: ["text/tab-separated-values"], description: "tab-separated values"),
    TypeRecord(
        "public.utf8-tab-separated-values-text",
        conformsTo: ["public.tab-separated-values-text", "public.utf8-plain-text"],
        description: "UTF-8 tab-separated values"),
    TypeRecord(
        "public.rtf", conformsTo: ["public.text"], extensions: ["rtf"], mimeTypes: ["text/rtf", "application/rtf"],
        description: "rich text"),
    TypeRecord(
        "public.html", conformsTo: ["public.text"], extensions: ["html", "htm", "shtml", "shtm"],
        mimeTypes: ["text/html"], description: "HTML text"),
    TypeRecord(
        "public.xml", conformsTo: ["public.text"], extensions: ["xml"], mimeTypes: ["application/xml", "text/xml"],
        description: "XML text"),
    TypeRecord(
        "public.yaml", conformsTo: ["public.text"], extensions: ["yaml", "yml"],
        mimeTypes: ["application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml"], description: "YAML text"),
    TypeRecord(
        "public.css", conformsTo: ["public.text"], extensions: ["css"], mimeTypes: ["text/css"],
        description: "style sheet"),
    TypeRecord(
        "public.json", conformsTo: ["public.text"], extensions: ["json"], mimeTypes: ["application/json"],
        description: "JSON text"),
    TypeRecord(
        "public.geojson", conformsTo: ["public.json"], extensions: ["geojson"], mimeTypes: ["application/geo+json"],
        description: "GeoJSON text"),
    TypeRecord("public.source-code", conformsTo: ["public.plain-text"], description: "source code"),
    TypeRecord(
        "public.c-source", conformsTo: ["public.source-code"], extensions: ["c"], mimeTypes: ["text/x-csrc"],
        description: "C source"),
    TypeRecord(
        "public.c-header", conformsTo: ["public.source-code"], extensions: ["h"], mimeTypes: ["text/x-chdr"],
        description: "C header"),
    TypeRecord(
        "public.swift-source", conformsTo: ["public.source-code"], extensions: ["swift"], mimeTypes: ["text/x-swift"],
        description: "Swift source"),
    TypeRecord("public.script", conformsTo: ["public.source-code"], description: "script"),
    TypeRecord(
        "public.shell-script", conformsTo: ["public.script"], extensions: ["sh"],
        mimeTypes: ["application/x-shellscript", "text/x-shellscript"], description: "shell script"),
    TypeRecord(
        "public.python-script", conformsTo: ["public.script"], extensions: ["py"],
        mimeTypes: ["text/x-python", "text/x-python-script"], description: "Python script"),
    TypeRecord(
        "public.perl-script", conformsTo: ["public.script"], extensions: ["pl"],
        mimeTypes: ["application/x-perl", "text/x-perl-script"], description: "Perl script"),
    TypeRecord(
        "public.ruby-script", conformsTo: ["public.script"], extensions: ["rb"],
        mimeTypes: ["application/x-ruby", "text/x-ruby-script"], description: "Ruby script"),
    TypeRecord(
        "com.netscape.javascript-source", conformsTo: ["public.script"], extensions: ["js"],
        mimeTypes: ["text/javascript", "application/javascript"], description: "JavaScript source"),
    TypeRecord(
        "com.apple.property-list", conformsTo: ["public.data"], extensions: ["plist"], description: "property list"),
    TypeRecord(
        "com.apple.xml-property-list", conformsTo: ["public.xml", "com.apple.property-list"],
        description: "XML property list"),
    TypeRecord(
        "com.apple.binary-property-list", conformsTo: ["com.apple.property-list"], description: "binary property list"),
    TypeRecord(
        "com.adobe.pdf", conformsTo: ["public.data", "public.composite-content"], extensions: ["pdf"],
        mimeTypes: ["application/pdf"], description: "PDF document"),
    TypeRecord(
        "org.idpf.epub-container", conformsTo: ["public.data", "public.composite-content"], extensions: ["epub"],
        mimeTypes: ["application/epub+zip"], description: "electronic publication"),
    TypeRecord("public.image", conformsTo: ["public.data", "public.content"], description: "image"),
    TypeRecord(
        "public.jpeg", conformsTo: ["public.image"], extensions: ["jpeg", "jpg", "jpe"],
        mimeTypes: ["image/jpeg", "image/jpg"], description: "JPEG image"),
    TypeRecord(
        "public.png", conformsTo: ["public.image"], extensions: ["png"], mimeTypes: ["image/png"],
        description: "PNG image"),
    TypeRecord(
        "com.compuserve.gif", conformsTo: ["public.image"], extensions: ["gif"], mimeTypes: ["image/gif"],
        description: "GIF image"),
    TypeRecord(
        "public.tiff", conformsTo: ["public.image"], extensions: ["tiff", "tif"], mimeTypes: ["image/tiff"],
        description: "TIFF image"),
    TypeRecord(
        "com.microsoft.bmp", conformsTo: ["public.image"], extensions: ["bmp", "dib"],
        mimeTypes: ["image/bmp", "image/x-bmp", "image/x-ms-bmp"], description: "Windows bitmap image"),
    TypeRecord(
        "com.microsoft.ico", conformsTo: ["public.image"], extensions: ["ico"],
        mimeTypes: ["image/vnd.microsoft.icon", "image/x-icon"], description: "Windows icon image"),
    TypeRecord(
        "org.webmproject.webp", conformsTo: ["public.image"], extensions: ["webp"], mimeTypes: ["image/webp"],
        description: "WebP image"),
    TypeRecord("public.heif-standard", conformsTo: ["public.image"], description: "HEIF standard image"),
    TypeRecord(
        "public.heif", conformsTo: ["public.heif-standard"], extensions: ["heif"], mimeTypes: ["image/heif"],
        description: "HEIF image"),
    TypeRecord(
        "public.heic", conformsTo: ["public.heif-standard"], extensions: ["heic"], mimeTypes: ["image/heic"],
        description: "HEIC image"),
    TypeRecord(
        "public.svg-image", conformsTo: ["public.image", "public.xml"], extensions: ["svg"],
        mimeTypes: ["image/svg+xml"], description: "SVG image"),
    TypeRecord("public.camera-raw-image", conformsTo: ["public.image"], description: "camera raw image"),
    TypeRecord(
        "public.audiovisual-content", conformsTo: ["public.data", "public.content"], description: "audiovisual content"),
    TypeRecord("public.movie", conformsTo: ["public.audiovisual-content"], description: "movie"),
    TypeRecord("public.video", conformsTo: ["public.movie"], description: "video without sound"),
    TypeRecord("public.audio", conformsTo: ["public.audiovisual-content"], description: "audio"),
    TypeRecord(
        "com.apple.quicktime-movie", conformsTo: ["public.movie"], extensions: ["mov", "qt"],
        mimeTypes: ["video/quicktime"], description: "QuickTime movie"),
    TypeRecord(
        "public.mpeg", conformsTo: ["public.movie"], extensions: ["mpg", "mpeg", "mpe"], mimeTypes: ["video/mpeg"],
        description: "MPEG movie"),
    TypeRecord(
        "public.mpeg-2-video", conformsTo: ["public.video"], extensions: ["m2v"], mimeTypes: ["video/mpeg2"],
        description: "MPEG-2 video"),
    TypeRecord("public.mpeg-2-transport-stream", conformsTo: ["public.movie"], description: "MPEG-2 transport stream"),
    TypeRecord(
        "public.mpeg-4", conformsTo: ["public.movie"], extensions: ["mp4", "mpg4"], mimeTypes: ["video/mp4"],
        description: "MPEG-4 movie"),
    TypeRecord(
        "public.avi", conformsTo: ["public.movie"], extensions: ["avi"],
        mimeTypes: ["video/avi", "video/msvideo", "video/x-msvideo"], description: "AVI movie"),
    TypeRecord(
        "public.3gpp", conformsTo: ["public.movie"], extensions: ["3gp", "3gpp"],
        mimeTypes: ["video/3gpp", "audio/3gpp"], description: "3GPP movie"),
    TypeRecord(
        "public.3gpp2", conformsTo: ["public.movie"], extensions: ["3g2", "3gp2"],
        mimeTypes: ["video/3gpp2", "audio/3gpp2"], description: "3GPP2 movie"),
    TypeRecord(
        "public.mp3", conformsTo: ["public.audio"], extensions: ["mp3"],
        mimeTypes: ["audio/mpeg", "audio/mp3", "audio/mpeg3", "audio/mpg", "audio/x-mp3"], description: "MP3 audio"),
    TypeRecord(
        "public.mpeg-4-audio", conformsTo: ["public.mpeg-4", "public.audio"], extensions: ["m4a"],
        mimeTypes: ["audio/mp4", "audio/x-m4a"], description: "MPEG-4 audio"),
    TypeRecord(
        "com.microsoft.waveform-audio", conformsTo: ["public.audio"], extensions: ["wav", "wave"],
        mimeTypes: ["audio/vnd.wave", "audio/wav", "audio/wave", "audio/x-wav"], description: "Waveform audio"),
    TypeRecord(
        "public.aiff-audio", conformsTo: ["public.audio"], extensions: ["aiff", "aif"],
        mimeTypes: ["audio/aiff", "audio/x-aiff"], description: "AIFF audio"),
    TypeRecord(
        "public.midi-audio", conformsTo: ["public.audio"], extensions: ["midi", "mid"],
        mimeTypes: ["audio/midi", "audio/x-midi"], description: "MIDI audio"),
    TypeRecord(
        "public.aac-audio", conformsTo: ["public.audio"], extensions: ["aac", "adts"],
        mimeTypes: ["audio/aac", "audio/aacp", "audio/x-aac"], description: "AAC audio"),
    TypeRecord(
        "org.3gpp.adaptive-multi-rate-audio", conformsTo: ["public.audio"], extensions: ["amr"],
        mimeTypes: ["audio/amr"], description: "AMR audio"),
    TypeRecord("public.playlist", description: "playlist"),
    TypeRecord(
        "public.m3u-playlist", conformsTo: ["public.text", "public.playlist"], extensions: ["m3u"],
        mimeTypes: ["audio/mpegurl", "audio/x-mpegurl"], description: "M3U playlist"),
    TypeRecord("public.archive", description: "archive"),
    TypeRecord("public.disk-image", conformsTo: ["public.archive"], description: "disk image"),
    TypeRecord(
        "public.zip-archive", conformsTo: ["public.data", "public.archive"], extensions: ["zip"],
        mimeTypes: ["application/zip", "application/x-zip-compressed"], description: "ZIP archive"),
    TypeRecord(
        "org.gnu.gnu-zip-archive", conformsTo: ["public.data", "public.archive"], extensions: ["gz"],
        mimeTypes: ["application/gzip", "application/x-gzip"], description: "gzip archive"),
    TypeRecord(
        "public.bzip2-archive", conformsTo: ["public.data", "public.archive"], extensions: ["bz2"],
        mimeTypes: ["application/x-bzip2", "application/x-bzip", "application/bzip2"], description: "bzip2 archive"),
    TypeRecord(
        "public.tar-archive", conformsTo: ["public.data", "public.archive"], extensions: ["tar"],
        mimeTypes: ["application/x-tar"], description: "tar archive"),
    TypeRecord("public.spreadsheet", conformsTo: ["public.content"], description: "spreadsheet"),
    TypeRecord("public.presentation", conformsTo: ["public.composite-content"], description: "presentation"),
    TypeRecord("public.database", description: "database"),
    TypeRecord("public.font", description: "font"),
    TypeRecord("public.message", description: "message"),
    TypeRecord("public.email-message", conformsTo: ["public.message"], description: "e-mail message"),
    TypeRecord("public.contact", description: "contact"),
    TypeRecord(
        "public.vcard", conformsTo: ["public.text", "public.contact"], extensions: ["vcf", "vcard"],
        mimeTypes: ["text/vcard", "text/x-vcard", "text/directory"], description: "contact card"),
    TypeRecord("public.calendar-event", description: "calendar event"),
    TypeRecord(
        "com.apple.ical.ics", conformsTo: ["public.text", "public.calendar-event"], extensions: ["ics", "ical"],
        mimeTypes: ["text/calendar"], description: "calendar file"),
    TypeRecord(
        "com.apple.ical.vcs", conformsTo: ["public.text", "public.calendar-event"], extensions: ["vcs"],
        mimeTypes: ["text/x-vcalendar"], description: "vCalendar file"),
    TypeRecord("public.to-do-item", description: "to-do item"),
    TypeRecord("public.bookmark", description: "bookmark"),
    TypeRecord(
        "com.rsa.pkcs-12", conformsTo: ["public.data"], extensions: ["p12", "pfx"],
        mimeTypes: ["application/x-pkcs12", "application/pkcs12"], description: "PKCS #12 key store"),
    TypeRecord(
        "public.x509-certificate", conformsTo: ["public.data"], extensions: ["cer", "crt", "der"],
        mimeTypes: ["application/x-x509-ca-cert", "application/pkix-cert"], description: "X.509 certificate"),
]
