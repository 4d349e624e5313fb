/// PINs that the operator wrote down. A wrong one costs one of three attempts, so it is given to a card once, and
/// again only after the card has taken it.
extension Store {
    /// Whether the PIN may be given to the card now; remembered before this returns.
    package func mayGive(pin: String, modem: String, iccid: String?) -> Bool {
        let name = Self.name(modem, iccid)
        // Another PIN in the configuration is another attempt.
        let mark = Digest.sha256(Array(pin.utf8)).prefix(7).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return
            (try? change { () throws(StoreError) in
                guard try lastNumber(name) != mark else { return false }
                try database.run(
                    "INSERT OR REPLACE INTO counter (name, value) VALUES (?, ?)", .text(name), .integer(mark))
                return true
            }) ?? false
    }

    /// The card took the PIN.
    package func tookPIN(modem: String, iccid: String?) {
        _ = try? change { () throws(StoreError) in
            try database.run("DELETE FROM counter WHERE name = ?", .text(Self.name(modem, iccid)))
        }
    }

    private static func name(_ modem: String, _ iccid: String?) -> String { "pin \(modem) \(iccid ?? "")" }
}
