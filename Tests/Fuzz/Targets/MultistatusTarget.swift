import WebDAV

extension FuzzTarget {
    /// Answers of other calendar servers: an address has one spelling, and every part that is read
    /// from an answer is in it.
    static let multistatus = FuzzTarget(
        name: "multistatus",
        dictionary: [
            "<d:multistatus xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\">",
            "</d:multistatus>", "<d:response>", "</d:response>", "<d:href>", "</d:href>", "/a/",
            "https://a.example", "%40", "%2F", "%", "..", "<d:propstat>", "</d:propstat>",
            "<d:prop>", "</d:prop>", "<d:status>HTTP/1.1 200 OK</d:status>",
            "<d:status>HTTP/1.1 404 Not Found</d:status>", "<d:status>HTTP/1.1 507 No</d:status>",
            "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>",
            "<d:displayname>a</d:displayname>", "<d:getetag>\"1\"</d:getetag>",
            "<d:sync-token>t</d:sync-token>", "<c:calendar-data>BEGIN:VCALENDAR",
            "</c:calendar-data>", "<c:calendar-home-set><d:href>/b/</d:href></c:calendar-home-set>",
        ],
        lengthMax: 2_048
    ) { octets throws(Finding) in
        var outcome = Outcome()
        let answer: ForeignMultistatus
        do throws(ForeignMultistatus.Failure) {
            answer = try ForeignMultistatus(octets, base: "/base/")
        } catch {
            switch error {
            case .notXML(let error): outcome.add(XMLCheck.kind(of: error))
            case .notMultistatus: outcome.add("other")
            case .tooManyResponses: outcome.add("many")
            }
            return outcome.value
        }
        outcome.add(answer.responses.count)
        outcome.add(answer.syncToken == nil ? 0 : 1)
        for response in answer.responses {
            try MultistatusCheck.check(response.href)
            if let home = response.href(in: .calDAV("calendar-home-set")) {
                try MultistatusCheck.check(home)
                outcome.add("home")
            }
            outcome.add(response.status ?? 0)
            outcome.add(CalDAVCalendarEntry(response) == nil ? "" : "calendar")
            outcome.add(ForeignObject(response) == nil ? "" : "object")
        }
        let changes = ForeignChanges(answer, of: "/base/")
        outcome.add(changes.changed.count)
        outcome.add(changes.removed.count)
        try Finding.require(
            changes.changed.count + changes.removed.count <= answer.responses.count,
            "there are more changes than responses"
        )
        return outcome.value
    }
}

/// Properties that hold for every address.
private enum MultistatusCheck {
    static func check(_ href: ForeignHref) throws(Finding) {
        try Finding.require(href.path.utf8.first == UInt8(ascii: "/"), "a path without a slash")
        let isPlain = href.path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        try Finding.require(isPlain, "a path with octets that need an escape")
        let again = ForeignHref((href.origin ?? "") + href.path)
        try Finding.require(again == href, "a path has two spellings: \(href.path)")
    }
}
