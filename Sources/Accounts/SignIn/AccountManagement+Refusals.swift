import Observability
import ServerBase

extension AccountManagement {
    /// Notes a refused sign-in that nothing else limits, as often as other sign-ins are.
    package func noteRefusal(_ details: KeyValuePairs<String, String>) async {
        guard let network = RequestScope.current?.network else { return }
        do {
            try await refusals.admit(
                .network(network.text),
                nowSecond: clockAndRandom.nowSecond()
            )
            audit.note(.signInRefused, details)
        } catch {
            // Strangers could otherwise fill the disk.
        }
    }
}
