import HTTPTypes
import Hummingbird
import Testing

@testable import Accounts
@testable import Server
@testable import ServerBase

@Suite("Names that others read")
struct DisplayNameTests {
    @Test(
        "A name keeps what can be read, and nothing that changes the text around it",
        arguments: [
            ("Anna", "Anna"), ("  Anna ", "Anna"), ("Jos\u{E9} Mu\u{F1}oz", "Jos\u{E9} Mu\u{F1}oz"),
            // Line ends, an escape of a terminal, and the character DEL.
            ("Anna\nAdmin", "Anna Admin"), ("a\u{2028}b\u{2029}c\u{85}d", "a b c d"),
            ("a\u{1B}[31mb\u{7}c\u{7F}d\u{9B}e", "a[31mbcde"),
            // Every mark that turns the direction of what follows.
            ("\u{202E}nimdA", "nimdA"), ("a\u{202A}b\u{202B}c\u{202C}d\u{202D}e", "abcde"),
            ("a\u{2066}b\u{2067}c\u{2068}d\u{2069}e", "abcde"),
            // Those beside them that Hebrew, Persian and emoji need.
            ("\u{5D0}\u{200F}!", "\u{5D0}\u{200F}!"),
            ("\u{645}\u{200C}\u{6CC}", "\u{645}\u{200C}\u{6CC}"),
            ("\u{1F469}\u{200D}\u{1F680}", "\u{1F469}\u{200D}\u{1F680}"),
            // Nothing to see.
            ("", ""), (" ", ""), ("\u{200B}", ""), ("\u{3164}\u{FEFF}", ""), ("\u{202E}\u{7}", ""),
            // Fillers, blanks that count as letters or symbols, selectors, tags, marks that have no letter.
            ("\u{2800}", ""), ("\u{2800} \u{2800}", ""), ("\u{115F}\u{1160}", ""), ("\u{FFA0}", ""),
            ("\u{180E}\u{FE0F}", ""), ("\u{E0041}\u{E007F}\u{E0100}", ""), ("\u{301}", ""),
            (" \u{20DD}\u{903}", ""), ("\u{1D159}", ""), ("\u{13441}\u{13442}", ""),
            ("\u{FFF9}\u{FFFB}", ""), ("\u{AD}\u{34F}\u{2063}", ""), ("\u{3000}", ""),
            // The same beside something.
            ("\u{2800}a", "\u{2800}a"), ("e\u{301}", "e\u{301}"),
            ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"),
            ("\u{1F44D}", "\u{1F44D}"), ("\u{915}\u{93F}", "\u{915}\u{93F}"),
        ]
    )
    func cleaned(typed: String, name: String) {
        #expect(Array(DisplayName.cleaned(typed).unicodeScalars) == Array(name.unicodeScalars))
    }

    @Test("A name may be as long as the limit after that, and no longer")
    func length() throws {
        let longest = String(repeating: "x", count: Limits.nameBytesMax)
        #expect(try DisplayName.checked("\u{202E}\(longest)\n", as: "A name") == longest)
        #expect(throws: ServerError.self) { try DisplayName.checked(longest + "x", as: "A name") }
    }

    private static let fields: [(HTTPRequest.Method, String, String)] = [
        (.post, "calendars", #"{"name":"NAME","color":"red"}"#),
        (.patch, "calendars/ID", #"{"name":"NAME"}"#), (.patch, "account", #"{"name":"NAME"}"#),
        (.post, "groups", #"{"name":"NAME","color":"red"}"#),
        (.post, "account/app-passwords", #"{"name":"NAME"}"#),
        (.post, "accounts", #"{"name":"NAME","email":"a@b","password":"correct horse"}"#),
    ]

    /// Sends a form with a name, and lets a body look at the answer.
    private static func send(
        _ name: String,
        in form: String,
        _ method: HTTPRequest.Method,
        _ path: String,
        _ look: @escaping @Sendable (TestResponse) throws -> Void
    ) async throws {
        try await TestServer.run(registration: .open) { server, client in
            let visitor = try await server.visitor(client)
            let address = "/api/v1/" + path.replacing("ID", with: visitor.calendar)
            try look(
                await visitor.request(method, address, form.replacing("NAME", with: name))
            )
        }
    }

    @Test("Every form leaves out what changes the text around a name", arguments: fields)
    func forms(method: HTTPRequest.Method, path: String, form: String) async throws {
        try await Self.send(#"\u202eAn\u0007na\nB"#, in: form, method, path) { response in
            #expect([.ok, .created].contains(response.status))
            #expect(String(buffer: response.body).contains(#""name":"Anna B""#))
        }
    }

    @Test("Every form refuses a name of which nothing can be seen", arguments: fields)
    func invisible(method: HTTPRequest.Method, path: String, form: String) async throws {
        for name in [#"\u200b\u202e"#, #"\u2800"#, #"\u0301"#] {
            try await Self.send(name, in: form, method, path) { response in
                #expect(response.status == .unprocessableContent)
                let field = try response.json["field"]?.text
                #expect(field == "name")
            }
        }
    }

    @Test(
        "Nobody gets an account with an address that only looks like somebody else's",
        arguments: [
            "anna\u{200B}@example.org", "\u{202E}anna@example.org", "anna@exa\u{AD}mple.org",
            "anna\u{2800}@example.org", "\u{2800}@example.org", "\u{301}@example.org",
        ]
    )
    func addresses(typed: String) {
        #expect(throws: ServerError.self) {
            try NewPerson(email: typed, name: "Anna", password: "correct horse")
        }
        // Whoever has one can still sign in.
        #expect(EmailAddress(typed) != nil)
        #expect(throws: Never.self) {
            try NewPerson(email: "j\u{FC}rgen@example.org", name: "J", password: "correct horse")
        }
    }
}
