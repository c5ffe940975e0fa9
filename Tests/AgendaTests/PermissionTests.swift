import Agenda
import Testing

@Suite("Permissions")
struct PermissionTests {
    @Test("Each access level allows its actions on a calendar")
    func calendars() {
        let rights: [CalendarAction: [AccessLevel]] = [
            .seeTimes: [.busy, .full, .group, .own, .subscribed, .connected],
            .seeEvents: [.full, .group, .own, .subscribed, .connected],
            .seeAll: [.group, .own, .subscribed, .connected],
            .writeEvents: [.group, .own, .connected],
            .exportEvents: [.group, .own, .subscribed, .connected],
            .shareTimes: [.group, .own, .subscribed, .connected],
            .manage: [.own, .subscribed, .connected],
            .giveOut: [.own],
        ]
        for action in CalendarAction.allCases {
            let levels = AccessLevel.allCases.filter { Permission.allows(action, at: $0) }
            #expect(levels == rights[action], "\(action)")
        }
    }

    @Test("Each role allows its actions on a group")
    func groups() {
        let all: [GroupRole] = [.member, .admin, .owner]
        let rights: [GroupAction: [GroupRole]] = [
            .see: all, .share: all, .propose: all, .answer: all, .decide: [.admin, .owner],
            .invite: [.admin, .owner], .giveOut: [.admin, .owner], .removeMember: [.admin, .owner],
            .edit: [.admin, .owner],
            .assignRoles: [.owner], .remove: [.owner],
        ]
        for action in GroupAction.allCases {
            let roles = GroupRole.allCases.filter { Permission.allows(action, as: $0) }
            #expect(roles == rights[action], "\(action)")
        }
    }
}
