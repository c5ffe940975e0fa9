import Agenda
import Testing

@Suite("Invitations that didn't arrive")
struct DeliveryFailureTests {
    @Test(
        "A status says why the invitation didn't arrive",
        arguments: [
            ("3.7", .unknownAddress), ("3.8", .notTaken), ("5.3", .notTaken), ("3.14", .noWay),
            ("5.2", .noWay), ("5.1", .notNow), ("3.9", .other), ("4.0", .other), ("5.9", .other),
            ("5.1.2", .other), ("1.2,5.1,3.7", .notNow),
        ] as [(String, DeliveryFailure)]
    )
    func failure(status: String, expected: DeliveryFailure) {
        #expect(DeliveryFailure(scheduleStatus: status) == expected)
    }

    @Test(
        "A message that arrived, is on its way or has no readable status isn't a failure",
        arguments: ["1.0", "1.1", "1.2", "2.0", "2.8", "1.2,2.0", "", ",", "6.1", "x", "５.1"]
    )
    func success(status: String) {
        #expect(DeliveryFailure(scheduleStatus: status) == nil)
    }
}
