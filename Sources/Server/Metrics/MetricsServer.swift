import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Observability
import Outgoing
import Requests
import ServerBase
import ServiceLifecycle
import Store

/// Answers Prometheus, at an address of its own, so that the public site has none of it.
struct MetricsServer: Service {
    let backend: Backend
    let metrics: ServerMetrics
    let address: ListenAddress
    let logger: Logger

    func run() async throws {
        let router = Router(context: BasicRequestContext.self)
        router.get("metrics") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: MetricText.contentType, .cacheControl: "no-store"],
                body: ResponseBody(
                    byteBuffer: ByteBuffer(string: await metrics.text(of: backend))
                )
            )
        }
        let application = Application(
            router: router,
            server: .http1(configuration: .init(idleTimeout: Limits.idleTimeout)),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port),
                serverName: nil
            ),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? address.port
                let place = ListenAddress(host: address.host, port: port)
                logger.notice("Metrics are at http://\(place.text)/metrics")
            },
            logger: logger
        )
        do {
            try await application.run()
        } catch let error as IOError {
            throw Failure(address: address, reason: "\(error)")
        }
    }

    /// The address can't be listened on: it's taken, or isn't one of this machine.
    private struct Failure: Error, CustomStringConvertible {
        let address: ListenAddress
        let reason: String

        var description: String {
            "\(address.text): metrics can't be served there; choose another address: \(reason)"
        }
    }
}

/// An address to listen on: a host and a port.
package struct ListenAddress: Hashable, Sendable {
    package let host: String
    package let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Parses an address such as `127.0.0.1:9464` or `[::1]:9464`; nil for anything else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = Int(text[text.index(after: colon)...]), 0...65_535 ~= port
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard IPv6Address.words(String(host)) != nil else { return nil }
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    package var text: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}

extension ServerMetrics {
    /// All metrics as Prometheus reads them, with what is so at the moment.
    func text(of backend: Backend) async -> String {
        text(
            streamCount: await backend.changeNotifier.listenerCount,
            waitingWriteCount: backend.database.waitingWriteCount,
            changeCount: try? await backend.store.changes.writtenCount()
        )
    }
}
