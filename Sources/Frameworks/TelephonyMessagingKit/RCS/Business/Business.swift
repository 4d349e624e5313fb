public import Foundation
public import HandsetCompanions

extension RCSService {
    /// Who a business is (GSMA RCC.07, chatbot information).
    public struct Business: Codable, Sendable {
        /// What it does.
        public let description: String?
        /// Who runs its service.
        public let providerName: String?
        /// What it is called.
        public let organizationNames: [RCSService.Business.OrganizationName]
        /// What kinds of business it is.
        public let categoryNames: [String]
        /// How it is reached.
        public let communicationAddress: RCSService.Business.CommunicationAddress?
        /// Where it is.
        public let addressEntries: [RCSService.Business.AddressEntry]
        /// Its mail address.
        public let emailAddress: String?
        /// Its web site.
        public let websiteURL: URL?
        /// Who vouches for it.
        public let verificationDetails: RCSService.Business.VerificationDetails?
        /// Its terms.
        public let termsAndConditionsURL: URL?
        /// Its colour, `#` and six hexadecimal digits.
        package let themeColorText: String?
        /// The picture behind its messages.
        public let backgroundImageURL: URL?
        /// A style sheet (CSS) for its cards.
        public let styleSheetTemplateURL: URL?
        /// A menu that is always there.
        public let persistentMenu: RCSService.Business.Menu?
        /// Its pictures.
        public let mediaEntries: [RCSService.Business.MediaEntry]
        /// The version of this information.
        public let version: String?
        /// What it understands. Since iOS 27.0.
        public let capabilities: RCSService.Business.Capabilities?
        /// How it greets. Since iOS 27.0.
        public let welcomeMessage: RCSService.Business.WelcomeMessage?

        package init(
            description: String? = nil, providerName: String? = nil,
            organizationNames: [RCSService.Business.OrganizationName] = [], categoryNames: [String] = [],
            communicationAddress: RCSService.Business.CommunicationAddress? = nil,
            addressEntries: [RCSService.Business.AddressEntry] = [], emailAddress: String? = nil,
            websiteURL: URL? = nil, verificationDetails: RCSService.Business.VerificationDetails? = nil,
            termsAndConditionsURL: URL? = nil, themeColorText: String? = nil, backgroundImageURL: URL? = nil,
            styleSheetTemplateURL: URL? = nil, persistentMenu: RCSService.Business.Menu? = nil,
            mediaEntries: [RCSService.Business.MediaEntry] = [], version: String? = nil,
            capabilities: RCSService.Business.Capabilities? = nil,
            welcomeMessage: RCSService.Business.WelcomeMessage? = nil
        ) {
            self.description = description
            self.providerName = providerName
            self.organizationNames = organizationNames
            self.categoryNames = categoryNames
            self.communicationAddress = communicationAddress
            self.addressEntries = addressEntries
            self.emailAddress = emailAddress
            self.websiteURL = websiteURL
            self.verificationDetails = verificationDetails
            self.termsAndConditionsURL = termsAndConditionsURL
            self.themeColorText = themeColorText
            self.backgroundImageURL = backgroundImageURL
            self.styleSheetTemplateURL = styleSheetTemplateURL
            self.persistentMenu = persistentMenu
            self.mediaEntries = mediaEntries
            self.version = version
            self.capabilities = capabilities
            self.welcomeMessage = welcomeMessage
        }

        /// Its colour.
        public var themeColor: CGColor? {
            guard let text = themeColorText, text.utf8.count == 7, text.hasPrefix("#"),
                let value = UInt32(text.dropFirst(), radix: 16)
            else { return nil }
            func channel(_ shift: UInt32) -> CGFloat { CGFloat(value >> shift & 0xFF) / 255 }
            return CGColor(srgbRed: channel(16), green: channel(8), blue: channel(0), alpha: 1)
        }
    }
}
