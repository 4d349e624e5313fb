package import HandsetWireCore

/// Any of the six transfer PDUs (TS 23.040, 9.2.2).
///
/// The octets do not say which it is: TP-MTI means something else in each direction, and whether a report refuses is told
/// by the layer below.
package enum TPDU: Hashable, Sendable {
    case deliver(Deliver)
    case deliverReport(DeliverReport)
    case submit(Submit)
    case submitReport(SubmitReport)
    case statusReport(StatusReport)
    case command(SMSCommand)

    package enum Direction: Hashable, Sendable, CaseIterable {
        /// From the service centre to the mobile.
        case mobileTerminated
        case mobileOriginated
    }

    /// - Parameter isError: whether the octets came in an RP-ERROR; only reports are read in another way then.
    package init(decoding octets: [UInt8], direction: Direction, isError: Bool = false) throws(DecodeError) {
        let (value, failure) = TPDU.reading(octets, direction: direction, isError: isError)
        if let failure { throw failure }
        guard let value else { throw DecodeError(.truncated, "TP-MTI", at: 0) }
        self = value
    }

    /// What can be read of octets that may be damaged: a value whose fields in front of the failure are right, and the
    /// failure.
    package static func reading(
        _ octets: [UInt8], direction: Direction, isError: Bool = false
    ) -> (value: TPDU?, failure: DecodeError?) {
        guard let first = octets.first else { return (nil, DecodeError(.truncated, "TP-MTI", at: 0)) }
        var reader = Reader(octets.span.bytes)
        switch (direction, first & 3) {
        case (.mobileTerminated, 0), (.mobileTerminated, 3):
            var value = Deliver()
            do { try value.read(&reader) } catch { return (.deliver(value), error) }
            return (.deliver(value), nil)
        case (.mobileTerminated, 1):
            var value = SubmitReport(timestamp: .zero)
            do { try value.read(&reader, isError: isError) } catch { return (.submitReport(value), error) }
            return (.submitReport(value), nil)
        case (.mobileTerminated, 2):
            var value = StatusReport()
            do { try value.read(&reader) } catch { return (.statusReport(value), error) }
            return (.statusReport(value), nil)
        case (.mobileOriginated, 0):
            var value = DeliverReport()
            do { try value.read(&reader, isError: isError) } catch { return (.deliverReport(value), error) }
            return (.deliverReport(value), nil)
        case (.mobileOriginated, 1):
            var value = Submit()
            do { try value.read(&reader) } catch { return (.submit(value), error) }
            return (.submit(value), nil)
        case (.mobileOriginated, 2):
            var value = SMSCommand()
            do { try value.read(&reader) } catch { return (.command(value), error) }
            return (.command(value), nil)
        // Reserved. A mobile reads it as SMS-DELIVER (9.2.3.1, above); nothing is said of a service centre.
        default:
            return (nil, DecodeError(.malformed, "TP-MTI", at: 0))
        }
    }

    package func encoded() -> [UInt8] {
        switch self {
        case .deliver(let value): value.encoded()
        case .submitReport(let value): value.encoded()
        case .statusReport(let value): value.encoded()
        case .deliverReport(let value): value.encoded()
        case .submit(let value): value.encoded()
        case .command(let value): value.encoded()
        }
    }
}
