public import Foundation

extension RCSService {
    /// Asks what another party can do.
    public struct RemoteCapabilitiesRequest: Sendable {
        /// The line.
        public var cellularServiceID: CellularServiceID
        /// The other party.
        public var handle: RCSHandle
        /// Whether the network may be asked.
        public var cachePolicy: RCSService.RemoteCapabilitiesRequest.CachePolicy

        /// A question that does not touch the network unless it is told to.
        public init(
            cellularServiceID: CellularServiceID, handle: RCSHandle,
            cachePolicy: RCSService.RemoteCapabilitiesRequest.CachePolicy = .cacheOnly
        ) {
            self.cellularServiceID = cellularServiceID
            self.handle = handle
            self.cachePolicy = cachePolicy
        }

        /// Whether the network may be asked.
        public enum CachePolicy: Hashable, Codable, CustomStringConvertible, Sendable {
            /// Only what is known already.
            case cacheOnly
            /// What is known already, else the network.
            case cacheOrRemote

            /// The case's name.
            public var description: String {
                switch self {
                case .cacheOnly: "cacheOnly"
                case .cacheOrRemote: "cacheOrRemote"
                }
            }
        }
    }

    /// What another party can do.
    public struct RemoteCapabilities: Equatable, Codable, Sendable {
        /// Other handles of the party.
        public let alternativeHandles: [RCSHandle]
        /// Whether it is a business.
        public let isBusinessHandle: Bool
        /// Whether it takes messages.
        public let supportsChat: Bool
        /// Whether it takes files.
        public let supportsFileTransfer: Bool
        /// Whether it takes places.
        public let supportsGeolocation: Bool
        /// Whether it can be reached, if that is known.
        public let availability: RCSService.RemoteCapabilities.Availability?
        /// Until when this holds.
        public let validUntil: Date?
        /// Whether it encrypts from end to end; look before asking for it. Since iOS 26.5.
        public let supportsEndToEndEncryption: Bool
        /// Whether it takes replies. Since iOS 27.0.
        public let supportsExtendedMessagingReply: Bool
        /// Whether it takes emoji on messages. Since iOS 27.0.
        public let supportsExtendedMessagingReaction: Bool
        /// Whether it takes pictures on messages. Since iOS 27.0.
        public let supportsExtendedMessagingCustomReaction: Bool

        package init(
            alternativeHandles: [RCSHandle] = [], isBusinessHandle: Bool, supportsChat: Bool,
            supportsFileTransfer: Bool, supportsGeolocation: Bool,
            availability: RCSService.RemoteCapabilities.Availability? = nil, validUntil: Date? = nil,
            supportsEndToEndEncryption: Bool, supportsExtendedMessagingReply: Bool,
            supportsExtendedMessagingReaction: Bool, supportsExtendedMessagingCustomReaction: Bool
        ) {
            self.alternativeHandles = alternativeHandles
            self.isBusinessHandle = isBusinessHandle
            self.supportsChat = supportsChat
            self.supportsFileTransfer = supportsFileTransfer
            self.supportsGeolocation = supportsGeolocation
            self.availability = availability
            self.validUntil = validUntil
            self.supportsEndToEndEncryption = supportsEndToEndEncryption
            self.supportsExtendedMessagingReply = supportsExtendedMessagingReply
            self.supportsExtendedMessagingReaction = supportsExtendedMessagingReaction
            self.supportsExtendedMessagingCustomReaction = supportsExtendedMessagingCustomReaction
        }

        /// Whether a party can be reached.
        public enum Availability: Hashable, Codable, Sendable {
            /// It can.
            case available
            /// It cannot.
            case unavailable
        }
    }

    /// Asks who a business is.
    public struct BusinessInformationRequest: Sendable {
        /// The line.
        public var cellularServiceID: CellularServiceID
        /// The business.
        public var handle: RCSHandle.URI
        /// Whether the network is asked.
        public var cachePolicy: RCSService.BusinessInformationRequest.CachePolicy
        /// Asks for the business's welcome too. Since iOS 27.0.
        public var welcomeMessageInformation: RCSService.BusinessInformationRequest.WelcomeMessageInformation?

        /// A question that goes to the network when the answer is not known.
        public init(
            cellularServiceID: CellularServiceID, handle: RCSHandle.URI,
            cachePolicy: RCSService.BusinessInformationRequest.CachePolicy = .cacheOrRemote
        ) {
            self.cellularServiceID = cellularServiceID
            self.handle = handle
            self.cachePolicy = cachePolicy
        }

        /// Whether the network is asked.
        public enum CachePolicy: Hashable, Codable, Sendable {
            /// Only what is known already.
            case cacheOnly
            /// Always the network.
            case remoteOnly
            /// What is known already, else the network.
            case cacheOrRemote
        }

        /// Which welcome is asked for. Since iOS 27.0.
        public struct WelcomeMessageInformation: Sendable {
            /// Its name.
            public var identifier: String
            /// Where the person comes from.
            public var contextualInformation: String?

            /// A welcome by its name.
            public init(identifier: String, contextualInformation: String? = nil) {
                self.identifier = identifier
                self.contextualInformation = contextualInformation
            }
        }
    }

    /// What the person chose of a business's suggestions.
    public struct SuggestionResponse: Sendable {
        /// The line.
        public var cellularServiceID: CellularServiceID
        /// The business.
        public var destination: RCSHandle
        /// A new name, for the response itself.
        public var messageID: RCSMessageID
        /// The message that brought the suggestion.
        public var originatingMessageID: RCSMessageID
        /// What was chosen.
        public var suggestion: RCSService.Business.Suggestion

        /// The choice of a suggestion.
        public init(
            cellularServiceID: CellularServiceID, destination: RCSHandle, messageID: RCSMessageID,
            originatingMessageID: RCSMessageID, suggestion: RCSService.Business.Suggestion
        ) {
            self.cellularServiceID = cellularServiceID
            self.destination = destination
            self.messageID = messageID
            self.originatingMessageID = originatingMessageID
            self.suggestion = suggestion
        }
    }
}
