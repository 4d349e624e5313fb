import HandsetWireCore
import Testing

@Suite("Reader")
struct ReaderTests {
    @Test("Octets come in order, and a read past the end throws and moves nothing")
    func octets() throws {
        let input: [UInt8] = [1, 2]
        var reader = Reader(input.span.bytes)
        #expect(reader.peek() == 1)
        #expect(try reader.octet("a") == 1)
        #expect(try reader.octet("b") == 2)
        expect(reader.isAtEnd)
        #expect(reader.peek() == nil)
        var failure: DecodeError?
        do { _ = try reader.octet("c") } catch { failure = error }
        #expect(failure == DecodeError(.truncated, "c", at: 2))
        #expect(reader.offset == 2)
    }

    @Test("A little-endian number is the same with eight octets at hand and with fewer", arguments: 0...8)
    func littleEndian(count: Int) throws {
        let input: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
        let exact = Array(input.prefix(count))
        var wide = Reader(input.span.bytes)
        var narrow = Reader(exact.span.bytes)
        let expected = exact.enumerated().reduce(UInt64(0)) { $0 | UInt64($1.element) << UInt64($1.offset * 8) }
        #expect(try wide.littleEndian(count, "n") == expected)
        #expect(try narrow.littleEndian(count, "n") == expected)
        #expect(wide.offset == count)
        expect(narrow.isAtEnd)
    }

    @Test("Numbers that do not fit throw and move nothing")
    func truncated() {
        let input: [UInt8] = [1]
        var reader = Reader(input.span.bytes)
        #expect((try? reader.littleEndian(2, "n")) == nil)
        #expect((try? reader.bigEndian("n")) == nil)
        #expect((try? reader.skip(2, "n")) == nil)
        #expect((try? reader.skip(-1, "n")) == nil)
        #expect(reader.offset == 0)
    }

    @Test("A copy is bounded by what is left")
    func copies() {
        let input: [UInt8] = [1, 2, 3]
        var reader = Reader(input.span.bytes)
        #expect(reader.octets(atMost: -1) == [])
        #expect(reader.octets(atMost: 2) == [1, 2])
        #expect(reader.octets(atMost: 5) == [3])
        #expect(reader.octets(atMost: 5) == [])
    }

    @Test("A part has its own end and keeps counting")
    func parts() throws {
        let input: [UInt8] = [1, 2, 3, 4]
        var reader = Reader(input.span.bytes)
        _ = try reader.octet("a")
        var part = try reader.part(2, "p")
        #expect(reader.remaining == 1)
        #expect(part.remaining == 2)
        #expect(part.distance(to: 3) == 1)
        #expect(part.distance(to: 4) == nil)
        #expect(try part.bigEndian("n") == 0x0203)
        #expect(part.offset == 3)
        #expect((try? part.octet("x")) == nil)
        #expect(part.octets(atMost: 9) == [])
    }
}

/// `#expect` takes its operands apart, which a value that cannot escape does not allow.
private func expect(_ condition: Bool, _ location: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: location)
}
