import HTTPTypes
import Testing
import WebDAV

@testable import Server

extension Visitor {
    /// A calendar program of this person.
    func calendarProgram() async throws -> DAVTests.Client {
        let home = "/dav/calendars/\(account.id.text)/"
        return DAVTests.Client(
            program: try await program(try await appPassword().password),
            home: home,
            calendar: home + calendar + "/"
        )
    }

    /// Leaves out calendars of others from the person's calendar programs.
    func hideFromPrograms(_ calendars: [String]) async throws -> [String] {
        let list = calendars.map { "\"\($0)\"" }.joined(separator: ",")
        let response = try await request(
            .put,
            "/api/v1/account/program-calendars",
            #"{"hidden":[\#(list)]}"#
        )
        #expect(response.status == .ok, "\(response.text)")
        guard case .array(let hidden)? = try response.json["hidden"] else { return [] }
        return hidden.compactMap(\.text)
    }

    /// Makes another calendar, and returns its ID.
    func makeCalendar(_ name: String) async throws -> String {
        let made = try await request(.post, "/api/v1/calendars", #"{"name":"\#(name)"}"#)
        #expect(made.status == .created, "\(made.text)")
        return try #require(made.json["id"]?.text)
    }

    /// Puts a new event into a calendar.
    func put(_ uid: String, into calendar: String, _ text: String? = nil) async throws {
        let put = try await request(
            .put,
            "/api/v1/calendars/\(calendar)/events/\(uid)",
            text ?? event(uid),
            headers: ["If-None-Match": "*"]
        )
        #expect(put.status == .created, "\(put.text)")
    }
}

extension DAVTests.Client {
    /// The objects of a collection with their ETags, by path.
    func objects(in path: String) async throws -> [String: String] {
        let xml = try await xml(
            "PROPFIND",
            path,
            DAVTests.props("<D:getetag/>"),
            depth: "1"
        )
        var found: [String: String] = [:]
        for response in xml.all(.dav("response")).dropFirst() {
            let href = try #require(response.first(.dav("href"))?.text)
            found[href] = Self.property(.dav("getetag"), of: response)?.text ?? ""
        }
        return found
    }

    /// The calendars of the home, by path, with what they're called.
    func calendars() async throws -> [String: String] {
        let xml = try await xml(
            "PROPFIND",
            home,
            DAVTests.props("<D:resourcetype/><D:displayname/>"),
            depth: "1"
        )
        var found: [String: String] = [:]
        for response in xml.all(.dav("response")) {
            let types = Self.property(.dav("resourcetype"), of: response)
            guard types?.first(.calDAV("calendar")) != nil else { continue }
            let href = try #require(response.first(.dav("href"))?.text)
            found[href] = Self.property(.dav("displayname"), of: response)?.text ?? ""
        }
        return found
    }

    /// A property that was found.
    static func property(_ name: XMLName, of response: XMLElement) -> XMLElement? {
        for part in response.all(.dav("propstat")) {
            if let found = part.first(.dav("prop"))?.first(name) { return found }
        }
        return nil
    }

    /// What a refusal names: the resource, and the privilege that is missing there.
    static func missingPrivilege(_ response: TestResponse) throws -> (href: String, name: String)? {
        guard response.status == .forbidden else { return nil }
        let error = try XMLReader.read(Array(response.text.utf8))
        let resource = error.first(.dav("need-privileges"))?.first(.dav("resource"))
        guard let href = resource?.first(.dav("href"))?.text,
            let privilege = resource?.first(.dav("privilege"))?.children.first
        else { return nil }
        return (href, privilege.name.local)
    }
}
