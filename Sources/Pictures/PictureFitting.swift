internal import CHandsetPixbuf
public import Foundation

/// Makes a picture fit what a carrier allows of multimedia messages: smaller, and as JPEG, by the library gdk-pixbuf.
///
/// ```swift
/// let fitting = PictureFitting(maximumOctets: 200_000)
/// let part = try fitting.fit(photo).map { MessagePart(type: "image/jpeg", data: $0) } ?? MessagePart(type: type, data: photo)
/// ```
///
/// What a camera wrote beside the picture (the place, the time, the device) is not in a fitted one. It may take a second of a slow
/// processor: not for a main actor.
public struct PictureFitting: Hashable, Sendable {
    /// Why a picture does not fit.
    public enum Failure: Error, Hashable, Sendable {
        /// It is in no format that gdk-pixbuf reads here, or it is damaged, or cut off.
        case unreadable
        /// It is too large to be looked at: 64 MiB, or 200 million pixels of a JPEG, 64 million of another.
        case tooLarge
        /// However small it is made, it has more octets than are allowed.
        case doesNotFit
    }

    /// Pixels of the longer side, whichever it is.
    public var maximumLongSide: Int
    /// Pixels of the shorter side.
    public var maximumShortSide: Int
    /// The most octets.
    public var maximumOctets: Int

    /// Limits; a carrier's are in ``Handset/Line/Multimedia``.
    public init(maximumLongSide: Int = 640, maximumShortSide: Int = 480, maximumOctets: Int) {
        self.maximumLongSide = max(1, maximumLongSide)
        self.maximumShortSide = max(1, min(maximumShortSide, maximumLongSide))
        self.maximumOctets = maximumOctets
    }

    private static let inputLimit = 64 << 20
    /// Of a JPEG, which is read at a smaller scale: it takes little memory, whatever it says.
    private static let jpegPixelLimit = 200_000_000
    /// Of others, which are read whole: 256 MiB of memory.
    private static let pixelLimit = 64 << 20
    /// Below this long side a picture shows nothing any more.
    private static let smallestSide = 96

    /// The picture as a JPEG that fits; nil when it fits as it is.
    ///
    /// - Throws: ``Failure``.
    public func fit(_ picture: Data) throws(Failure) -> Data? {
        guard picture.count <= Self.inputLimit else { throw .tooLarge }
        guard maximumOctets > 0 else { throw .doesNotFit }
        let jpeg = JPEGFile(picture)
        if let jpeg, !jpeg.isWhole { throw .unreadable }
        let loaded = try Picture(
            picture, side: maximumLongSide, pixelLimit: jpeg == nil ? Self.pixelLimit : Self.jpegPixelLimit)
        if let png = PNGFile(picture), !png.isWhole { throw .unreadable }
        if loaded.original.fits(maximumLongSide, maximumShortSide), picture.count <= maximumOctets { return nil }
        var size = loaded.size.within(maximumLongSide, maximumShortSide)
        while true {
            guard let scaled = loaded.scaled(to: size) else { throw .unreadable }
            for quality in [85, 70, 55, 40] {
                if let jpeg = scaled.jpeg(quality: quality), jpeg.count <= maximumOctets { return jpeg }
            }
            guard max(size.width, size.height) > Self.smallestSide else { throw .doesNotFit }
            size = PictureSize(width: max(1, size.width * 3 / 4), height: max(1, size.height * 3 / 4))
        }
    }
}

/// A width and a height in pixels.
struct PictureSize: Hashable {
    var width: Int
    var height: Int

    func fits(_ long: Int, _ short: Int) -> Bool { max(width, height) <= long && min(width, height) <= short }

    /// The largest of the same shape that fits; never larger than this.
    func within(_ long: Int, _ short: Int) -> PictureSize {
        let scale = min(
            1, Double(long) / Double(max(width, height, 1)), Double(short) / Double(max(1, min(width, height))))
        return PictureSize(
            width: max(1, Int(Double(width) * scale)), height: max(1, Int(Double(height) * scale)))
    }
}

/// A picture in memory.
private final class Picture {
    private let pixels: OpaquePointer
    /// As it was, before it was read at a smaller scale.
    let original: PictureSize

    private init(owning pixels: OpaquePointer, original: PictureSize) {
        self.pixels = pixels
        self.original = original
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pixels)) }

    var size: PictureSize {
        PictureSize(width: Int(gdk_pixbuf_get_width(pixels)), height: Int(gdk_pixbuf_get_height(pixels)))
    }

    /// What the loader tells of a picture before it makes room for it.
    private final class Expectation {
        let side: Int
        let pixelLimit: Int
        var original: PictureSize?
        var isTooLarge = false

        init(side: Int, pixelLimit: Int) {
            self.side = side
            self.pixelLimit = pixelLimit
        }

        func learn(_ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ width: gint, _ height: gint) {
            let size = PictureSize(width: Int(width), height: Int(height))
            original = size
            guard size.width > 0, size.height > 0, size.width <= pixelLimit / size.height else {
                isTooLarge = true
                // A size of nothing ends the reading.
                return gdk_pixbuf_loader_set_size(loader, 0, 0)
            }
            let read = size.within(side * 2, side * 2)
            gdk_pixbuf_loader_set_size(loader, gint(read.width), gint(read.height))
        }
    }

    private static let pieceOctets = 64 << 10

    /// Reads a picture, no larger than twice `side`: what is more would be thrown away.
    convenience init(_ data: Data, side: Int, pixelLimit: Int) throws(PictureFitting.Failure) {
        let expectation = Expectation(side: side, pixelLimit: pixelLimit)
        guard let loader = gdk_pixbuf_loader_new() else { throw .unreadable }
        defer { g_object_unref(loader) }
        handset_pixbuf_on_size(
            loader,
            { loader, width, height, context in
                guard let loader, let context else { return }
                Unmanaged<Expectation>.fromOpaque(context).takeUnretainedValue().learn(loader, width, height)
            }, Unmanaged.passUnretained(expectation).toOpaque())
        let isRead = data.withUnsafeBytes { buffer in
            // Piece by piece: a loader that was told to end unfolds the rest of its piece all the same.
            for start in stride(from: 0, to: buffer.count, by: Self.pieceOctets) {
                let piece = UnsafeRawBufferPointer(
                    rebasing: buffer[start..<min(start + Self.pieceOctets, buffer.count)])
                guard let octets = piece.bindMemory(to: UInt8.self).baseAddress,
                    gdk_pixbuf_loader_write(loader, octets, gsize(piece.count), nil) != 0, !expectation.isTooLarge
                else { return false }
            }
            return !buffer.isEmpty
        }
        let isClosed = gdk_pixbuf_loader_close(loader, nil) != 0
        if expectation.isTooLarge { throw .tooLarge }
        guard isRead, isClosed, let original = expectation.original, let read = gdk_pixbuf_loader_get_pixbuf(loader),
            // A camera that was held upright says so beside the picture.
            let upright = gdk_pixbuf_apply_embedded_orientation(read)
        else { throw .unreadable }
        self.init(owning: upright, original: original)
    }

    /// White where one could see through it: JPEG has no such places.
    func scaled(to size: PictureSize) -> Picture? {
        let white: guint32 = 0xFFFFFF
        let scaled =
            gdk_pixbuf_get_has_alpha(pixels) != 0
            ? gdk_pixbuf_composite_color_simple(
                pixels, gint(size.width), gint(size.height), GDK_INTERP_BILINEAR, 255, 8, white, white)
            : gdk_pixbuf_scale_simple(pixels, gint(size.width), gint(size.height), GDK_INTERP_BILINEAR)
        return scaled.map { Picture(owning: $0, original: original) }
    }

    func jpeg(quality: Int) -> Data? {
        var buffer: UnsafeMutablePointer<gchar>?
        var count: gsize = 0
        let isSaved = "quality".withCString { key in
            "\(quality)".withCString { value in
                var keys: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: key), nil]
                var values: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: value), nil]
                return gdk_pixbuf_save_to_bufferv(pixels, &buffer, &count, "jpeg", &keys, &values, nil) != 0
            }
        }
        guard isSaved, let buffer else { return nil }
        defer { g_free(buffer) }
        return Data(bytes: buffer, count: Int(count))
    }
}
