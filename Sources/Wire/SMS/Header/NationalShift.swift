extension UserDataHeader {
    /// The single-shift table that the header names (TS 23.040, 9.2.3.24.15). The last one counts; a reserved language is
    /// ignored.
    package var singleShift: NationalLanguage? { language(0x24) }

    /// The locking table that the header names (TS 23.040, 9.2.3.24.16).
    package var lockingShift: NationalLanguage? { language(0x25) }

    private func language(_ id: UInt8) -> NationalLanguage? {
        last { $0.id == id && $0.data.count == 1 ? $0.data.first.flatMap(NationalLanguage.init) : nil }
    }
}
