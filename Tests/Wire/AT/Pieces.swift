/// Every way to cut octets in two, and the cut into single octets.
func pieces(of octets: [UInt8]) -> [[[UInt8]]] {
    (0...octets.count).map { [Array(octets[..<$0]), Array(octets[$0...])] } + [octets.map { [$0] }]
}

extension String {
    var octets: [UInt8] { Array(utf8) }
}
