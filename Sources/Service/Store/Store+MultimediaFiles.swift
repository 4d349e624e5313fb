import Glibc

/// What was fetched, in the folder `mms` of the state folder.
extension Store {
    private func file(_ number: Int64) -> String { "\(folder)/mms/\(number).pdu" }

    /// Puts what was fetched on the disk; it is there when this returns.
    func writeMultimedia(_ number: Int64, _ octets: [UInt8]) throws(StoreError) {
        let directory = folder + "/mms"
        mkdir(directory, 0o700)
        do throws(StoreError) {
            try DurableFile.write(octets, to: "\(number).pdu", in: directory)
            fileTrouble = nil
        } catch {
            fileTrouble = error
            throw error
        }
    }

    /// What was fetched; nil where nothing was, or it is kept no longer.
    func readMultimedia(_ number: Int64) -> [UInt8]? {
        let descriptor = open(file(number), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size <= 64 << 20 else { return nil }
        var octets = [UInt8](repeating: 0, count: Int(status.st_size))
        var done = 0
        while done < octets.count {
            let size = octets.count
            let count = octets.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress.map { $0 + done }, size - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            done += count
        }
        return octets
    }

    /// Forgets what nobody may ask for any more.
    ///
    /// What came is remembered longer, so that it is known when it is announced again; what did not come would be tried again anyway.
    func forgetOldMultimedia() throws(StoreError) {
        let old = try database.rows(
            """
            SELECT number FROM mms m WHERE ended < ?
                AND NOT EXISTS (SELECT 1 FROM queue q WHERE q.mms = m.number)
            """, .integer(now() - Self.keptSeconds)
        ) { $0.integer(0) }
        for number in old { unlink(file(number)) }
        guard !old.isEmpty else { return }
        try change { () throws(StoreError) in
            try database.run(
                """
                DELETE FROM mms WHERE answer = '' AND (ended < ?1 OR ended < ?2 AND state IN ('failed', 'expired'))
                    AND NOT EXISTS (SELECT 1 FROM queue q WHERE q.mms = mms.number)
                """, .integer(now() - Self.rememberedSeconds), .integer(now() - Self.keptSeconds))
        }
    }
}
