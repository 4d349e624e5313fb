public import Foundation
public import HandsetCompanions

extension RCSService.Business {
    /// Something to answer or do, as a button.
    public enum Suggestion: Equatable, Codable, Sendable {
        /// To do.
        case action(RCSService.Business.SuggestedAction)
        /// To answer.
        case reply(RCSService.Business.SuggestedReply)
    }

    /// An answer that a business suggests.
    public struct SuggestedReply: Equatable, Codable, Sendable {
        /// What the suggestion's button says.
        public let displayText: String

        package init(displayText: String) {
            self.displayText = displayText
        }
    }

    /// An action that a business suggests.
    public struct SuggestedAction: Equatable, Codable, Sendable {
        /// What the suggestion's button says.
        public let displayText: String
        /// What to do.
        public let action: RCSService.Business.SuggestedAction.Action

        package init(displayText: String, action: RCSService.Business.SuggestedAction.Action) {
            self.displayText = displayText
            self.action = action
        }

        /// What to do when the person chooses it.
        public enum Action: Equatable, Codable, Sendable {
            /// Open a page.
            case openURL(RCSService.Business.OpenURLAction)
            /// Call a number.
            case dialPhoneNumber(RCSService.Business.DialPhoneNumberAction)
            /// Show a place.
            case showLocation(RCSService.Business.ShowLocationAction)
            /// Send the person's place to the business.
            case sendLocation
            /// Make an entry in the calendar.
            case createCalendarEvent(RCSService.Business.CreateCalendarEventAction)
            /// Begin a text.
            case composeText(RCSService.Business.ComposeTextAction)
            /// Begin a recording.
            case composeRecording(RCSService.Business.ComposeRecordingAction)
            /// Tell the business of the device, with `sendDeviceSpecifics(to:using:messageID:)`.
            case sendDeviceSpecifics
            /// Ask the person to let the business know what was read.
            case enableDisplayedNotifications
        }
    }

    /// Opens a page.
    public struct OpenURLAction: Equatable, Codable, Sendable {
        /// Where it is.
        public let url: URL
        /// Where it opens.
        public let target: RCSService.Business.OpenURLAction.Target

        package init(url: URL, target: RCSService.Business.OpenURLAction.Target) {
            self.url = url
            self.target = target
        }

        /// Where a page opens.
        public enum Target: Equatable, Codable, Sendable {
            /// In the person's browser.
            case defaultBrowser
            /// In the app, so high.
            case inApp(detent: RCSService.Business.OpenURLAction.Detent)
        }

        /// How much of the screen a page takes.
        public enum Detent: Hashable, Codable, Sendable {
            /// All of it.
            case large
            /// Half.
            case medium
            /// Three quarters.
            case mediumLarge
        }
    }

    /// Calls a number.
    public struct DialPhoneNumberAction: Equatable, Codable, Sendable {
        /// The number.
        public let phoneNumber: String
        /// Where to go on a device that cannot do the action.
        public let fallbackURL: URL?

        package init(phoneNumber: String, fallbackURL: URL? = nil) {
            self.phoneNumber = phoneNumber
            self.fallbackURL = fallbackURL
        }
    }

    /// Shows a place.
    public struct ShowLocationAction: Equatable, Codable, Sendable {
        /// How the place is found.
        public let method: RCSService.Business.ShowLocationAction.Method
        /// What it is called.
        public let label: String?
        /// Where to go on a device that cannot do the action.
        public let fallbackURL: URL?

        package init(
            method: RCSService.Business.ShowLocationAction.Method, label: String? = nil, fallbackURL: URL? = nil
        ) {
            self.method = method
            self.label = label
            self.fallbackURL = fallbackURL
        }

        /// How a place is found.
        public enum Method: Equatable, Codable, Sendable {
            /// By where it is.
            case coordinates(CLLocationCoordinate2D)
            /// By what a map is asked.
            case query(String)
        }
    }

    /// Makes an entry in the calendar.
    public struct CreateCalendarEventAction: Equatable, Codable, Sendable {
        /// When it begins.
        public let startTime: Date
        /// When it ends.
        public let endTime: Date
        /// The heading.
        public let title: String
        /// What it says of itself, in words for a person.
        public let description: String?
        /// Where to go on a device that cannot do the action.
        public let fallbackURL: URL?

        package init(startTime: Date, endTime: Date, title: String, description: String? = nil, fallbackURL: URL? = nil)
        {
            self.startTime = startTime
            self.endTime = endTime
            self.title = title
            self.description = description
            self.fallbackURL = fallbackURL
        }
    }

    /// Begins a text.
    public struct ComposeTextAction: Equatable, Codable, Sendable {
        /// To whom.
        public let phoneNumber: String
        /// What it begins with.
        public let text: String

        package init(phoneNumber: String, text: String) {
            self.phoneNumber = phoneNumber
            self.text = text
        }
    }

    /// Begins a recording.
    public struct ComposeRecordingAction: Equatable, Codable, Sendable {
        /// What is recorded.
        public let mediaType: RCSService.Business.ComposeRecordingAction.MediaType
        /// For whom.
        public let phoneNumber: String

        package init(mediaType: RCSService.Business.ComposeRecordingAction.MediaType, phoneNumber: String) {
            self.mediaType = mediaType
            self.phoneNumber = phoneNumber
        }

        /// What is recorded.
        public enum MediaType: Hashable, Codable, Sendable {
            /// Sound.
            case audio
            /// Sound and pictures.
            case video
        }
    }
}

// A coordinate has no conformances of its own.
extension RCSService.Business.ShowLocationAction.Method {
    private enum CodingKeys: CodingKey { case latitude, longitude, query }

    /// Whether both name the same place in the same way.
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.coordinates(let a), .coordinates(let b)): a.latitude == b.latitude && a.longitude == b.longitude
        case (.query(let a), .query(let b)): a == b
        default: false
        }
    }

    /// Reads a latitude and a longitude, or a query.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let query = try container.decodeIfPresent(String.self, forKey: .query) {
            self = .query(query)
        } else {
            self = .coordinates(
                CLLocationCoordinate2D(
                    latitude: try container.decode(Double.self, forKey: .latitude),
                    longitude: try container.decode(Double.self, forKey: .longitude)))
        }
    }

    /// Writes a latitude and a longitude, or a query.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .coordinates(let place):
            try container.encode(place.latitude, forKey: .latitude)
            try container.encode(place.longitude, forKey: .longitude)
        case .query(let query): try container.encode(query, forKey: .query)
        }
    }
}
