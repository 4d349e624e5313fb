extension Schema {
    /// The call history.
    static let history = """
        -- conversations, one row each from its start; handles as JSON, times in milliseconds
        CREATE TABLE recent (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, handles TEXT NOT NULL, line TEXT, iccid TEXT,
            app TEXT, date INTEGER NOT NULL, connected INTEGER, duration INTEGER NOT NULL, status TEXT NOT NULL,
            incoming INTEGER NOT NULL, read INTEGER NOT NULL, cause TEXT, finished INTEGER NOT NULL);
        CREATE INDEX recent_unfinished ON recent (finished) WHERE finished = 0;
        """
}
