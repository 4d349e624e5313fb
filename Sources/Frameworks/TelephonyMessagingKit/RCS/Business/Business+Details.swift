public import Foundation

extension RCSService.Business {
    /// One name of a business.
    public struct OrganizationName: Equatable, Codable, Sendable {
        /// The name.
        public let displayName: String
        /// What kind of name it is.
        public let nameType: RCSService.Business.OrganizationName.NameType

        package init(displayName: String, nameType: RCSService.Business.OrganizationName.NameType) {
            self.displayName = displayName
            self.nameType = nameType
        }

        /// A kind of name.
        public enum NameType: Hashable, Codable, Sendable {
            /// Its registered name.
            case officialName
        }
    }

    /// How a business is reached.
    public struct CommunicationAddress: Equatable, Codable, Sendable {
        /// By telephone.
        public let telephoneDetails: RCSService.Business.TelephoneDetails
        /// By other means.
        public let uriEntries: [RCSService.Business.URIEntry]

        package init(
            telephoneDetails: RCSService.Business.TelephoneDetails, uriEntries: [RCSService.Business.URIEntry] = []
        ) {
            self.telephoneDetails = telephoneDetails
            self.uriEntries = uriEntries
        }
    }

    /// A telephone of a business.
    public struct TelephoneDetails: Equatable, Codable, Sendable {
        /// What it is called.
        public let label: String
        /// The number.
        public let phoneNumber: String
        /// What it is for, such as "Work".
        public let phoneNumberType: String

        package init(label: String, phoneNumber: String, phoneNumberType: String) {
            self.label = label
            self.phoneNumber = phoneNumber
            self.phoneNumberType = phoneNumberType
        }
    }

    /// An address of a business.
    public struct URIEntry: Equatable, Codable, Sendable {
        /// The address.
        public let uri: URL
        /// What kind of address it is.
        public let type: RCSService.Business.URIEntry.URIType
        /// What it is for.
        public let label: RCSService.Business.URIEntry.Label

        package init(uri: URL, type: RCSService.Business.URIEntry.URIType, label: RCSService.Business.URIEntry.Label) {
            self.uri = uri
            self.type = type
            self.label = label
        }

        /// A kind of address.
        public enum URIType: Hashable, Codable, Sendable {
            /// A SIP address (RFC 3261).
            case sip
            /// Another kind.
            case other
        }

        /// What an address is for.
        public enum Label: Hashable, Codable, Sendable {
            /// The business's service itself.
            case serviceID
            /// Texts to it.
            case sms
        }
    }

    /// A postal address of a business.
    public struct AddressEntry: Equatable, Codable, Sendable {
        /// The address.
        public let address: String
        /// What it is called.
        public let label: String

        package init(address: String, label: String) {
            self.address = address
            self.label = label
        }
    }

    /// Who vouches for a business.
    public struct VerificationDetails: Equatable, Codable, Sendable {
        /// Whether anybody does.
        public let isVerified: Bool
        /// Who does.
        public let verifiedBy: String?
        /// Until when.
        public let expirationDate: Date?

        package init(isVerified: Bool, verifiedBy: String? = nil, expirationDate: Date? = nil) {
            self.isVerified = isVerified
            self.verifiedBy = verifiedBy
            self.expirationDate = expirationDate
        }
    }

    /// A menu of a business.
    public struct Menu: Equatable, Codable, Sendable {
        /// The heading.
        public let title: String?
        /// Its entries, in order.
        public let contents: [RCSService.Business.Menu.Content]

        package init(title: String? = nil, contents: [RCSService.Business.Menu.Content] = []) {
            self.title = title
            self.contents = contents
        }

        /// An entry of a menu.
        public enum Content: Equatable, Codable, Sendable {
            /// A menu of its own.
            case submenu(RCSService.Business.Menu)
            /// Something to answer or do.
            case suggestion(RCSService.Business.Suggestion)
        }
    }

    /// A picture of a business.
    public struct MediaEntry: Equatable, Codable, Sendable {
        /// What it is for.
        public let label: RCSService.Business.MediaEntry.Label
        /// Where it is.
        public let media: RCSService.Business.Media
        /// What it shows.
        public let contentType: RCSService.Business.MediaEntry.ContentType

        package init(
            label: RCSService.Business.MediaEntry.Label, media: RCSService.Business.Media,
            contentType: RCSService.Business.MediaEntry.ContentType
        ) {
            self.label = label
            self.media = media
            self.contentType = contentType
        }

        /// What a picture is for.
        public enum Label: Hashable, Codable, Sendable {
            /// It stands for the business.
            case icon
        }

        /// What a picture shows.
        public enum ContentType: Hashable, Codable, Sendable {
            /// The business's sign.
            case logo
            /// Something else.
            case other
        }
    }

    /// A file of a business.
    public struct Media: Equatable, Codable, Sendable {
        /// Where it is.
        public let url: URL
        /// What the file's SHA-256 must be.
        public let sha256Digest: String?

        package init(url: URL, sha256Digest: String? = nil) {
            self.url = url
            self.sha256Digest = sha256Digest
        }
    }

    /// What a business understands. Since iOS 27.0.
    public struct Capabilities: Equatable, Codable, Sendable {
        /// What it understands.
        public let supportedFeatures: [RCSService.Business.Feature]
        /// The version of its application.
        public let versionID: String

        package init(supportedFeatures: [RCSService.Business.Feature] = [], versionID: String) {
            self.supportedFeatures = supportedFeatures
            self.versionID = versionID
        }
    }

    /// Something that a business understands. Since iOS 27.0.
    public enum Feature: Hashable, Codable, Sendable {
        /// Business messaging beside personal messaging.
        case business
        /// Business messaging by itself.
        case businessStandalone
        /// Texts.
        case chat
        /// Pictures on messages.
        case customReaction
        /// Files.
        case fileTransfer
        /// Places.
        case geoPush
        /// Emoji on messages.
        case reaction
        /// Answers to a certain message.
        case reply
    }

    /// How a business greets. Since iOS 27.0.
    public struct WelcomeMessage: Equatable, Codable, Sendable {
        /// The greeting.
        public let content: RCSService.Business.WelcomeMessage.Content

        package init(content: RCSService.Business.WelcomeMessage.Content) {
            self.content = content
        }

        /// A greeting. Since iOS 27.0.
        public enum Content: Equatable, Codable, Sendable {
            /// A card.
            case card(RCSService.Business.Card)
            /// Several cards.
            case cardCarousel(RCSService.Business.CardCarousel)
            /// A text that the person may send.
            case prefilledText(String)
        }
    }
}
