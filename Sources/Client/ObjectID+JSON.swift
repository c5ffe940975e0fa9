import Agenda
package import JSON

extension ObjectID {
    /// Reads `calendar` and `href`.
    init?(_ json: JSONValue) {
        guard let calendar = json["calendar"]?.text, let href = json["href"]?.text else {
            return nil
        }
        self.init(calendar: CalendarID(calendar), href: href)
    }

    /// Writes `calendar` and `href`.
    package func write(to json: inout JSONWriter) {
        json.field("calendar", calendar.text)
        json.field("href", href)
    }
}
