import HandsetInterface
import HandsetPlatform

extension Connection {
    func nextResponse() async throws(CancellationError) -> NotificationResponse {
        while !Task.isCancelled {
            let (arrival, change) = (arrivals, changes)
            do throws(ServiceError) {
                return NotificationResponse(try await service.nextResponse())
            } catch {
                switch error.kind {
                case .cancelled: throw CancellationError()
                case .unreachable:
                    if await !serviceReturns(after: arrival), !Task.isCancelled { await untilCancelled() }
                // This program has no bundle yet, or asks twice: nothing comes until that changes.
                case .notPermitted, .busy: _ = await somethingChanges(after: change)
                default: try? await ClientLoop.shared.loop.sleep(for: .seconds(1))
                }
            }
        }
        throw CancellationError()
    }
}
