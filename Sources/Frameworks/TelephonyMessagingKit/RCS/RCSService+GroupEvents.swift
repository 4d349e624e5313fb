extension RCSService {
    /// Something happened in a group.
    public enum GroupChatEvent: Sendable {
        /// The local user is in a new group.
        case started(RCSService.GroupChatStartedEvent)
        /// The group is over.
        case ended(RCSService.GroupChatEndedEvent)
        /// The group has another name.
        case subjectUpdated(RCSService.GroupChatSubjectUpdatedEvent)
        /// Somebody came.
        case participantsAdded(RCSService.GroupChatParticipantsAddedEvent)
        /// Somebody went.
        case participantsRemoved(RCSService.GroupChatParticipantsRemovedEvent)
        /// The group lost its name. Since iOS 26.5.
        case subjectInvalidated(RCSService.GroupChatSubjectInvalidatedEvent)
    }

    /// The local user is in a new group.
    public struct GroupChatStartedEvent: Sendable {
        /// The line.
        public let cellularServiceID: CellularServiceID
        /// The group.
        public let groupHandle: RCSHandle.Group
        /// Who takes part, the local user left out.
        public let participants: [RCSHandle.URI]
        /// Who made it.
        public let creator: RCSHandle.URI
        /// The group's name.
        public let subject: String
        /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
        public let isEndToEndEncrypted: Bool

        package init(
            cellularServiceID: CellularServiceID, groupHandle: RCSHandle.Group, participants: [RCSHandle.URI] = [],
            creator: RCSHandle.URI, subject: String, isEndToEndEncrypted: Bool
        ) {
            self.cellularServiceID = cellularServiceID
            self.groupHandle = groupHandle
            self.participants = participants
            self.creator = creator
            self.subject = subject
            self.isEndToEndEncrypted = isEndToEndEncrypted
        }
    }

    /// The group is over.
    public struct GroupChatEndedEvent: Sendable {
        /// The line.
        public let cellularServiceID: CellularServiceID
        /// The group.
        public let groupHandle: RCSHandle.Group
        /// Who ended it.
        public let endedBy: RCSHandle.URI
        /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
        public let isEndToEndEncrypted: Bool

        package init(
            cellularServiceID: CellularServiceID, groupHandle: RCSHandle.Group, endedBy: RCSHandle.URI,
            isEndToEndEncrypted: Bool
        ) {
            self.cellularServiceID = cellularServiceID
            self.groupHandle = groupHandle
            self.endedBy = endedBy
            self.isEndToEndEncrypted = isEndToEndEncrypted
        }
    }

    /// The group has another name.
    public struct GroupChatSubjectUpdatedEvent: Sendable {
        /// The line.
        public let cellularServiceID: CellularServiceID
        /// The group.
        public let groupHandle: RCSHandle.Group
        /// The name.
        public let newSubject: String
        /// Who gave it.
        public let changedBy: RCSHandle.URI
        /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
        public let isEndToEndEncrypted: Bool

        package init(
            cellularServiceID: CellularServiceID, groupHandle: RCSHandle.Group, newSubject: String,
            changedBy: RCSHandle.URI, isEndToEndEncrypted: Bool
        ) {
            self.cellularServiceID = cellularServiceID
            self.groupHandle = groupHandle
            self.newSubject = newSubject
            self.changedBy = changedBy
            self.isEndToEndEncrypted = isEndToEndEncrypted
        }
    }

    /// The group's encryption changed and the server dropped its name: set it again with `changeGroupChatSubject`, unless it had none. Since iOS 26.5.
    public struct GroupChatSubjectInvalidatedEvent: Sendable {
        /// The line.
        public let cellularServiceID: CellularServiceID
        /// The group.
        public let groupHandle: RCSHandle.Group

        package init(cellularServiceID: CellularServiceID, groupHandle: RCSHandle.Group) {
            self.cellularServiceID = cellularServiceID
            self.groupHandle = groupHandle
        }
    }

    /// Somebody came.
    public struct GroupChatParticipantsAddedEvent: Sendable {
        /// The line.
        public let cellularServiceID: CellularServiceID
        /// The group.
        public let groupHandle: RCSHandle.Group
        /// Who came.
        public let addedParticipants: [RCSHandle.URI]
        /// Who let them in.
        public let addedBy: RCSHandle.URI
        /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
        public let isEndToEndEncrypted: Bool

        package init(
            cellularServiceID: CellularServiceID, groupHandle: RCSHandle.Group, addedParticipants: [RCSHandle.URI] = [],
            addedBy: RCSHandle.URI, isEndToEndEncrypted: Bool
        ) {
            self.cellularServiceID = cellularServiceID
            self.groupHandle = groupHandle
            self.addedParticipants = addedParticipants
            self.addedBy = addedBy
            self.isEndToEndEncrypted = isEndToEndEncrypted
        }
    }

    /// Somebody went.
    public struct GroupChatParticipantsRemovedEvent: Sendable {
        /// The line.
        public let cellularServiceID: CellularServiceID
        /// The group.
        public let groupHandle: RCSHandle.Group
        /// Who went.
        public let removedParticipants: [RCSHandle.URI]
        /// Who removed them.
        public let removedBy: RCSHandle.URI
        /// Whether the local user is out of the group.
        public let removedCurrentUser: Bool
        /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
        public let isEndToEndEncrypted: Bool

        package init(
            cellularServiceID: CellularServiceID, groupHandle: RCSHandle.Group,
            removedParticipants: [RCSHandle.URI] = [], removedBy: RCSHandle.URI, removedCurrentUser: Bool,
            isEndToEndEncrypted: Bool
        ) {
            self.cellularServiceID = cellularServiceID
            self.groupHandle = groupHandle
            self.removedParticipants = removedParticipants
            self.removedBy = removedBy
            self.removedCurrentUser = removedCurrentUser
            self.isEndToEndEncrypted = isEndToEndEncrypted
        }
    }
}
