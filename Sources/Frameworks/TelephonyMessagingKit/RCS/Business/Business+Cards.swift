public import Foundation
public import HandsetCompanions

extension RCSService.Business {
    /// A card of a business.
    public struct Card: Equatable, Codable, Sendable {
        /// What it shows.
        public let content: RCSService.Business.Card.Content
        /// How the title is set.
        public let titleFontStyle: RCSService.Business.Card.FontStyle
        /// How the description is set.
        public let descriptionFontStyle: RCSService.Business.Card.FontStyle
        /// On which side the picture is; for a horizontal card.
        public let imageAlignment: RCSService.Business.Card.ImageAlignment?
        /// How it lies.
        public let orientation: RCSService.Business.Card.Orientation
        /// A style sheet (CSS) for it.
        public let styleSheetURL: URL?

        package init(
            content: RCSService.Business.Card.Content, titleFontStyle: RCSService.Business.Card.FontStyle,
            descriptionFontStyle: RCSService.Business.Card.FontStyle,
            imageAlignment: RCSService.Business.Card.ImageAlignment? = nil,
            orientation: RCSService.Business.Card.Orientation, styleSheetURL: URL? = nil
        ) {
            self.content = content
            self.titleFontStyle = titleFontStyle
            self.descriptionFontStyle = descriptionFontStyle
            self.imageAlignment = imageAlignment
            self.orientation = orientation
            self.styleSheetURL = styleSheetURL
        }

        /// What a card shows.
        public struct Content: Equatable, Codable, Sendable {
            /// Its picture.
            public let media: RCSService.Business.Card.Media?
            /// The heading.
            public let title: String?
            /// Its text.
            public let description: String?
            /// Its buttons.
            public let suggestions: [RCSService.Business.Suggestion]

            package init(
                media: RCSService.Business.Card.Media? = nil, title: String? = nil, description: String? = nil,
                suggestions: [RCSService.Business.Suggestion] = []
            ) {
                self.media = media
                self.title = title
                self.description = description
                self.suggestions = suggestions
            }
        }

        /// The picture of a card.
        public struct Media: Equatable, Codable, Sendable {
            /// Where it is.
            public let url: URL
            /// What kind of data it is, where that is known.
            public let contentType: UTType?
            /// Its size.
            public let fileSize: Measurement<UnitInformationStorage>
            /// Where its preview is.
            public let thumbnailURL: URL?
            /// What the preview is.
            public let thumbnailContentType: UTType?
            /// The preview's size.
            public let thumbnailFileSize: Measurement<UnitInformationStorage>?
            /// How high it is shown.
            public let displayHeight: RCSService.Business.Card.Media.Height
            /// What it shows, in words.
            public let description: String?

            package init(
                url: URL, contentType: UTType? = nil, fileSize: Measurement<UnitInformationStorage>,
                thumbnailURL: URL? = nil, thumbnailContentType: UTType? = nil,
                thumbnailFileSize: Measurement<UnitInformationStorage>? = nil,
                displayHeight: RCSService.Business.Card.Media.Height, description: String? = nil
            ) {
                self.url = url
                self.contentType = contentType
                self.fileSize = fileSize
                self.thumbnailURL = thumbnailURL
                self.thumbnailContentType = thumbnailContentType
                self.thumbnailFileSize = thumbnailFileSize
                self.displayHeight = displayHeight
                self.description = description
            }

            /// How high a picture is shown.
            public enum Height: Hashable, Codable, Sendable {
                /// Low.
                case short
                /// Half.
                case medium
                /// High.
                case tall
            }
        }

        /// How a text is set.
        public struct FontStyle: OptionSet, Codable, Sendable {
            /// The bits.
            public let rawValue: Int

            /// A style with these bits.
            public init(rawValue: Int) {
                self.rawValue = rawValue
            }
            /// Italic.
            public static let italics = RCSService.Business.Card.FontStyle(rawValue: 1 << 1)
            /// Bold.
            public static let bold = RCSService.Business.Card.FontStyle(rawValue: 1 << 0)
            /// Underlined.
            public static let underline = RCSService.Business.Card.FontStyle(rawValue: 1 << 2)
            /// As the conformance asks for.
            public typealias RawValue = Int
            /// As the conformance asks for.
            public typealias Element = RCSService.Business.Card.FontStyle
            /// As the conformance asks for.
            public typealias ArrayLiteralElement = RCSService.Business.Card.FontStyle
        }

        /// On which side a picture is.
        public enum ImageAlignment: Hashable, Codable, Sendable {
            /// Left.
            case left
            /// Right.
            case right
        }

        /// How a card lies.
        public enum Orientation: Hashable, Codable, Sendable {
            /// The picture above the text.
            case vertical
            /// The picture beside the text.
            case horizontal
        }

        /// How wide the cards of a carousel are.
        public enum Width: Hashable, Codable, Sendable {
            /// Wide.
            case medium
            /// Narrow.
            case small
        }
    }

    /// Several cards of a business, side by side.
    public struct CardCarousel: Equatable, Codable, Sendable {
        /// How wide they are.
        public let width: RCSService.Business.Card.Width
        /// How the title is set.
        public let titleFontStyle: RCSService.Business.Card.FontStyle
        /// How the description is set.
        public let descriptionFontStyle: RCSService.Business.Card.FontStyle
        /// A style sheet (CSS) for it.
        public let styleSheetURL: URL?
        /// What they show, in order.
        public let contents: [RCSService.Business.Card.Content]

        package init(
            width: RCSService.Business.Card.Width, titleFontStyle: RCSService.Business.Card.FontStyle,
            descriptionFontStyle: RCSService.Business.Card.FontStyle, styleSheetURL: URL? = nil,
            contents: [RCSService.Business.Card.Content] = []
        ) {
            self.width = width
            self.titleFontStyle = titleFontStyle
            self.descriptionFontStyle = descriptionFontStyle
            self.styleSheetURL = styleSheetURL
            self.contents = contents
        }
    }
}
