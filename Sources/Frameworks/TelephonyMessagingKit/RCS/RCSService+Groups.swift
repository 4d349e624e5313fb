extension RCSService {
    /// Makes a group.
    public struct CreateGroupChatRequest: Sendable {
        /// The line.
        public var cellularServiceID: CellularServiceID
        /// Whom to invite.
        public var participants: [RCSHandle.URI]
        /// The group's name.
        public var subject: String
        /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
        public var isEndToEndEncrypted: Bool = false

        /// A group of these participants.
        public init(cellularServiceID: CellularServiceID, participants: [RCSHandle.URI], subject: String) {
            self.cellularServiceID = cellularServiceID
            self.participants = participants
            self.subject = subject
        }

        /// The group that was made.
        public struct Result: Sendable {
            /// The group.
            public let groupHandle: RCSHandle.Group
            /// Who is in it.
            public let participants: [RCSHandle.URI]
            /// The group's name.
            public let subject: String?
            /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
            public let isEndToEndEncrypted: Bool

            package init(
                groupHandle: RCSHandle.Group, participants: [RCSHandle.URI] = [], subject: String? = nil,
                isEndToEndEncrypted: Bool
            ) {
                self.groupHandle = groupHandle
                self.participants = participants
                self.subject = subject
                self.isEndToEndEncrypted = isEndToEndEncrypted
            }
        }
    }

    /// Leaves a group.
    public struct LeaveGroupChatRequest: Sendable {
        /// The line.
        public var cellularServiceID: CellularServiceID
        /// The group.
        public var groupHandle: RCSHandle.Group

        /// The departure from a group.
        public init(cellularServiceID: CellularServiceID, groupHandle: RCSHandle.Group) {
            self.cellularServiceID = cellularServiceID
            self.groupHandle = groupHandle
        }
    }

    /// Invites to a group.
    public struct AddGroupChatParticipantsRequest: Sendable {
        /// The line.
        public var cellularServiceID: CellularServiceID
        /// The group.
        public var groupHandle: RCSHandle.Group
        /// Whom to invite.
        public var participants: [RCSHandle.URI]
        /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
        public var isEndToEndEncrypted: Bool = false

        /// An invitation to a group.
        public init(cellularServiceID: CellularServiceID, groupHandle: RCSHandle.Group, participants: [RCSHandle.URI]) {
            self.cellularServiceID = cellularServiceID
            self.groupHandle = groupHandle
            self.participants = participants
        }

        /// Who was invited.
        public struct Result: Sendable {
            /// Those who were really added, perhaps fewer than asked for.
            public let added: [RCSHandle.URI]

            package init(added: [RCSHandle.URI] = []) {
                self.added = added
            }
        }
    }

    /// Removes from a group.
    public struct RemoveGroupChatParticipantsRequest: Sendable {
        /// The line.
        public var cellularServiceID: CellularServiceID
        /// The group.
        public var groupHandle: RCSHandle.Group
        /// Whom to remove.
        public var participants: [RCSHandle.URI]
        /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
        public var isEndToEndEncrypted: Bool = false

        /// A removal from a group.
        public init(cellularServiceID: CellularServiceID, groupHandle: RCSHandle.Group, participants: [RCSHandle.URI]) {
            self.cellularServiceID = cellularServiceID
            self.groupHandle = groupHandle
            self.participants = participants
        }

        /// Who was removed.
        public struct Result: Sendable {
            /// Those who were really removed, perhaps fewer than asked for.
            public let removed: [RCSHandle.URI]

            package init(removed: [RCSHandle.URI] = []) {
                self.removed = removed
            }
        }
    }

    /// Renames a group.
    public struct ChangeGroupChatSubjectRequest: Sendable {
        /// The line.
        public var cellularServiceID: CellularServiceID
        /// The group.
        public var groupHandle: RCSHandle.Group
        /// The group's new name.
        public var newSubject: String
        /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
        public var isEndToEndEncrypted: Bool = false

        /// A new name for a group.
        public init(cellularServiceID: CellularServiceID, groupHandle: RCSHandle.Group, newSubject: String) {
            self.cellularServiceID = cellularServiceID
            self.groupHandle = groupHandle
            self.newSubject = newSubject
        }
    }
}
