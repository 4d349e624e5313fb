/// SHA-256 (FIPS 180-4): names a message without keeping it.
///
/// Two messages of one digest would be taken for one, and one would be lost: nobody can make two such.
enum Digest {
    static func sha256(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        let padded = padded(message)
        let constants = constants
        for start in stride(from: 0, to: padded.count, by: 64) { compress(&state, padded, from: start, constants) }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    /// The fields, each behind its length, so that no two lists of fields are the same octets.
    static func sha256(fields: [[UInt8]]) -> [UInt8] {
        var octets: [UInt8] = []
        for field in fields {
            octets.append(contentsOf: bigEndian(UInt64(field.count)))
            octets.append(contentsOf: field)
        }
        return sha256(octets)
    }

    private static func bigEndian(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - $0 * 8)) }
    }

    /// Clause 5.1.1: a one bit, zeros, and the length in bits.
    private static func padded(_ message: [UInt8]) -> [UInt8] {
        let zeros = (119 - message.count % 64) % 64
        return message + [0x80] + [UInt8](repeating: 0, count: zeros) + bigEndian(UInt64(message.count) * 8)
    }

    /// Clause 6.2.2, on the 64 octets from `start`. Nothing in it is allocated: a picture has thousands of blocks.
    private static func compress(
        _ state: inout [UInt32], _ message: [UInt8], from start: Int, _ constants: [UInt32]
    ) {
        var schedule = InlineArray<64, UInt32>(repeating: 0)
        for t in 0..<16 {
            let at = start + 4 * t
            let (high, low) = (UInt32(message[at]) << 8 | UInt32(message[at + 1]), message[at + 2])
            schedule[t] = high << 16 | UInt32(low) << 8 | UInt32(message[at + 3])
        }
        for t in 16..<64 {
            let (a, b) = (schedule[t - 15], schedule[t - 2])
            let s0 = rotated(a, 7) ^ rotated(a, 18) ^ a >> 3
            let s1 = rotated(b, 17) ^ rotated(b, 19) ^ b >> 10
            schedule[t] = schedule[t - 16] &+ s0 &+ schedule[t - 7] &+ s1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for t in 0..<64 {
            let s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let first = h &+ s1 &+ (e & f ^ ~e & g) &+ constants[t] &+ schedule[t]
            let s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let second = s0 &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// Clause 4.2.2: the fractions of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
