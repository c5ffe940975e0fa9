import ServiceLifecycle

/// A service that the log names by its type.
///
/// Left to itself, a service group describes each service by all that it holds, and logs that at the level `debug`: keys,
/// client secrets and passwords of other services included.
struct NamedService: Service, CustomStringConvertible {
    let description: String
    private let service: any Service

    init(_ service: any Service) {
        description = "\(type(of: service))"
        self.service = service
    }

    func run() async throws { try await service.run() }
}
