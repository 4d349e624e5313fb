import CHandsetSQLite

/// Why the store could not do what it was asked, and what a person does about it.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The file is no database, or its contents contradict themselves.
        case damaged
        /// The disk, or a quota on it, is full.
        case full
        /// The folder or the file cannot be written.
        case readOnly
        /// The folder or the file cannot be opened or made.
        case cannotOpen
        /// A newer Handset wrote it.
        case newer
        /// Another process has it.
        case inUse
        /// The disk failed.
        case inputOutput
        /// Anything else: a fault of ours.
        case fault
    }

    package var kind: Kind
    /// The result code of SQLite (sqlite.org/rescode.html), 0 when it is not SQLite's.
    package var code: Int32

    package init(_ kind: Kind, code: Int32 = 0) {
        self.kind = kind
        self.code = code
    }

    init(code: Int32) {
        let kind: Kind =
            switch code & 0xFF {
            case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
            case SQLITE_FULL: .full
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
            case SQLITE_CANTOPEN: .cannotOpen
            case SQLITE_BUSY, SQLITE_LOCKED: .inUse
            case SQLITE_IOERR: .inputOutput
            default: .fault
            }
        self.init(kind, code: code)
    }

    /// The store refuses the value, today and tomorrow.
    var isAboutTheValue: Bool { [SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH].contains(code & 0xFF) }

    /// For a person: what is wrong and what to do. Names no number and no text.
    package var description: String {
        switch kind {
        case .damaged:
            "The store is damaged. Handset does not start over by itself: what it holds may be messages that exist "
                + "nowhere else. Stop handsetd, copy the state folder, try `sqlite3 handset.db .recover`, or move "
                + "handset.db* away to begin with an empty store."
        case .full:
            "The disk of the state folder is full. Free some space: until then messages stay on the modem, and "
                + "nothing that was received is lost."
        case .readOnly:
            "The state folder cannot be written. Give it to the user that runs handsetd, or mount its file system "
                + "writable."
        case .cannotOpen:
            "The store cannot be opened or made. See that the state folder exists and belongs to the user that runs "
                + "handsetd."
        case .newer:
            "The store was written by a newer Handset. Install that version again, or move handset.db* away to begin "
                + "with an empty store."
        case .inUse:
            "Another handsetd uses this state folder. Stop it, or give this one a folder of its own with --state."
        case .inputOutput:
            "The disk of the state folder failed (SQLite result \(code)). Look at the kernel's log; copy the state "
                + "folder while it can be read."
        case .fault:
            "The store failed (SQLite result \(code)). Please report this as a fault of Handset."
        }
    }
}
