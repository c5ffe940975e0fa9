import NIOCore
import ServerBase

// The limits of requests and answers, and of what the server keeps.
extension Limits {
    /// How long requests in progress may go on when the server is told to stop.
    ///
    /// Shorter than the ten seconds after which Docker kills a container.
    static let stopGrace = Duration.seconds(8)
    /// Bytes of an account's settings.
    static let settingsBytesMax = 65_536
    /// Deleted events in one page of the bin.
    static let binPageCount = 50
    /// Bytes of an imported file.
    static let importBytesMax = 256 * 1_048_576
    /// Seconds between two times that a service manager is asked for more time to start.
    static let moreTimeSeconds = Int64(10)
    /// Seconds between two times that some calendars are counted again.
    static let recountSeconds = Int64(3600)
    /// Seconds between two times that the log of changes is shortened.
    static let pruningSeconds = Int64(3600)
    /// Seconds between two looks for external calendars that are due.
    static let externalLookSeconds = Int64(5)
    /// How long a request waits for a place, and how often it looks.
    static let externalPlaceWait = Duration.seconds(10)
    static let externalPlaceLook = Duration.milliseconds(100)
    /// Days a link to join a group is valid.
    static let joinLinkDays = 1...365
    /// How many people may join with one link, unless it is unlimited.
    static let joinLinkUses = 1...50
    /// Days a sign-in lasts.
    static let sessionDays = 30
    /// Random octets of a secret address: 160 bits.
    static let secretAddressOctets = 20
    /// Answers of one account's secret addresses that are sent at once.
    static let secretAddressAnswersAtOnceMax = 4
    /// Bytes of such an answer; the connection is closed before the next.
    static let secretAddressAnswerBytesMax = 256 * 1_048_576
    /// Seconds that sending it may take.
    static let secretAddressAnswerSeconds = Int64(300)
    /// Seconds between two updates of when a secret address was last used.
    static let secretAddressUseUpdateSeconds = Int64(3600)
    /// How often programs are told to ask again: every hour.
    static let secretAddressRefreshInterval = "PT1H"
    /// Raised when a version writes such answers differently, so that programs read them anew.
    static let secretAddressFormatVersion = 1
    /// Bytes of the page's path to return to afterwards, which the browser keeps in a cookie meanwhile.
    ///
    /// Some proxies accept answers with 4 KiB of headers only.
    static let returnPathBytesMax = 1000
    /// Bytes kept of the user agent; the rest is cut off.
    static let browserBytesMax = 300
    /// How far from a date an object counts as near: what a page shows at once, plus two screens.
    static let nearSeconds = Int64(60 * 86_400)
    /// Pages of one account that may listen at once.
    static let listenersPerAccountMax = 100
    /// How often the write of a readiness check tries again while another process holds the database:
    /// for a second.
    static let readinessRetriesMax = 50
    /// Bytes up to which a response isn't compressed.
    static let plainAnswerBytesMax = 1024
    /// Bytes of a compressor's output buffer.
    static let compressedPieceBytes = 32 * 1024
    /// Seconds between two looks at the log for changes that programs want to be told of.
    ///
    /// Changes written since the last look wait for the next one. So a message goes out after one to
    /// two such times, and changes that follow each other closely are told together.
    static let pushLookSeconds = Int64(2)
    /// Seconds between two checks for changes made by another process.
    static let watchSeconds = 1
    /// Bytes of what a ring was about that are kept for streams that ask for it later.
    static let sharedBatchBytesMax = 65_536
    /// Calendars whose viewers are remembered for their next changes.
    static let calendarsFollowedMax = 10_000
    /// Rings after which the reads that they made necessary are forgotten.
    static let sharedRings = 16
    /// Checks after which shared items and answers that nobody fetched are removed: a minute.
    static let watchesPerClearing = 60
    /// Checks after which an idle stream sends a sign of life: twenty seconds.
    static let watchesPerPing = 20
    /// Objects committed at once during an import.
    static let importBatchCount = 500
    /// Bytes of their texts, before the last: everybody's streams wait for a transaction that takes long.
    static let importBatchBytesMax = 2 * 1_048_576
    /// Problems of an import reported one by one.
    static let importProblemsMax = 1000
    /// Changes of an import reported one by one, so that it can be undone.
    static let importChangesReportedMax = 2000
    /// Bytes of a form that another app shares.
    static let sharedBytesMax = 8 * 1_048_576
    /// Fields and files of such a form.
    static let sharedPartsMax = 20
    /// Bytes of the headers of such a field or file.
    static let sharedHeadBytesMax = 8 * 1024
    /// Such forms received and stored at once, of which an account has one.
    static let formsInFlightMax = 8
    /// How long such a form may take to arrive.
    static let formArrival = Duration.seconds(60)
    /// Bytes each of a shared title, text and link; the rest is cut off.
    static let sharedTextBytesMax = 16 * 1024
    /// How long a shared item waits for the page to fetch it.
    static let shareKeptSeconds = Int64(60)
    /// Writes that the pages of an account, or one of its programs, may make in a minute, in the long run,
    /// unless an administrator says otherwise.
    static let writesPerMinute: Int64 = 600
    /// Time zones that can be requested at once.
    static let zonesPerRequestMax = 200
    /// Files of the page.
    static let webFilesMax = 2000
    /// Bytes of a file of the page that stays in memory; larger ones are read when they're asked for.
    static let fileKeptBytesMax = 64 * 1024
    /// Bytes of all the page's files together.
    static let webBytesMax = 64 * 1_048_576
    /// Seconds after which a calendar of an account is read again when somebody opens the page.
    static let foreignFreshSeconds = Int64(60)
    /// Titles of events that can't be read, which are told of a calendar.
    static let unreadTitlesShownMax = 5
    /// Changes that wait to be sent, of which a page can ask.
    static let waitingShownMax = 500
}
