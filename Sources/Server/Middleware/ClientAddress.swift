import Hummingbird
import Observability
import Requests

extension Backend {
    /// What failed attempts are counted against.
    func clientNetwork(of request: Request, context: AppContext) -> ClientNetwork {
        ClientNetwork(clientAddress(of: request, context))
    }

    /// The client's address, as far as it's known.
    func clientAddress(of request: Request, _ context: AppContext) -> String {
        context.clientAddress(of: request, trustsProxy: settings.trustsProxy)
    }
}
