public import Foundation

/// A colour as components from 0 to 1 and an opacity: gray, or red, green and blue of sRGB.
public final class CGColor: Sendable {
    private let values: [CGFloat]

    /// A colour of red, green, blue and opacity, each from 0 to 1. On Linux the generic RGB space is sRGB.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
    }

    /// An sRGB colour of red, green, blue and opacity, each from 0 to 1.
    public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        values = [red, green, blue, alpha]
    }

    /// A gray of a brightness and an opacity, each from 0 to 1.
    public init(gray: CGFloat, alpha: CGFloat) {
        values = [gray, alpha]
    }

    /// The components in the order of the initialiser, the opacity last.
    public var components: [CGFloat]? { values }

    /// The count of ``components``, the opacity among them: 2 or 4.
    public var numberOfComponents: Int { values.count }

    /// The opacity, from 0 to 1.
    public var alpha: CGFloat { values.last ?? 1 }
}

extension CGColor: Hashable {
    /// Colours are equal when their components are.
    public static func == (left: CGColor, right: CGColor) -> Bool {
        left.values == right.values
    }

    /// Hashes the components.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(values)
    }
}
