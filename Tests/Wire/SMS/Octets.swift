import HandsetWireCore

/// The octets of hexadecimal digits; spaces may stand between them.
func octets(_ text: String) throws -> [UInt8] { try Hex.octets(text.filter { $0 != " " }) }

func hexString(_ octets: some Collection<UInt8>) -> String { Hex.string(octets) }
