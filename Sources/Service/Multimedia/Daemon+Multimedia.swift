package import HandsetInterface

extension Daemon {
    @ServiceActor package func message(
        service: String, id: String, for caller: Caller
    ) async throws(ServiceError) -> IncomingMessageInfo {
        _ = try await holder(caller, of: service)
        guard service == MultimediaMessage.service else {
            throw ServiceError(.invalidArgument, "only multimedia messages are kept after they were handed over")
        }
        return try await multimedia.reader.info(id: id)
    }

    @ServiceActor package func markRead(service: String, id: String, for caller: Caller) async throws(ServiceError) {
        _ = try await holder(caller, of: service)
        guard service == MultimediaMessage.service else { return }
        try await multimedia.reader.markRead(id: id)
    }

    /// The app with the role, or the person, who may want to know what is not here.
    private func mayAskForDownloads(_ caller: Caller) async throws(ServiceError) {
        if try await app(of: caller)?.isPersonsTool == true { return }
        _ = try await holder(caller)
    }

    @ServiceActor package func downloads(for caller: Caller) async throws(ServiceError) -> [DownloadInfo] {
        try await mayAskForDownloads(caller)
        return try await multimedia.reader.downloads()
    }

    @ServiceActor package func download(_ id: String, for caller: Caller) async throws(ServiceError) {
        try await mayAskForDownloads(caller)
        try await multimedia.reader.download(id)
    }
}
