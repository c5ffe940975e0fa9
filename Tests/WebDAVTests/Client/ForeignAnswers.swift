/// Answers as other servers give them to the listing of a home, written from their documentation.
enum ForeignAnswers {
    static let radicale = """
        <?xml version='1.0' encoding='utf-8'?>
        <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" \
        xmlns:CS="http://calendarserver.org/ns/" xmlns:ICAL="http://apple.com/ns/ical/">
        <response><href>/anna/</href><propstat><prop><resourcetype><principal /><collection />\
        </resourcetype><current-user-privilege-set><privilege><all /></privilege>\
        </current-user-privilege-set></prop><status>HTTP/1.1 200 OK</status></propstat></response>
        <response><href>/anna/2d4b5c6a-work/</href><propstat><prop><resourcetype><C:calendar />\
        <collection /></resourcetype><displayname>Work</displayname>\
        <ICAL:calendar-color>#1E90FFff</ICAL:calendar-color>\
        <C:supported-calendar-component-set><C:comp name="VEVENT" /></C:supported-calendar-component-set>\
        <CS:getctag>"9c1e"</CS:getctag><sync-token>http://radicale.org/ns/sync/9c1e</sync-token>\
        <supported-report-set><supported-report><report><sync-collection /></report></supported-report>\
        </supported-report-set><current-user-privilege-set><privilege><read /></privilege>\
        <privilege><write-content /></privilege></current-user-privilege-set></prop>\
        <status>HTTP/1.1 200 OK</status></propstat></response>
        <response><href>/anna/people/</href><propstat><prop><resourcetype><CR:addressbook \
        xmlns:CR="urn:ietf:params:xml:ns:carddav" /><collection /></resourcetype></prop>\
        <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
        """

    static let xandikos = """
        <ns0:multistatus xmlns:ns0="DAV:" xmlns:ns1="urn:ietf:params:xml:ns:caldav" \
        xmlns:ns2="http://calendarserver.org/ns/"><ns0:response>\
        <ns0:href>/user/calendars/calendar/</ns0:href><ns0:propstat>\
        <ns0:status>HTTP/1.1 200 OK</ns0:status><ns0:prop><ns0:resourcetype><ns0:collection />\
        <ns1:calendar /></ns0:resourcetype><ns0:displayname>calendar</ns0:displayname>\
        <ns2:getctag>5d3f</ns2:getctag><ns0:sync-token>5d3f</ns0:sync-token></ns0:prop></ns0:propstat>\
        <ns0:propstat><ns0:status>HTTP/1.1 404 Not Found</ns0:status><ns0:prop>\
        <ns3:calendar-color xmlns:ns3="http://apple.com/ns/ical/" /></ns0:prop></ns0:propstat>\
        </ns0:response></ns0:multistatus>
        """

    static let nextcloud = """
        <?xml version="1.0"?>
        <d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" \
        xmlns:cal="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/" \
        xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns">
         <d:response><d:href>/remote.php/dav/calendars/anna%40example.org/personal/</d:href>
          <d:propstat><d:prop><d:resourcetype><d:collection/><cal:calendar/></d:resourcetype>\
        <d:displayname>Persönlich</d:displayname>\
        <x1:calendar-color xmlns:x1="http://apple.com/ns/ical/">#0082C9</x1:calendar-color>\
        <cal:supported-calendar-component-set><cal:comp name="VEVENT"/><cal:comp name="VTODO"/>\
        </cal:supported-calendar-component-set><d:current-user-privilege-set><d:privilege><d:write/>\
        </d:privilege></d:current-user-privilege-set><cs:getctag>http://sabre.io/ns/sync/42</cs:getctag>\
        <d:sync-token>http://sabre.io/ns/sync/42</d:sync-token></d:prop>\
        <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
         <d:response><d:href>/remote.php/dav/calendars/anna%40example.org/shared_by_ben/</d:href>
          <d:propstat><d:prop><d:resourcetype><d:collection/><cal:calendar/><cs:shared/>\
        </d:resourcetype><d:displayname>Ben</d:displayname><d:current-user-privilege-set>\
        <d:privilege><d:read/></d:privilege><d:privilege><d:write-properties/></d:privilege>\
        </d:current-user-privilege-set></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>
          <d:propstat><d:prop><x1:calendar-color xmlns:x1="http://apple.com/ns/ical/"/></d:prop>\
        <d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>
         <d:response><d:href>/remote.php/dav/calendars/anna%40example.org/inbox/</d:href>
          <d:propstat><d:prop><d:resourcetype><d:collection/><cal:schedule-inbox/></d:resourcetype>\
        </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
        </d:multistatus>
        """

    static let iCloud = """
        <?xml version='1.0' encoding='UTF-8'?>
        <multistatus xmlns='DAV:'>
          <response>
            <href>/10012345/calendars/home/</href>
            <propstat>
              <prop>
                <resourcetype><collection/><calendar xmlns='urn:ietf:params:xml:ns:caldav'/></resourcetype>
                <displayname>Home</displayname>
                <calendar-color xmlns='http://apple.com/ns/ical/' symbolic-color='blue'>#1BADF8FF</calendar-color>
                <supported-calendar-component-set xmlns='urn:ietf:params:xml:ns:caldav'>
                  <comp name='VEVENT'/></supported-calendar-component-set>
                <getctag xmlns='http://calendarserver.org/ns/'>HwoQEgwAAA==</getctag>
                <sync-token>HwoQEgwAAA==</sync-token>
                <current-user-privilege-set><privilege><all/></privilege></current-user-privilege-set>
              </prop>
              <status>HTTP/1.1 200 OK</status>
            </propstat>
          </response>
          <response>
            <href>/10012345/calendars/tasks/</href>
            <propstat>
              <prop>
                <resourcetype><collection/><calendar xmlns='urn:ietf:params:xml:ns:caldav'/></resourcetype>
                <displayname>Reminders ⚠️</displayname>
                <supported-calendar-component-set xmlns='urn:ietf:params:xml:ns:caldav'>
                  <comp name='VTODO'/></supported-calendar-component-set>
              </prop>
              <status>HTTP/1.1 200 OK</status>
            </propstat>
          </response>
        </multistatus>
        """

    static let fastmail = """
        <?xml version="1.0" encoding="utf-8"?>
        <D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" \
        xmlns:CY="http://cyrusimap.org/ns/" xmlns:A="http://apple.com/ns/ical/">
          <D:response>
            <D:href>/dav/calendars/user/anna@fastmail.example/8b5f/</D:href>
            <D:propstat><D:prop><D:resourcetype><D:collection/><C:calendar/></D:resourcetype>
              <D:displayname><![CDATA[Calendar & more]]></D:displayname>
              <A:calendar-color>#3a429c</A:calendar-color>
              <D:current-user-privilege-set><D:privilege><D:read/></D:privilege>
                <D:privilege><D:write/></D:privilege></D:current-user-privilege-set></D:prop>
              <D:status>HTTP/1.1 200 OK</D:status></D:propstat>
          </D:response>
        </D:multistatus>
        """

    static let google = """
        <?xml version="1.0" encoding="UTF-8"?>
        <D:multistatus xmlns:D="DAV:" xmlns:caldav="urn:ietf:params:xml:ns:caldav" \
        xmlns:cs="http://calendarserver.org/ns/" xmlns:ical="http://apple.com/ns/ical/">
         <D:response>
          <D:href>/caldav/v2/anna%40example.org/events/</D:href>
          <D:propstat>
           <D:status>HTTP/1.1 200 OK</D:status>
           <D:prop>
            <D:resourcetype><D:collection/><caldav:calendar/></D:resourcetype>
            <D:displayname>anna@example.org</D:displayname>
            <cs:getctag>63760000000</cs:getctag>
            <D:sync-token>https://www.googleapis.com/caldav/v2/sync-token/CJDm</D:sync-token>
            <D:current-user-privilege-set><D:privilege><D:all/></D:privilege></D:current-user-privilege-set>
           </D:prop>
          </D:propstat>
          <D:propstat>
           <D:status>HTTP/1.1 404 Not Found</D:status>
           <D:prop><ical:calendar-color/></D:prop>
          </D:propstat>
         </D:response>
        </D:multistatus>
        """
}
