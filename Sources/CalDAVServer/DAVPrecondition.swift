import HTTPTypes
import Hummingbird
import NIOCore
import Requests
import Scheduling
import ServerBase
import Store
import WebDAV

/// A condition of WebDAV or CalDAV that doesn't hold (RFC 4918, 16; RFC 4791, 1.3).
struct DAVPrecondition: Error, HTTPResponseError {
    let status: HTTPResponse.Status
    let name: XMLName
    /// The address in the element, such as that of what is in the way.
    var href: String?
    /// The privilege that is missing at ``href`` (RFC 3744, 7.1.1).
    var privilege: XMLName?
    /// In words, for a person who reads a log.
    var reason = ""

    init(
        _ name: XMLName,
        status: HTTPResponse.Status = .forbidden,
        href: String? = nil,
        reason: String = ""
    ) {
        (self.name, self.status, self.href, self.reason) = (name, status, href, reason)
    }

    /// A privilege that the account doesn't have on what it sees.
    static func needPrivileges(_ privilege: XMLName, at address: DAVAddress) -> DAVPrecondition {
        var precondition = DAVPrecondition(.dav("need-privileges"), href: address.path)
        precondition.privilege = privilege
        return precondition
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var xml = XMLWriter()
        xml.element(.dav("error")) { xml in
            // Every child of `error` is a condition (RFC 4918, 14.5), so the words are within theirs.
            xml.element(name) { xml in
                if let privilege {
                    xml.element(.dav("resource")) { xml in
                        xml.element(.dav("href"), text: href ?? "")
                        xml.element(.dav("privilege")) { $0.element(privilege) }
                    }
                } else if let href {
                    xml.element(.dav("href"), text: href)
                }
                if !reason.isEmpty { xml.element(.meantime("reason"), text: reason) }
            }
        }
        return .xml(xml, status: status)
    }
}

extension DAVPrecondition {
    /// The condition of a report that doesn't hold; nil if the request is malformed.
    init?(_ error: QueryError) {
        guard let name = error.precondition else { return nil }
        self.init(name, reason: error.reason)
    }

    /// The condition that a refused write didn't meet (RFC 4791, 5.3.2.1); nil if it's none of these.
    init?(refusing error: any Error, at address: DAVAddress) {
        switch error {
        case ServerError.notValid(let problems):
            let isResource = problems.contains(where: ObjectRefusal.isOfResource)
            self.init(
                .calDAV(isResource ? "valid-calendar-object-resource" : "valid-calendar-data"),
                reason: problems.first.map { "Line \($0.line): \($0.message)." } ?? ""
            )
        case ServerError.tooLarge(let bytesMax):
            self.init(
                .calDAV("max-resource-size"),
                reason: "At most \(bytesMax) bytes are accepted."
            )
        case StoreError.wrongComponent:
            self.init(.calDAV("supported-calendar-component"))
        case StoreError.uidTaken(let other):
            var path: String?
            if case .object(let owner, let calendar, _) = address, let href = Href(other) {
                path = DAVAddress.object(owner: owner, calendar: calendar, href).path
            }
            self.init(.calDAV("no-uid-conflict"), status: .conflict, href: path)
        case StoreError.notAllowed, StoreError.isProposal:
            self = .needPrivileges(.dav("write-content"), at: address)
        case let error as SchedulingError: self.init(error)
        case StoreError.invitationTaken(let place):
            let owner = place.account.text
            self.init(
                .calDAV("unique-scheduling-object-resource"),
                href: DAVAddress.object(owner: owner, calendar: place.calendar.text, place.href)
                    .path
            )
        case StoreError.lastCalendar:
            self.init(
                .dav("need-privileges"),
                reason: "An account needs at least one calendar."
            )
        case StoreError.quotaReached(let quota):
            self.init(
                .dav("quota-not-exceeded"),
                status: .insufficientStorage,
                reason: quota.sentence
            )
        case StoreError.tooMany:
            self.init(.dav("quota-not-exceeded"), status: .insufficientStorage)
        case StoreError.full:
            self.init(.dav("sufficient-disk-space"), status: .insufficientStorage)
        default: return nil
        }
    }
}

extension XMLName {
    /// A name of this server's own.
    static func meantime(_ local: String) -> XMLName {
        XMLName(namespace: "urn:meantime:dav", local: local)
    }
}

extension Response {
    static func xml(_ xml: XMLWriter, status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "application/xml; charset=utf-8", .cacheControl: "no-store",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: xml.octets))
        )
    }
}

extension HTTPResponse.Status {
    static let multistatus = Self(code: 207, reasonPhrase: "Multi-Status")
    static let failedDependency = Self(code: 424, reasonPhrase: "Failed Dependency")
}
