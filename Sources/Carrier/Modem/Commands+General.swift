import HandsetAT

// Commands of ITU-T V.250 and the modem's own identity.
extension SimulatedModem {
    func general(_ command: Command) -> Answer? {
        switch command {
        case .basic(let name, let argument): basic(name, argument)
        case .extended(let name, let form): general(name, form)
        }
    }

    private func basic(_ name: String, _ argument: [UInt8]) -> Answer? {
        let value = argument.isEmpty ? 0 : argument.decimal
        switch name {
        case "E":
            guard let value, value <= 1 else { return .failure(.error) }
            settings.echoes = value == 1
        case "V":
            guard let value, value <= 1 else { return .failure(.error) }
            settings.isVerbose = value == 1
        case "Z", "&F":
            // The profile holds what V.250 sets; registration and storages are not its business.
            settings.echoes = true
            settings.isVerbose = true
            settings.errorDetail = 0
        case "I": return .ok(["Handset", "Simulated modem", "1.0", "IMEI: \(configuration.imei)", "+GCAP: +CGSM"])
        case "S":
            if argument.last == UInt8(ascii: "?") { return .ok([registerValue(argument.dropLast())]) }
        case "Q", "X", "L", "M", "P", "T", "&C", "&D", "&K", "&W", "&S", "\\Q": break
        default: return nil
        }
        return .done
    }

    private func registerValue(_ number: some Collection<UInt8>) -> String {
        switch number.decimal {
        case 3: "013"
        case 4: "010"
        case 5: "008"
        default: "000"
        }
    }

    private func general(_ name: String, _ form: Command.Form) -> Answer? {
        switch (name, form) {
        case ("+CGMI", .execute), ("+GMI", .execute): return .ok(["Handset"])
        case ("+CGMM", .execute), ("+GMM", .execute): return .ok(["Simulated modem"])
        case ("+CGMR", .execute), ("+GMR", .execute): return .ok(["1.0"])
        case ("+CGSN", .execute), ("+GSN", .execute): return .ok([configuration.imei])
        case ("+CGSN", .set(let values)):
            // The serial number is the IMEI's (3GPP TS 27.007, clause 5.4).
            guard let kind = values[at: 0].number, kind <= 1 else { return .cme(.incorrectParameters) }
            return .ok(["+CGSN: \"\(configuration.imei)\""])
        case ("+GCAP", .execute): return .ok(["+GCAP: +CGSM"])
        case ("+CGMI", .test), ("+CGMM", .test), ("+CGMR", .test), ("+CGSN", .test), ("+GCAP", .test): return .done
        case ("+CMEE", .set(let values)):
            guard let detail = values[at: 0].number, detail <= 2 else { return .failure(.error) }
            settings.errorDetail = detail
            return .done
        case ("+CMEE", .read): return .ok(["+CMEE: \(settings.errorDetail)"])
        case ("+CMEE", .test): return .ok(["+CMEE: (0-2)"])
        case ("+CSCS", .set(let values)):
            guard let set = values[at: 0].text, ["IRA", "GSM", "UCS2", "HEX", "UTF-8"].contains(set) else {
                return .cme(.operationNotSupported)
            }
            settings.characterSet = set
            return .done
        case ("+CSCS", .read): return .ok(["+CSCS: \"\(settings.characterSet)\""])
        case ("+CSCS", .test): return .ok(["+CSCS: (\"IRA\",\"GSM\",\"UCS2\",\"HEX\",\"UTF-8\")"])
        case ("+IPR", .read): return .ok(["+IPR: \(configuration.baud ?? 0)"])
        case ("+IPR", .set), ("+IFC", .set), ("+ICF", .set): return .done
        case ("+CLAC", .execute): return .ok(Self.commandNames.map { "AT" + $0 })
        default: return nil
        }
    }

    /// What +CLAC lists (3GPP TS 27.007, clause 8.37).
    private static let commandNames = [
        "A", "D", "E", "H", "I", "V", "Z", "+CCID", "+CCWA", "+CEER", "+CEREG", "+CFUN", "+CGMI", "+CGMM", "+CGMR",
        "+CGREG", "+CGSN", "+CHLD", "+CHUP",
        "+CIMI", "+CIND", "+CLCC", "+CLCK", "+CLIP", "+CLIR", "+CMEE", "+CMER", "+CMGD", "+CMGF", "+CMGL", "+CMGR",
        "+CMGS", "+CMGW", "+CMMS", "+CMOD", "+CMSS", "+CMUT", "+CNMA",
        "+CNMI", "+CNUM", "+COLP", "+COPS", "+CPAS", "+CPIN", "+CPMS", "+CPWD", "+CRC", "+CREG", "+CRSM", "+CSCA",
        "+CSCS", "+CSMS", "+CSQ",
        "+CSSN", "+CUSD", "+CVHU", "+GCAP", "+VTD", "+VTS",
    ]
}
