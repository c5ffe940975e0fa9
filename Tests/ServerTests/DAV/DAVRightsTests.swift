import HTTPTypes
import Testing

@testable import CalDAVServer
@testable import Server
@testable import Store

@Suite("Rights of calendar programs")
struct DAVRightsTests {
    /// How a calendar stands to Cleo.
    private enum Standing: CaseIterable {
        case own, group, full, busy

        /// Whether her program may do what needs this.
        func isEnough(for need: DAVRows.Need) -> Bool {
            switch need {
            case .nothing, .times: true
            case .writing: self == .own || self == .group
            case .owning: self == .own
            }
        }
    }

    private struct Scene {
        let family: Family
        let client: DAVTests.Client
        /// Each kind of calendar, with an event in it as Cleo's program knows it.
        let seen: [Standing: (calendar: String, event: String)]
        /// Calendars that aren't there for Cleo's programs, and one that isn't anywhere.
        let absent: [String]
        /// An own calendar with an event to send elsewhere.
        let spare: String
    }

    private static let nobody = String(repeating: "9", count: 32)

    private static func run(
        _ body: @escaping @Sendable (Scene) async throws -> Void
    ) async throws {
        try await Family.run { family in
            let cleo = family.cleo
            try await cleo.put("rights", into: cleo.calendar)
            try await family.ben.put("rights", into: family.calendar)
            try await family.anna.put("rights", into: family.anna.calendar)
            try await family.share(family.anna, "full")
            try await family.ben.put("rights", into: family.ben.calendar)
            try await family.share(family.ben, "busy")
            try await family.dan.put("rights", into: family.dan.calendar)
            let unseen = try await family.anna.makeCalendar("Unseen")
            try await family.anna.put("rights", into: unseen)
            let form = #"{"calendars":{"\#(unseen)":"hidden"}}"#
            let shares = try await family.anna.request(.put, family.path + "/shares", form)
            #expect(shares.status == .ok)
            let made = try await cleo.request(.post, "/api/v1/groups", #"{"name":"Choir"}"#)
            let left = try #require(made.json["calendar"]?.text)
            try await cleo.put("rights", into: left)
            #expect(try await cleo.hideFromPrograms([left, nobody]) == [left])
            let spare = try await cleo.makeCalendar("Spare")
            try await cleo.put("traveller", into: spare)
            let client = try await cleo.calendarProgram()
            func event(in calendar: String) async throws -> String {
                let objects = try await client.objects(in: client.home + calendar + "/")
                return try #require(objects.keys.first)
            }
            var seen: [Standing: (calendar: String, event: String)] = [:]
            for (standing, calendar) in [
                (Standing.own, cleo.calendar), (.group, family.calendar),
                (.full, family.anna.calendar), (.busy, family.ben.calendar),
            ] {
                seen[standing] = (calendar, try await event(in: calendar))
            }
            try await body(
                Scene(
                    family: family,
                    client: client,
                    seen: seen,
                    absent: [left, unseen, family.dan.calendar, nobody],
                    spare: spare
                )
            )
        }
    }

    /// Sends what a row says to a calendar, or to an event in it.
    private static func send(
        _ row: DAVRows.Row,
        _ scene: Scene,
        home: String,
        calendar: String,
        event: String
    ) async throws -> TestResponse {
        let collection = home + calendar + "/"
        let spare = scene.client.home + scene.spare + "/"
        var headers = row.headers
        let path: String
        switch row.target {
        case .calendar: path = collection
        case .event: path = event
        case .newEvent: path = collection + "new"
        case .arrival: path = spare + "traveller"
        }
        if ["COPY", "MOVE"].contains(row.method) {
            headers["Destination"] = row.target == .arrival ? collection + "new" : spare + "new"
        }
        return try await scene.client.request(row.method, path, row.body, headers: headers)
    }

    @Test("The table has every method and every report")
    func everyRow() throws {
        #expect(Set(DAVRows.all.map(\.method)) == Set(DAVRoutes.methods + ["HEAD"]))
        let bodies = DAVRows.all.filter { $0.method == "REPORT" }.map(\.body).joined()
        for report in [
            "calendar-query", "calendar-multiget", "free-busy-query", "sync-collection",
            "expand-property", "principal-match", "principal-property-search",
            "principal-search-property-set", "acl-principal-prop-set",
        ] { #expect(bodies.contains(report)) }
    }

    @Test("What a program may do follows from how the calendar is shown", arguments: DAVRows.all)
    func allowed(row: DAVRows.Row) async throws {
        try await Self.run { scene in
            for standing in Standing.allCases {
                let place = try #require(scene.seen[standing])
                // The first of these takes the name or the event from the others.
                let response = try await Self.send(
                    row,
                    scene,
                    home: scene.client.home,
                    calendar: place.calendar,
                    event: place.event
                )
                guard !standing.isEnough(for: row.need) else {
                    let status = response.status.code
                    let isTaken =
                        standing != .own && (status == 204 || status == 404 || status == 409)
                    #expect(
                        status == row.success
                            || isTaken && ["COPY", "MOVE"].contains(row.method),
                        "\(row) \(standing): \(status) \(response.text)"
                    )
                    continue
                }
                try Self.expectRefusal(of: row, standing, place, response, scene)
            }
        }
    }

    private static func expectRefusal(
        of row: DAVRows.Row,
        _ standing: Standing,
        _ place: (calendar: String, event: String),
        _ response: TestResponse,
        _ scene: Scene
    ) throws {
        let missing = try DAVTests.Client.missingPrivilege(response)
        let collection = scene.client.home + place.calendar + "/"
        switch row.need {
        case .writing(let privilege):
            #expect(missing?.name == privilege, "\(row) \(standing): \(response.text)")
            #expect(missing?.href == collection, "\(row) \(standing)")
        case .owning(let privilege):
            #expect(missing?.name == privilege, "\(row) \(standing): \(response.text)")
            #expect(missing?.href == scene.client.home, "\(row) \(standing)")
        case .times, .nothing: break
        }
    }

    /// An answer, without the names that were in the request.
    private struct Answer: Equatable {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let body: String

        init(_ response: TestResponse, without names: [String]) {
            status = response.status
            var headers = response.headersOfKind
            // It's that of the names.
            headers[.contentLength] = nil
            self.headers = headers
            body = names.reduce(response.text) { $0.replacing($1, with: "") }
        }
    }

    @Test("Calendars that aren't shown answer like ones that aren't there", arguments: DAVRows.all)
    func absent(row: DAVRows.Row) async throws {
        try await Self.run { scene in
            var answers: [Answer] = []
            for calendar in scene.absent {
                let response = try await Self.send(
                    row,
                    scene,
                    home: scene.client.home,
                    calendar: calendar,
                    event: scene.client.home + calendar + "/rights"
                )
                answers.append(Answer(response, without: [calendar]))
                #expect(response.status.code == row.absent, "\(row): \(response.text)")
            }
            for answer in answers { #expect(answer == answers.last, "\(row)") }
        }
    }

    @Test("Homes of others answer like those of nobody", arguments: DAVRows.all)
    func otherHomes(row: DAVRows.Row) async throws {
        try await Self.run { scene in
            let family = scene.family
            var answers: [Answer] = []
            let homes = [
                (family.anna.account.id.text, family.anna.calendar),
                (family.ben.account.email, family.ben.calendar),
                (family.dan.account.id.text, family.dan.calendar),
                (family.dan.account.email, family.dan.calendar),
                (Self.nobody, Self.nobody),
            ]
            for (owner, calendar) in homes {
                let home = "/dav/calendars/\(owner)/"
                let response = try await Self.send(
                    row,
                    scene,
                    home: home,
                    calendar: calendar,
                    event: home + calendar + "/rights"
                )
                answers.append(Answer(response, without: [owner, calendar]))
                if row.method != "OPTIONS" {
                    #expect(response.status.kind == .clientError, "\(row): \(response.text)")
                }
            }
            for answer in answers { #expect(answer == answers.last, "\(row)") }
        }
    }

    @Test("People whom one shares no group with aren't there")
    func principals() async throws {
        try await Self.run { scene in
            for method in ["PROPFIND", "PROPPATCH", "REPORT", "GET", "DELETE", "PUT", "MKCOL"] {
                for end in ["/", "/calendar-proxy-read/", "/calendar-proxy-write", "/x"] {
                    var answers: [Answer] = []
                    for owner in [
                        scene.family.dan.account.id.text, scene.family.dan.account.email,
                        scene.family.anna.account.email, Self.nobody,
                    ] {
                        let response = try await scene.client.request(
                            method,
                            "/dav/principals/\(owner)\(end)",
                            method == "PROPFIND" ? "" : #"<D:expand-property xmlns:D="DAV:"/>"#,
                            headers: ["Depth": "0"]
                        )
                        answers.append(Answer(response, without: [owner]))
                        #expect(response.status.kind == .clientError, "\(method) \(end)")
                    }
                    for answer in answers { #expect(answer == answers.last, "\(method) \(end)") }
                }
            }
        }
    }

    @Test("No calendar is made in another home")
    func otherHome() async throws {
        try await Self.run { scene in
            for owner in [scene.family.anna.account.id.text, Self.nobody] {
                let home = "/dav/calendars/\(owner)/"
                let response = try await scene.client.request("MKCALENDAR", home + "new/")
                let missing = try DAVTests.Client.missingPrivilege(response)
                #expect(missing?.name == "bind")
                #expect(missing?.href == home)
            }
        }
    }
}
